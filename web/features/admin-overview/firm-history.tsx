import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { replaceInvalidLanguage } from "../../components/chart/replace-invalid-language.ts";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { trpc } from "../../trpc.ts";
import Box from "@mui/material/Box";

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
export function FirmHistoryPanel() {
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
    <Panel title="Over Time" subtitle="The last 26 weeks, which begin on Monday, in UTC">
      <Loaded query={query} noun="the charts" skeleton={skeleton}>
        {(history) => <HistoryCharts history={history} fallback={skeleton} />}
      </Loaded>
    </Panel>
  );
}
