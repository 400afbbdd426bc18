import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { formatCount } from "../../domain/format/counts.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Stat, StatRow } from "../../components/stat/stat.tsx";
import { useOverview } from "../../app/api-client/use-overview.ts";

/** Shows the number of traders, in total and by status. */
export function UserCards() {
  const overview = useOverview();
  if (overview.isError) {
    return (
      <LoadFailure text="Failed to load the figures." onRetry={() => void overview.refetch()} />
    );
  }
  const users = overview.data?.users;
  const figure = (count: number | undefined) =>
    count === undefined ? <Skeleton width="3ch" /> : formatCount(count);
  return (
    <section aria-label="User figures" aria-busy={overview.isPending}>
      <StatRow>
        <Stat label="Total Users" value={figure(users?.total)} />
        <Stat label="Active" value={figure(users?.byStatus.active)} />
        <Stat label="Pending" value={figure(users?.byStatus.pending)} />
        <Stat label="Under Review" value={figure(users?.byStatus["under-review"])} />
        <Stat label="Breached" value={figure(users?.byStatus.breached)} />
      </StatRow>
    </section>
  );
}
