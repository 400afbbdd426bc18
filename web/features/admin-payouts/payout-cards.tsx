import type { PayoutStatus } from "../../../src/business/money/payouts/payout.rule.ts";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { formatCount } from "../../domain/format/counts.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Sums } from "../../components/money/sums.tsx";
import { Stat, StatRow } from "../../components/stat/stat.tsx";
import { sumsOf } from "../../domain/format/sums.rule.ts";
import { useOverview } from "../../app/api-client/use-overview.ts";

/** Shows how many requests there are, and their total amounts. */
export function PayoutCards() {
  const overview = useOverview();
  if (overview.isError) {
    return (
      <LoadFailure text="Failed to load the figures." onRetry={() => void overview.refetch()} />
    );
  }
  const payouts = overview.data?.payouts;
  const count = (value: number | undefined) =>
    value === undefined ? <Skeleton width="3ch" /> : formatCount(value);
  const amount = (status: PayoutStatus) =>
    payouts === undefined ? (
      <Skeleton width="6ch" />
    ) : (
      <Sums sums={sumsOf(payouts.byStatus[status])} />
    );
  return (
    <section aria-label="Payout figures" aria-busy={overview.isPending}>
      <StatRow>
        <Stat label="Total Requests" value={count(payouts?.total)} />
        <Stat label="Pending" value={count(payouts?.byStatus.pending.count)} />
        <Stat label="Approved Amount" value={amount("approved")} />
        <Stat label="Pending Amount" value={amount("pending")} />
      </StatRow>
    </section>
  );
}
