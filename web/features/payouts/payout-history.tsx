import type { Payout } from "../../../src/payouts/payout.schema.ts";
import { formatDollars } from "../../../src/money/money.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { Table, type Column } from "../../components/table/table.tsx";
import { TruncatedText } from "../../components/table/truncated-text.tsx";
import { formatIsoDay } from "../../dates.ts";
import { usePayouts } from "./use-payouts.ts";

const columns: Column<Payout>[] = [
  { title: "Request ID", cell: ({ id }) => `#${id}` },
  { title: "Date", cell: ({ createdAt }) => formatIsoDay(createdAt) },
  { title: "Amount", cell: ({ amount }) => formatDollars(amount), align: "end" },
  { title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: "Admin Notes",
    cell: ({ adminNotes }) => (adminNotes ? <TruncatedText text={adminNotes} /> : "No notes"),
  },
];

export function PayoutHistory() {
  const payouts = usePayouts();
  if (payouts.isPending) return <TableSkeleton name="Loading payout history" rows={4} />;
  if (payouts.isError) {
    return (
      <LoadFailure
        text="Failed to load your payout history."
        onRetry={() => void payouts.refetch()}
      />
    );
  }
  if (payouts.data.length === 0) {
    return (
      <EmptyState
        icon="wallet"
        title="No payout requests found"
        text="A request appears here as soon as you submit it."
      />
    );
  }
  return (
    <Table name="Payout History" columns={columns} rows={payouts.data} rowKey={({ id }) => id} />
  );
}
