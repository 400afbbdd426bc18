import { prefetcher } from "./prefetcher.ts";
import { staleTimes } from "./query-client.ts";
import { trpc } from "../../trpc.ts";

const options = { staleTime: staleTimes.adminPages };

/** Fetches the figures at the top of the administrators' pages. */
export function useOverview() {
  return trpc.admin.dashboard.useQuery(undefined, options);
}

export function prefetchOverview() {
  void prefetcher.admin.dashboard.prefetch(undefined, options);
}
