import { useState } from "react";
import type { RulesPreset } from "../../../src/business/judgement/rules/rule-set.schema.ts";
import { formatDollars } from "../../../src/platform/money/money.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import layout from "../../components/forms/form.module.css";
import { trpc } from "../../trpc.ts";
import styles from "./rules.module.css";

interface PresetFieldsProps {
  onUse: (preset: RulesPreset) => void;
}

/** Offers the published programmes of firms as a starting point. */
export function PresetFields({ onUse }: PresetFieldsProps) {
  const query = trpc.admin.rules.presets.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Panel
      title="Start from a Preset"
      subtitle="The published rules of a programme, which you can change below. Without a preset, the form starts empty."
    >
      <Loaded query={query} noun="the presets" skeleton={1}>
        {(presets) => <PresetChoice presets={presets} onUse={onUse} />}
      </Loaded>
    </Panel>
  );
}

function PresetChoice({ presets, onUse }: PresetFieldsProps & { presets: RulesPreset[] }) {
  const [firm, setFirm] = useState("");
  const [id, setId] = useState("");
  const [used, setUsed] = useState("");
  const chosen = presets.find((preset) => `#${preset.id}` === id);
  const firms = Object.fromEntries(presets.map((preset) => [preset.firm, preset.firm]));
  const ofFirm = presets.filter((preset) => preset.firm === firm);
  const programmes = Object.fromEntries(
    ofFirm.map((preset) => [`#${preset.id}`, programmeOf(preset)]),
  );
  return (
    <div className={styles.rules}>
      <div className={layout.fields}>
        <Select
          label="Firm"
          placeholder="Choose a firm"
          options={firms}
          value={firm}
          onChange={({ target }) => {
            setFirm(target.value);
            setId("");
          }}
        />
        <Select
          label="Programme"
          placeholder={firm ? "Choose a programme" : "Choose a firm first"}
          options={programmes}
          value={id}
          onChange={({ target }) => setId(target.value)}
        />
      </div>
      {chosen ? (
        <>
          <PresetFacts preset={chosen} />
          <div>
            <Button
              onClick={() => {
                onUse(chosen);
                setUsed(
                  `The form now contains the rules of ${chosen.firm}, ${programmeOf(chosen)}.`,
                );
              }}
            >
              Use These Rules
            </Button>
          </div>
        </>
      ) : null}
      <p role="status" className={used ? styles.soft : "visually-hidden"}>
        {used}
      </p>
    </div>
  );
}

/** `FTMO Challenge: 2-Step, Verification, $100,000.00`. */
function programmeOf({ programme, phase, initialBalance }: RulesPreset): string {
  const size = initialBalance === null ? [] : [formatDollars(initialBalance)];
  return [programme, phase, ...size].join(", ");
}

/** Shows what the preset leaves out, and where its rules were published. */
function PresetFacts({ preset: { notes, sources } }: { preset: RulesPreset }) {
  return (
    <div className={styles.facts}>
      {notes ? <p>{notes}</p> : null}
      <h3>Sources</h3>
      <ul>
        {sources.map(({ url, date }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer">
              {url.replace(/^https:\/\//, "")}
            </a>
            <span className={styles.soft}>{` as of ${date}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
