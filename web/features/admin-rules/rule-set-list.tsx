import type {
  RuleSet,
  RuleVersion,
  RuleVersionUse,
} from "../../../src/business/judgement/rules/rule-set.schema.ts";
import { rulesInBrief } from "../../../src/business/judgement/rules/words.rule.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Button, LinkButton } from "../../components/button/button.tsx";
import { Clamped } from "../../components/clamped/clamped.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatCountOf } from "../../domain/format/counts.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { useRuleSets } from "../../domain/rules/rule-versions.tsx";
import { trpc } from "../../trpc.ts";
import styles from "./rules.module.css";
import { Permitted } from "../../app/session/permitted.tsx";

export interface ViewedVersion {
  set: RuleSet;
  version: RuleVersion;
}

interface RuleSetListProps {
  onView: (viewed: ViewedVersion) => void;
}

/** Lists all rule sets by name, each with its versions, newest first. */
export function RuleSetList({ onView }: RuleSetListProps) {
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
          <div className={styles.sets}>
            {sets.map((set) => (
              <RuleSetPanel key={set.id} set={set} uses={uses.data} onView={onView} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

/** Shows `5% daily · 10% max · 8% target · 80% share, used by 12 stages`. */
function InBrief({ version, uses }: { version: RuleVersion; uses: Uses }) {
  const use = uses?.find(({ rulesVersionId }) => rulesVersionId === version.id);
  return `${rulesInBrief(version.rules)}${use ? `, ${describeUse(use)}` : ""}`;
}

function describeUse({ stages, exceedsStages }: RuleVersionUse): string {
  if (stages === 0) return "not used by a stage";
  return `used by ${exceedsStages ? "more than " : ""}${formatCountOf(stages, "stage")}`;
}

type Uses = readonly RuleVersionUse[] | undefined;

interface RuleSetPanelProps extends RuleSetListProps {
  set: RuleSet;
  uses: Uses;
}

function RuleSetPanel({ set, uses, onView }: RuleSetPanelProps) {
  const columns: Column<RuleVersion>[] = [
    {
      title: "Version",
      cell: ({ version }) => <span className={styles.version}>{`Version ${version}`}</span>,
    },
    {
      title: "Added",
      cell: ({ createdAt, createdBy }) => (
        <span>
          <span className={styles.moment}>{formatMoment(createdAt)}</span>
          <small className={styles.by}>{`by ${shorten(createdBy)}`}</small>
        </span>
      ),
    },
    {
      title: "Rules",
      cell: (version) => <InBrief version={version} uses={uses} />,
    },
    {
      title: "Note",
      cell: ({ note }) => (note ? <Clamped lines="three">{note}</Clamped> : null),
    },
    {
      title: "Actions",
      align: "end",
      cell: (version) => (
        <Button
          size="small"
          aria-label={`View version ${version.version} of ${shorten(set.name)}`}
          onClick={() => onView({ set, version })}
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
