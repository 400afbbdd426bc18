import { prefetcher } from "../../prefetch.ts";
import { freshFor } from "../../query-client.ts";
import { trpc } from "../../trpc.ts";

const options = { staleTime: freshFor.traderData };

export function usePayouts() {
  return trpc.trader.payouts.list.useQuery(undefined, options);
}

export function prefetchPayouts() {
  void prefetcher.trader.payouts.list.prefetch(undefined, options);
}
