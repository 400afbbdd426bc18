import { useState } from "react";
import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { ruleNames } from "../../../src/business/judgement/rules/rule-figures.rule.ts";
import type { StoredVerdict } from "../../../src/business/judgement/verdicts/verdicts.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import {
  type BreachStanding,
  gradeWords,
  outcomeStatus,
} from "../../domain/verdicts/verdict-words.ts";
import { changedRules } from "./changed-rules.ts";
import styles from "./verdict.module.css";

const PAGE = 25;
/** The maximum limit that the server accepts. */
const MAX_LIMIT = 1000;

interface VerdictHistoryProps {
  userId: number;
  stage: Stage;
  standing: BreachStanding;
}

/** Lists the stored verdicts, each with its cause, newest first. */
export function VerdictHistory({ userId, stage, standing }: VerdictHistoryProps) {
  const [limit, setLimit] = useState(PAGE);
  const query = trpc.admin.verdicts.useQuery(
    { userId, stage: stage.id, limit },
    { staleTime: staleTimes.adminPages, placeholderData: (previous) => previous },
  );
  const isTruncated = query.data?.length === limit && limit < MAX_LIMIT;
  return (
    <Panel
      title="Verdict History"
      subtitle="A verdict is stored whenever the outcome or the status of a rule changes."
    >
      <Loaded query={query} noun="the verdicts" skeleton={3}>
        {(verdicts) => <Rows verdicts={verdicts} standing={standing} />}
      </Loaded>
      {isTruncated ? (
        <Button
          size="small"
          isPending={query.isPlaceholderData}
          pendingLabel="Loading..."
          onClick={() => setLimit(Math.min(MAX_LIMIT, limit + 4 * PAGE))}
        >
          Show Older Verdicts
        </Button>
      ) : null}
    </Panel>
  );
}

interface RowsProps extends Pick<VerdictHistoryProps, "standing"> {
  verdicts: StoredVerdict[];
}

function Rows({ verdicts, standing }: RowsProps) {
  if (verdicts.length === 0) {
    return (
      <EmptyState
        icon="document"
        title="No verdicts yet"
        text="The first one is stored once the stage has rules and has been judged by them."
      />
    );
  }
  const rows = verdicts.map((kept, index) => ({ ...kept, before: verdicts[index + 1] }));
  return <Table name="Stored verdicts" columns={columnsOf(standing)} rows={rows} rowKey={idOf} />;
}

/** A stored verdict with the one before it, if that is loaded. */
interface Row extends StoredVerdict {
  before: StoredVerdict | undefined;
}

const idOf = ({ id }: Row) => id;

const columnsOf = (standing: BreachStanding): Column<Row>[] => [
  {
    title: "When",
    cell: ({ at }) => (
      <time dateTime={at.toISOString()} className={styles.time}>
        {formatMoment(at)}
      </time>
    ),
  },
  {
    title: "Verdict",
    cell: ({ outcome }) => {
      const { word, tone } = outcomeStatus(outcome, standing);
      return <Badge tone={tone}>{word}</Badge>;
    },
  },
  { title: "Evidence", cell: ({ grade }) => gradeWords[grade] },
  { title: "Changed", cell: ({ verdict, before }) => <Changed {...{ verdict, before }} /> },
  { title: "Cause", cell: ({ cause }) => <span className={styles.cause}>{cause.message}</span> },
];

function Changed({ verdict, before }: Pick<Row, "verdict" | "before">) {
  const changed = changedRules(before?.verdict, verdict);
  if (changed.length === 0) return "—";
  return (
    <ul className={styles.changed}>
      {changed.map(({ kind, index, words }) => (
        <li key={`${kind} ${index}`}>{`${ruleNames[kind]}: ${words}`}</li>
      ))}
    </ul>
  );
}
