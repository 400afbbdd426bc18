import { Link } from "@tanstack/react-router";
import type { PaymentRun } from "../../../src/business/money/payments/payments.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../components/loaded/loaded-pages.tsx";
import { Table } from "../../components/table/table.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import { Progress, TotalSums } from "./payment-parts.tsx";
import { useRuns } from "./use-payments.ts";
import styles from "./payments.module.css";

/** Lists all payment runs, newest first. */
export function RunList() {
  return (
    <TableSurface title="Payment Runs">
      <LoadedPages
        query={useRuns()}
        noun="payment runs"
        skeleton={3}
        isInset
        empty={
          <EmptyState
            icon="wallet"
            title="No payment runs yet"
            text="Select approved requests above to create a run."
          />
        }
      >
        {(runs) => <Runs runs={runs} />}
      </LoadedPages>
    </TableSurface>
  );
}

function Runs({ runs }: { runs: PaymentRun[] }) {
  return (
    <div className={styles.body}>
      <Table
        name="Payment Runs"
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          {
            title: "Run",
            card: "start",
            cell: ({ id }) => (
              <Link to="/admin/payments/$id" params={{ id: String(id) }} className={styles.link}>
                {`Run #${id}`}
              </Link>
            ),
          },
          { title: "Created", cell: ({ createdAt }) => formatDay(createdAt) },
          { title: "By", cell: ({ createdBy }) => createdBy },
          { title: "Status", cell: (run) => <RunBadge run={run} /> },
          { title: "Progress", cell: (run) => <Progress run={run} /> },
          {
            title: "Amount",
            align: "end",
            card: "end",
            cell: ({ totals }) => (
              <span className={styles.amount}>
                <TotalSums totals={totals} />
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
