import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import { Button, LinkButton } from "../../../components/button/button.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Link } from "@tanstack/react-router";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { Notice } from "../../../components/feedback/notice.tsx";
import { trpc } from "../../../trpc.ts";
import { useState } from "react";
import type { Stage } from "../../../../src/business/record/stages/stage.schema.ts";
import { kindOf } from "../../../../src/business/rulebook/kinds/kinds.rule.ts";
import type { StoredVerdict } from "../../../../src/business/record/verdicts/verdicts.schema.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import {
  type BreachStanding,
  gradeWords,
  outcomeStatus,
} from "../../../domain/verdicts/verdict-words.ts";
import type { Verdict } from "../../../../src/business/rulebook/engine/verdict.schema.ts";

/** Replaces the chart and the results if the trader has no records. */
export function NoRecord({ userId }: { userId: number }) {
  return (
    <Paper variant="outlined">
      <EmptyState
        icon="document"
        title="No trading record yet"
        text="Import a statement to see the chart, the calendar and the trades."
        action={
          <LinkButton
            to="/admin/users/$id"
            params={{ id: String(userId) }}
            search={{ tab: "record" }}
            replace
            size="small"
          >
            Import a Statement
          </LinkButton>
        }
      />
    </Paper>
  );
}

const titles = {
  breach: "A breach is waiting for a decision",
  pass: "A pass is waiting for a decision",
} as const;

/** Links to the trader's open reviews; renders nothing if there are none. */
export function OpenReviews({ userId }: { userId: number }) {
  const { data } = trpc.admin.reviews.list.useQuery(
    { userId, status: "open", limit: 10 },
    { staleTime: staleTimes.adminPages },
  );
  return data?.map(({ id, kind }) => (
    <Notice key={id} tone="info" title={titles[kind]}>
      <Link to="/admin/reviews" search={{ review: id }}>
        Open the review
      </Link>
    </Notice>
  ));
}

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
      <Box component="time" dateTime={at.toISOString()} sx={{ whiteSpace: "nowrap" }}>
        {formatMoment(at)}
      </Box>
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
  {
    title: "Cause",
    cell: ({ cause }) => (
      <Box component="span" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
        {cause.message}
      </Box>
    ),
  },
];

function Changed({ verdict, before }: Pick<Row, "verdict" | "before">) {
  const changed = changedRules(before?.verdict, verdict);
  if (changed.length === 0) return "—";
  return (
    <Box component="ul" sx={{ listStyle: "none" }}>
      {changed.map(({ kind, index, words }) => (
        <li key={`${kind} ${index}`}>{`${kindOf(kind).name}: ${words}`}</li>
      ))}
    </Box>
  );
}

type Rule = Verdict["rules"][number];

const statusWords: Readonly<Record<Rule["status"], string>> = {
  kept: "kept",
  breached: "breached",
  undetermined: "undetermined",
  met: "met",
  not_met: "not met",
};

interface ChangedRule {
  kind: Rule["kind"];
  index: number;
  /** `kept, then breached`, or only the status if there is no previous one. */
  words: string;
}

/**
 * Returns the rules whose status differs from the previous verdict; without one, those that no longer have their
 * initial status. Rules of different versions are matched by kind and position.
 */
export function changedRules(before: Verdict | undefined, after: Verdict): ChangedRule[] {
  return after.rules.flatMap(({ kind, index, status }): ChangedRule[] => {
    const previous = before?.rules.find((rule) => rule.kind === kind && rule.index === index);
    if (!previous) {
      const isUsual = status === "kept" || status === "not_met";
      return isUsual ? [] : [{ kind, index, words: statusWords[status] }];
    }
    if (previous.status === status) return [];
    return [{ kind, index, words: `${statusWords[previous.status]}, then ${statusWords[status]}` }];
  });
}
