import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";

/**
 * Prefetches the trader's own stages, which the rest of the record depends on. Kept apart from the queries because it
 * is part of the initial bundle.
 */
export function prefetchOwnStages() {
  void prefetcher.trader.stages.list.prefetch(undefined, { staleTime: staleTimes.traderData });
}
