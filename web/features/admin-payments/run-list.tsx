import { Link } from "@tanstack/react-router";
import type { PaymentRun } from "../../../src/business/payments/payments.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { TableSurface } from "../../components/data-table/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Table } from "../../components/table/table.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { formatDay } from "../../format/dates.ts";
import { Progress } from "./progress.tsx";
import { Sums } from "./totals.tsx";
import { useRuns } from "./use-payments.ts";
import styles from "./payments.module.css";

/** All payment runs, newest first. */
export function RunList() {
  const query = useRuns();
  const runs = query.data?.pages.flatMap(({ rows }) => rows);
  return (
    <TableSurface title="Payment runs">
      {runs ? (
        <Runs runs={runs} />
      ) : (
        <div className={styles.body}>
          {query.isError ? (
            <LoadFailure
              text="Failed to load the payment runs."
              onRetry={() => void query.refetch()}
            />
          ) : (
            <TableSkeleton name="Loading payment runs" rows={3} />
          )}
        </div>
      )}
      {query.hasNextPage ? (
        <footer className={styles.more}>
          <Button
            size="small"
            isPending={query.isFetchingNextPage}
            pendingLabel="Loading..."
            onClick={() => void query.fetchNextPage()}
          >
            Show More
          </Button>
        </footer>
      ) : null}
    </TableSurface>
  );
}

function Runs({ runs }: { runs: PaymentRun[] }) {
  if (runs.length === 0) {
    return (
      <EmptyState
        icon="wallet"
        title="No payment runs yet"
        text="Select approved requests above and make a run of them."
      />
    );
  }
  return (
    <div className={styles.body}>
      <Table
        name="Payment runs"
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          {
            title: "Run",
            cell: ({ id }) => (
              <Link to="/admin/payments/$id" params={{ id: String(id) }} className={styles.link}>
                {`Run #${id}`}
              </Link>
            ),
          },
          { title: "Made", cell: ({ createdAt }) => formatDay(createdAt) },
          { title: "By", cell: ({ createdBy }) => createdBy },
          { title: "Status", cell: (run) => <RunBadge run={run} /> },
          { title: "Progress", cell: (run) => <Progress run={run} /> },
          {
            title: "Amount",
            align: "end",
            cell: ({ totals }) => (
              <span className={styles.amount}>
                <Sums totals={totals} />
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}

export function RunBadge({ run }: { run: Pick<PaymentRun, "closedAt"> }) {
  return run.closedAt ? <Badge tone="gray">Closed</Badge> : <Badge tone="orange">Open</Badge>;
}
