import { prefetcher } from "./prefetcher.ts";
import { staleTimes } from "./query-client.ts";

/*
 * What loaders of a trader's screens request before the screen's code is there. Loaders are part of the first load of
 * every page, so they import this and not the screens' own queries.
 */

const options = { staleTime: staleTimes.traderData };

/** Prefetches the trader's own stages, which the rest of the record depends on. */
export function prefetchOwnStages() {
  void prefetcher.trader.stages.list.prefetch(undefined, options);
}

export function prefetchPayoutReadiness() {
  void prefetcher.trader.payouts.readiness.prefetch(undefined, options);
  void prefetcher.trader.stages.rules.prefetch({}, options);
  prefetchOwnStages();
}

export function prefetchPayouts() {
  void prefetcher.trader.payouts.list.prefetch(undefined, options);
}
