import Box from "@mui/material/Box";
import { useOverview } from "../../app/api-client/use-overview.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { ClosestAccounts } from "./closest-accounts.tsx";
import { FirmHistoryPanel } from "./firm-history.tsx";
import { OverviewCards, PayoutOverview, RecentUsers, UserAccounts } from "./overview-panels.tsx";
import { WaitingPanel } from "./waiting-panel.tsx";

/** Shows what waits, the accounts closest to a breach, the current figures, and the firm's history. */
export function AdminOverview() {
  return (
    <Stack>
      <WaitingPanel />
      <ClosestAccounts />
      <Figures />
    </Stack>
  );
}

/** Shows the figures of all accounts and payouts, with skeletons while they load, around the firm's history. */
function Figures() {
  const { data, isPending, isError, refetch } = useOverview();
  return (
    <section aria-label="Overview" aria-busy={isPending}>
      <Stack>
        {isError ? (
          <LoadFailure text="Failed to load the overview." onRetry={() => void refetch()} />
        ) : (
          <>
            <OverviewCards users={data?.users} />
            <Box
              sx={{
                display: "grid",
                gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "1fr 1fr" },
                gap: "1.25rem",
              }}
            >
              <PayoutOverview payouts={data?.payouts} />
              <UserAccounts users={data?.users} />
            </Box>
          </>
        )}
        <FirmHistoryPanel />
        {isError ? null : <RecentUsers users={data?.recentUsers} />}
      </Stack>
    </section>
  );
}
