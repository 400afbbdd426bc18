import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { RulesPreset } from "../../../../src/business/rulebook/rules/rule-set.schema.ts";
import { rulesInBrief } from "../../../../src/business/rulebook/rules/words.rule.ts";
import { formatDollars } from "../../../../src/platform/money/money.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { Select } from "../../../components/field/select.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { LadderSteps } from "../../../domain/stages/ladder.tsx";
import { trpc } from "../../../trpc.ts";

/** A published programme: its phases in order, once for each size if the rules depend on it. */
export interface PresetProgramme {
  firm: string;
  programme: string;
  phases: readonly RulesPreset[];
  /** The sizes of which one must be chosen; empty if the rules do not depend on it. */
  sizes: readonly string[];
}

/** Groups presets into the programmes that the server creates from them. */
export function presetProgrammes(presets: readonly RulesPreset[]): PresetProgramme[] {
  const groups = Map.groupBy(presets, ({ firm, programme }) => `${firm}\n${programme}`);
  return Array.from(groups.values(), (phases) => ({
    firm: phases[0]!.firm,
    programme: phases[0]!.programme,
    phases,
    sizes: [...new Set(phases.flatMap(({ initialBalance }) => initialBalance ?? []))],
  }));
}

interface PresetProgrammesProps {
  onCreated: () => void;
}

/** Offers the published programmes of firms, each of which one click adds with all its rule sets. */
export function PresetProgrammes({ onCreated }: PresetProgrammesProps) {
  const [firm, setFirm] = useState("");
  const query = trpc.admin.rules.presets.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Panel
      title="From a Preset"
      subtitle="Adds a published programme with the rule sets of its phases. You can change it with a new version."
    >
      <Loaded query={query} noun="the presets" skeleton={1}>
        {(presets) => (
          <>
            <Box sx={{ maxInlineSize: "20rem" }}>
              <Select
                label="Firm"
                placeholder="Choose a firm"
                options={Object.fromEntries(presets.map((preset) => [preset.firm, preset.firm]))}
                value={firm}
                onChange={({ target }) => setFirm(target.value)}
              />
            </Box>
            {presetProgrammes(presets)
              .filter((offered) => offered.firm === firm)
              .map((offered) => (
                <PresetRow key={offered.programme} offered={offered} onCreated={onCreated} />
              ))}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function PresetRow({ offered, onCreated }: PresetProgrammesProps & { offered: PresetProgramme }) {
  const { firm, programme, phases, sizes } = offered;
  const [size, setSize] = useState(sizes[0]);
  const { succeeded, failed } = useAdminOutcome();
  const create = trpc.admin.programmes.createFromPreset.useMutation({
    onSuccess: (created) => {
      onCreated();
      return succeeded("Programme added", created.name);
    },
    onError: (error) => failed("Failed to add the programme", error),
  });
  const shown = phases.filter(({ initialBalance }) => [null, size].includes(initialBalance));
  const notes = [...new Set(shown.map((preset) => preset.notes).filter((note) => note !== ""))];
  return (
    <Box component="section" aria-label={programme} sx={row}>
      <Box sx={head}>
        <Typography component="h3" sx={{ flex: 1, fontWeight: 600 }}>
          {programme}
        </Typography>
        {size === undefined ? null : (
          <Select
            label="Initial balance"
            layout="inline"
            options={Object.fromEntries(sizes.map((each) => [each, formatDollars(each)]))}
            value={size}
            onChange={({ target }) => setSize(target.value)}
          />
        )}
        <PermittedButton
          ability="rules.write"
          size="small"
          aria-label={`Add ${programme}`}
          isPending={create.isPending}
          pendingLabel="Adding..."
          onClick={() =>
            create.mutate({
              firm,
              programme,
              ...(size !== undefined && { initialBalances: [size] }),
            })
          }
        >
          Add
        </PermittedButton>
      </Box>
      <LadderSteps
        steps={shown.map(({ phase, rules }) => ({
          phase,
          terms: rulesInBrief(rules),
          payoutEnabled: rules.payout !== null,
        }))}
      />
      {notes.map((note) => (
        <Typography key={note} variant="body2" sx={{ color: "text.secondary" }}>
          {note}
        </Typography>
      ))}
    </Box>
  );
}

const row = {
  display: "grid",
  gap: "0.75rem",
  marginBlockStart: "1.25rem",
  paddingBlockStart: "1.25rem",
  borderBlockStart: "1px solid var(--line)",
};

const head = { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0.5rem 1rem" };
