import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { trpc } from "../../trpc.ts";

const options = { staleTime: staleTimes.traderData };

export function usePayouts() {
  return trpc.trader.payouts.list.useQuery(undefined, options);
}

export function prefetchPayouts() {
  void prefetcher.trader.payouts.list.prefetch(undefined, options);
}
