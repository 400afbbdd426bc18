import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { useOverview } from "../../app/api-client/use-overview.ts";
import { ClosestAccounts } from "./closest-accounts.tsx";
import { OverviewCards } from "./overview-cards.tsx";
import { FirmHistoryPanel } from "./firm-history.tsx";
import styles from "./overview.module.css";
import { PayoutOverview } from "./payout-overview.tsx";
import { RecentUsers } from "./recent-users.tsx";
import { UserAccounts } from "./user-accounts.tsx";
import { WaitingPanel } from "./waiting-panel.tsx";

/** Shows what waits for an administrator, the current figures, and the firm's history. */
export function AdminOverview() {
  return (
    <div className={styles.stack}>
      <WaitingPanel />
      <Figures />
    </div>
  );
}

/** Shows the figures of all accounts and payouts, with skeletons while they load, around the firm's history. */
function Figures() {
  const { data, isPending, isError, refetch } = useOverview();
  return (
    <section aria-label="Overview" aria-busy={isPending} className={styles.stack}>
      {isError ? (
        <LoadFailure text="Failed to load the overview." onRetry={() => void refetch()} />
      ) : (
        <>
          <OverviewCards users={data?.users} />
          <div className={styles.halves}>
            <PayoutOverview payouts={data?.payouts} />
            <UserAccounts users={data?.users} />
          </div>
        </>
      )}
      <FirmHistoryPanel />
      {isError ? null : (
        <>
          <ClosestAccounts />
          <RecentUsers users={data?.recentUsers} />
        </>
      )}
    </section>
  );
}
