import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { trpc } from "../../trpc.ts";

const options = { staleTime: staleTimes.traderData };

export function prefetchPayoutReadiness() {
  void prefetcher.trader.payouts.readiness.prefetch(undefined, options);
  void prefetcher.trader.stages.rules.prefetch({}, options);
  void prefetcher.trader.stages.list.prefetch(undefined, options);
}

/** Fetches what the current stage is ready to pay out, and the rules that decide it. */
export function usePayoutReadiness() {
  return {
    readiness: trpc.trader.payouts.readiness.useQuery(undefined, options),
    rules: trpc.trader.stages.rules.useQuery({}, options),
    stages: trpc.trader.stages.list.useQuery(undefined, options),
  };
}

export function usePayouts() {
  return trpc.trader.payouts.list.useQuery(undefined, options);
}

export function prefetchPayouts() {
  void prefetcher.trader.payouts.list.prefetch(undefined, options);
}
