import type { Bridge } from "../../../../src/business/record/actions/action.schema.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Fact, FactColumns, NoValue } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatDuration } from "../../../domain/format/dates.ts";
import { formatCount } from "../../../domain/format/figures.ts";
import { Moment } from "../../../domain/format/moment.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";
import { useOpenFindings } from "./use-findings.ts";
import styles from "./bridge-list.module.css";
import { describeSkew, stateOf } from "./bridge-words.ts";

type Report = NonNullable<Bridge["report"]>;

/** How often the reports are read again, because no event announces them. */
const INTERVAL = 15_000;

/** Shows every bridge, and what connectors report about themselves. */
export function BridgeList() {
  const query = trpc.admin.bridges.list.useQuery(undefined, { refetchInterval: INTERVAL });
  return (
    <Loaded query={query} noun="the bridges" skeleton={4}>
      {(bridges) =>
        bridges.length > 0 ? (
          <Stack>
            {bridges.map((bridge) => (
              <BridgePanel
                key={`${bridge.tokenId} ${bridge.report?.server ?? ""}`}
                bridge={bridge}
              />
            ))}
          </Stack>
        ) : (
          <EmptyState
            icon="key"
            title="No bridges yet"
            text="Create an API token with the scopes feed:write and actions:execute, and start a bridge with it."
          />
        )
      }
    </Loaded>
  );
}

function BridgePanel({ bridge }: { bridge: Bridge }) {
  const found = useOpenFindings().data?.filter(({ tokenId }) => tokenId === bridge.tokenId);
  const { label, report, waiting, lastFeedAt, lastPollAt } = bridge;
  const { word, tone } = stateOf(bridge);
  return (
    <Panel
      title={report ? `${shorten(label)}: ${shorten(report.server)}` : shorten(label)}
      subtitle={report ? `Connects ${report.platform}` : "Reports nothing about itself"}
      aside={<Badge tone={tone}>{word}</Badge>}
    >
      <FactColumns className={styles.facts}>
        {report ? <ReportFacts report={report} reportedAt={bridge.reportedAt} /> : null}
        <Fact name="Last feed">{momentOf(lastFeedAt)}</Fact>
        <Fact name="Last asked for actions">{momentOf(lastPollAt)}</Fact>
        <Fact name="Waiting actions">{formatCount(waiting)}</Fact>
        <Fact name="Open findings">{found ? formatCount(found.length) : null}</Fact>
      </FactColumns>
      {report && report.failures.length > 0 ? <FailureTable report={report} /> : null}
    </Panel>
  );
}

const momentOf = (at: Date | null) => (at ? <Moment at={at} as="ago" /> : <NoValue>Never</NoValue>);

function ReportFacts({ report, reportedAt }: { report: Report; reportedAt: Date | null }) {
  const { connectedSince, lagSeconds, clockSkewSeconds, accounts } = report;
  return (
    <>
      <Fact name="Connected">
        {connectedSince ? <Moment at={connectedSince} as="ago" /> : <NoValue>No</NoValue>}
      </Fact>
      <Fact name="Lag">
        {lagSeconds === null ? (
          <NoValue>Not known yet</NoValue>
        ) : (
          formatDuration(Math.round(lagSeconds))
        )}
      </Fact>
      <Fact name="Clock">{describeSkew(clockSkewSeconds)}</Fact>
      <Fact name="Accounts">
        {formatCount(accounts.followed)}, {formatCount(accounts.open)} with open positions
      </Fact>
      <Fact name="Reported">{momentOf(reportedAt)}</Fact>
    </>
  );
}

const failureColumns: Column<Report["failures"][number]>[] = [
  { title: "What is wrong", cell: ({ message }) => message, isHeader: true },
  { title: "Login", cell: ({ login }) => login ?? <NoValue>All</NoValue> },
  { title: "Since", cell: ({ since }) => <Moment at={since} as="ago" /> },
  { title: "Times", cell: ({ count }) => formatCount(count), align: "end" },
];

function FailureTable({ report: { failures, server } }: { report: Report }) {
  return (
    <Table
      name={`Failures of ${server}`}
      columns={failureColumns}
      rows={failures}
      rowKey={({ code, login }) => `${code} ${login ?? ""}`}
    />
  );
}
