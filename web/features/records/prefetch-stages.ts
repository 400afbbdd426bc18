import { prefetcher } from "../../api-client/prefetcher.ts";
import { staleTimes } from "../../api-client/query-client.ts";

/** The trader's own stages, which the rest of a record waits for. Apart from the queries: it is in the first load. */
export function prefetchOwnStages() {
  void prefetcher.trader.stages.list.prefetch(undefined, { staleTime: staleTimes.traderData });
}
