import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import { linkStatuses } from "../../../../src/business/links/cases/link-case.rule.ts";
import type { LinkCase } from "../../../../src/business/links/cases/link-case.schema.ts";
import type { LinkRunOut } from "../../../../src/business/links/runs/link-run.schema.ts";
import { recordOf } from "../../../../src/platform/fields/pick.rule.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { Choice } from "../../../components/choice/choice.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { NoValue } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { formatCount } from "../../../domain/format/figures.ts";
import { trpc } from "../../../trpc.ts";
import type { LinkSearch } from "./link-search.ts";
import { caseKindNames, caseStatuses } from "../../../domain/links/link-words.ts";

const inText = { textDecoration: "underline" };

/** The most cases that are shown at once; the filters find the others. */
const MOST = 200;

interface LinkQueueProps {
  search: LinkSearch;
  onChange: (search: LinkSearch) => void;
}

const choices = { all: "All", ...recordOf(linkStatuses, (status) => caseStatuses[status].word) };

/** Lists the cases about linked users, newest first. Names are only on a case's own page, which is recorded. */
export function LinkQueue({ search, onChange }: LinkQueueProps) {
  const { status, user } = search;
  const query = trpc.admin.links.list.useQuery(
    { limit: MOST, ...(status && { status }), ...(user !== undefined && { userId: user }) },
    { staleTime: staleTimes.adminPages },
  );
  return (
    <Stack>
      <Box sx={{ overflowX: "auto" }}>
        <Choice
          name="State of the case"
          options={choices}
          selected={status ?? "all"}
          onSelect={(chosen) =>
            onChange({ ...search, status: chosen === "all" ? undefined : chosen })
          }
        />
      </Box>
      {user === undefined ? null : (
        <p>
          {`Only the case of user ${user}. `}
          <Link to="/admin/links" search={{}} style={inText}>
            Show every case
          </Link>
        </p>
      )}
      <Loaded query={query} noun="the cases" skeleton={6}>
        {(cases) =>
          cases.length === 0 ? (
            <EmptyState
              icon="circleCheck"
              title="No cases"
              text="Accounts that trade alike or against each other, or share what they should not, appear here."
            />
          ) : (
            <Panel title="Cases" subtitle={cases.length < MOST ? undefined : `The newest ${MOST}.`}>
              <Table name="Cases" columns={columns} rows={cases} rowKey={({ id }) => String(id)} />
            </Panel>
          )
        }
      </Loaded>
      <Runs />
    </Stack>
  );
}

const columns: Column<LinkCase>[] = [
  {
    title: "Case",
    isHeader: true,
    cell: ({ id }) => (
      <Link to="/admin/links/$id" params={{ id: String(id) }} style={inText}>{`#${id}`}</Link>
    ),
  },
  {
    title: "State",
    cell: ({ status }) => (
      <Badge tone={caseStatuses[status].tone}>{caseStatuses[status].word}</Badge>
    ),
  },
  {
    title: "What Was Seen",
    cell: ({ kinds }) =>
      kinds.length === 0 ? (
        <NoValue>Nothing</NoValue>
      ) : (
        kinds.map((kind) => caseKindNames[kind]).join("; ")
      ),
  },
  {
    title: "Accounts",
    cell: ({ userIds, mergedInto }) =>
      mergedInto === null
        ? userIds.map((id) => `#${id}`).join(", ") || <NoValue>None</NoValue>
        : `In case #${mergedInto}`,
  },
  { title: "Opened", cell: ({ openedAt }) => formatMoment(openedAt) },
  {
    title: "Opened Again",
    cell: ({ reopenedAt }) => (reopenedAt ? formatMoment(reopenedAt) : <NoValue>No</NoValue>),
  },
  {
    title: "Decided",
    cell: ({ decidedAt }) => (decidedAt ? formatMoment(decidedAt) : <NoValue>No</NoValue>),
  },
];

function Runs() {
  const query = trpc.admin.links.runs.useQuery({ limit: 10 }, { staleTime: staleTimes.adminPages });
  return (
    <Panel
      title="Comparisons of All Accounts"
      subtitle="Every night, and when someone asks for one."
    >
      <Loaded query={query} noun="the comparisons" skeleton={3}>
        {(runs) =>
          runs.length === 0 ? (
            <p>All accounts have not been compared yet.</p>
          ) : (
            <Table
              name="Comparisons of all accounts"
              columns={runColumns}
              rows={runs}
              rowKey={({ id }) => String(id)}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

const countOr = (count: number | null) =>
  count === null ? <NoValue>Not yet</NoValue> : formatCount(count);

const runColumns: Column<LinkRunOut>[] = [
  { title: "Started", isHeader: true, cell: ({ startedAt }) => formatMoment(startedAt) },
  {
    title: "Finished",
    cell: ({ finishedAt }) => (finishedAt ? formatMoment(finishedAt) : <NoValue>Not yet</NoValue>),
  },
  { title: "Accounts", align: "end", cell: ({ accounts }) => countOr(accounts) },
  { title: "Entries", align: "end", cell: ({ entries }) => countOr(entries) },
  { title: "Comparisons", align: "end", cell: ({ comparisons }) => countOr(comparisons) },
  { title: "Cases Opened", align: "end", cell: ({ opened }) => countOr(opened) },
];
