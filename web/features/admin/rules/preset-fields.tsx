import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { RulesPreset } from "../../../../src/business/rulebook/rules/rule-set.schema.ts";
import { formatDollars } from "../../../../src/platform/money/money.ts";
import { Button } from "../../../components/button/button.tsx";
import { Select } from "../../../components/field/select.tsx";
import { FormFields } from "../../../components/forms/form-layout.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { trpc } from "../../../trpc.ts";

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
    <Stack sx={{ gap: 2.25 }}>
      <FormFields isWide>
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
      </FormFields>
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
      <Typography role="status" color="textSecondary" className={used ? "" : "visually-hidden"}>
        {used}
      </Typography>
    </Stack>
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
    <Stack sx={{ gap: 1 }}>
      {notes ? <p>{notes}</p> : null}
      <Typography variant="subtitle2" component="h3" color="textSecondary">
        Sources
      </Typography>
      <Stack component="ul" sx={{ gap: 0.5, listStyle: "none", overflowWrap: "anywhere" }}>
        {sources.map(({ url, date }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer">
              {url.replace(/^https:\/\//, "")}
            </a>
            <Typography component="span" color="textSecondary">{` as of ${date}`}</Typography>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
