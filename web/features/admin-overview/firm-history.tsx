import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { replaceInvalidLanguage } from "../../components/chart/replace-invalid-language.ts";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { trpc } from "../../trpc.ts";
import styles from "./history.module.css";

const HistoryCharts = lazyComponent(() => {
  replaceInvalidLanguage();
  return import("./history-charts.tsx").then((m) => m.HistoryCharts);
});

/** Shows registrations, payouts and breaches by week. */
export function FirmHistoryPanel() {
  const query = trpc.admin.overview.history.useQuery(undefined, {
    staleTime: staleTimes.adminPages,
  });
  const skeleton = (
    <LoadingRegion name="Loading the charts">
      <div className={styles.charts}>
        <Skeleton shape="block" height="15rem" />
        <Skeleton shape="block" height="15rem" />
        <Skeleton shape="block" height="15rem" />
      </div>
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
