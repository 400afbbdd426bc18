import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { formatDollars } from "../../../src/platform/money/money.ts";
import { formatCount } from "../../format/counts.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Stat, StatRow } from "../../components/stat/stat.tsx";
import { useOverview } from "../../api-client/use-overview.ts";

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
  const dollars = (value: string | undefined) =>
    value === undefined ? <Skeleton width="6ch" /> : formatDollars(value);
  return (
    <section aria-label="Payout figures" aria-busy={overview.isPending}>
      <StatRow>
        <Stat label="Total Requests" value={count(payouts?.total)} />
        <Stat label="Pending" value={count(payouts?.byStatus.pending.count)} />
        <Stat label="Approved Amount" value={dollars(payouts?.byStatus.approved.amount)} />
        <Stat label="Pending Amount" value={dollars(payouts?.byStatus.pending.amount)} />
      </StatRow>
    </section>
  );
}
