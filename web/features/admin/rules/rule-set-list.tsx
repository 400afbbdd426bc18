import Box from "@mui/material/Box";
import type {
  RuleSet,
  RuleVersion,
  RuleVersionUse,
} from "../../../../src/business/rulebook/rules/rule-set.schema.ts";
import { rulesInBrief } from "../../../../src/business/rulebook/rules/words.rule.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { dialogAbout, useOpenDialog } from "../../../app/dialogs.tsx";
import { Permitted } from "../../../app/session/permitted.tsx";
import { Button, LinkButton } from "../../../components/button/button.tsx";
import { Clamped } from "../../../components/clamped/clamped.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Lines, Table } from "../../../components/table/table.tsx";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { Moment } from "../../../domain/format/moment.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { useRuleSets } from "../../../domain/rules/rule-versions.tsx";
import { trpc } from "../../../trpc.ts";

/** `version` has the address `?dialog=version&version=12`. */
export const rulesDialogs = {
  version: dialogAbout("version", () =>
    import("./version-dialog.tsx").then((m) => m.VersionDialog),
  ),
};

/** Lists all rule sets by name, each with its versions, newest first. */
export function RuleSetList() {
  const query = useRuleSets();
  const uses = trpc.admin.rules.uses.useQuery(undefined, { staleTime: staleTimes.adminPages });
  return (
    <Loaded query={query} noun="the rules" skeleton={6}>
      {(sets) =>
        sets.length === 0 ? (
          <EmptyState
            icon="document"
            title="No rule sets"
            text="Create one, for example from the published rules of a programme, and assign it to stages."
          />
        ) : (
          <Box sx={setsLook}>
            {sets.map((set) => (
              <RuleSetPanel key={set.id} set={set} uses={uses.data} />
            ))}
          </Box>
        )
      }
    </Loaded>
  );
}

/** Sets follow each other down the columns, because rows would leave gaps below those with few versions. */
const setsLook = {
  columns: "30rem",
  columnGap: 2.5,
  "& > *": { breakInside: "avoid", marginBlockEnd: 2.5 },
  // So that the columns align across rule sets.
  '& td[data-title="Version"]': { inlineSize: { md: "38%" } },
  '& td[data-title="Rules"]': { textWrap: "balance" },
};

/** Shows `5% daily · 10% max · 8% target · 80% share, used by 12 stages`. */
function inBrief(version: RuleVersion, uses: Uses): string {
  const use = uses?.find(({ rulesVersionId }) => rulesVersionId === version.id);
  return `${rulesInBrief(version.rules)}${use ? `, ${describeUse(use)}` : ""}`;
}

function describeUse({ stages, exceedsStages }: RuleVersionUse): string {
  if (stages === 0) return "not used by a stage";
  return `used by ${exceedsStages ? "more than " : ""}${formatCountOf(stages, "stage")}`;
}

type Uses = readonly RuleVersionUse[] | undefined;

interface RuleSetPanelProps {
  set: RuleSet;
  uses: Uses;
}

function RuleSetPanel({ set, uses }: RuleSetPanelProps) {
  const open = useOpenDialog(rulesDialogs);
  const columns: Column<RuleVersion>[] = [
    {
      title: "Version",
      cell: ({ version, createdAt, createdBy }) => (
        <Lines
          below={
            <>
              <Moment at={createdAt} /> by {shorten(createdBy)}
            </>
          }
        >
          <strong>{`Version ${version}`}</strong>
        </Lines>
      ),
    },
    {
      title: "Rules",
      cell: (version) => (
        <Lines below={version.note ? <Clamped lines="three">{version.note}</Clamped> : null}>
          {inBrief(version, uses)}
        </Lines>
      ),
    },
    {
      title: "Actions",
      align: "end",
      cell: (version) => (
        <Button
          size="small"
          aria-label={`View version ${version.version} of ${shorten(set.name)}`}
          onClick={() => open("version", version.id)}
        >
          View
        </Button>
      ),
    },
  ];
  return (
    <Panel
      title={set.name}
      aside={
        <Permitted to="rules.write">
          <LinkButton
            to="/admin/rules/edit"
            search={{ set: String(set.id) }}
            aria-label={`New version of ${shorten(set.name)}`}
            size="small"
          >
            New Version
          </LinkButton>
        </Permitted>
      }
    >
      <Table
        name={`Versions of ${shorten(set.name)}`}
        columns={columns}
        rows={set.versions}
        rowKey={({ id }) => id}
        isPlain
      />
    </Panel>
  );
}
