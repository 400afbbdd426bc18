import { prefetcher } from "./prefetch.ts";
import { freshFor } from "./query-client.ts";
import { trpc } from "./trpc.ts";

const options = { staleTime: freshFor.adminPages };

/** The book at a glance: the figures on top of the administrators' pages. */
export function useOverview() {
  return trpc.admin.dashboard.useQuery(undefined, options);
}

export function prefetchOverview() {
  void prefetcher.admin.dashboard.prefetch(undefined, options);
}
