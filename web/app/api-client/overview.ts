import { prefetcher } from "./prefetcher.ts";
import { staleTimes } from "./query-client.ts";
import { trpc } from "../../trpc.ts";
import type { Waiting } from "../../../src/business/watch/overview/overview.schema.ts";

const options = { staleTime: staleTimes.adminPages };

/** Fetches the figures at the top of the administrators' pages. */
export function useOverview() {
  return trpc.admin.dashboard.useQuery(undefined, options);
}

export function prefetchOverview() {
  void prefetcher.admin.dashboard.prefetch(undefined, options);
}

/** Fetches the counts of everything that waits for an administrator, every minute. */
export function useWaiting() {
  return trpc.admin.overview.waiting.useQuery(undefined, {
    ...options,
    refetchInterval: staleTimes.adminPages,
  });
}

export function prefetchWaiting() {
  void prefetcher.admin.overview.waiting.prefetch(undefined, options);
}

/** Returns `3`, or `1,000+` if there are more than were counted. */
export function formatTotal({
  total,
  exceedsTotal,
}: Pick<Waiting["reviews"], "total" | "exceedsTotal">) {
  return `${total.toLocaleString("en-US")}${exceedsTotal ? "+" : ""}`;
}
