import Box from "@mui/material/Box";
import { useOverview } from "../../../app/api-client/overview.ts";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { ClosestAccounts } from "./closest-accounts.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { OwedFigures } from "./owed-figures.tsx";
import { OverviewCards, PayoutOverview, RecentUsers, UserAccounts } from "./overview-panels.tsx";
import { WaitingPanel } from "./waiting-panel.tsx";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { replaceInvalidLanguage } from "../../../components/chart/replace-invalid-language.ts";
import { LoadingRegion } from "../../../components/feedback/loading-region.tsx";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { lazyComponent } from "../../../components/lazy/lazy-component.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { trpc } from "../../../trpc.ts";

/** Shows what a new firm sets up, what waits, the accounts closest to a breach, what is owed, the current figures, and the firm's history. */
export function AdminOverview() {
  return (
    <Stack>
      <FirstSteps />
      <WaitingPanel />
      <ClosestAccounts />
      <OwedFigures />
      <Figures />
    </Stack>
  );
}

/** Shows the figures of all accounts and payouts, with skeletons while they load, around the firm's history. */
function Figures() {
  const { data, isPending, isLoadingError, refetch } = useOverview();
  return (
    <section aria-label="Overview" aria-busy={isPending}>
      <Stack>
        {isLoadingError ? (
          <LoadFailure text="Failed to load the overview." onRetry={() => void refetch()} />
        ) : (
          <>
            <OverviewCards users={data?.users} />
            <Box
              sx={{
                display: "grid",
                gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
                gap: "1.25rem",
              }}
            >
              <PayoutOverview payouts={data?.payouts} />
              <UserAccounts users={data?.users} />
            </Box>
          </>
        )}
        <FirmHistoryPanel />
        {isLoadingError ? null : <RecentUsers users={data?.recentUsers} />}
      </Stack>
    </section>
  );
}

const HistoryCharts = lazyComponent(() => {
  replaceInvalidLanguage();
  return import("./history-charts.tsx").then((m) => m.HistoryCharts);
});

const placeholder = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" },
  gap: "2rem",
};

/** Shows registrations, payouts and breaches by week. */
function FirmHistoryPanel() {
  const query = trpc.admin.overview.history.useQuery(undefined, {
    staleTime: staleTimes.adminPages,
  });
  const skeleton = (
    <LoadingRegion name="Loading the charts">
      <Box sx={placeholder}>
        <Skeleton shape="block" height="15rem" />
        <Skeleton shape="block" height="15rem" />
        <Skeleton shape="block" height="15rem" />
      </Box>
    </LoadingRegion>
  );
  return (
    <Panel
      title="Over Time"
      subtitle="The last 26 weeks, which begin on Monday, in the firm's time zone"
    >
      <Loaded query={query} noun="the charts" skeleton={skeleton}>
        {(history) => <HistoryCharts history={history} fallback={skeleton} />}
      </Loaded>
    </Panel>
  );
}
