import type { Waiting } from "../../src/business/overview/waiting.schema.ts";
import { prefetcher } from "./prefetcher.ts";
import { staleTimes } from "./query-client.ts";
import { trpc } from "../trpc.ts";

const options = { staleTime: staleTimes.adminPages };

/** What waits for an administrator; refreshed every minute. */
export function useWaiting() {
  return trpc.admin.overview.waiting.useQuery(undefined, {
    ...options,
    refetchInterval: staleTimes.adminPages,
  });
}

export function prefetchWaiting() {
  void prefetcher.admin.overview.waiting.prefetch(undefined, options);
}

/** `3`, or `1,000+`. */
export function formatTotal({
  total,
  exceedsTotal,
}: Pick<Waiting["reviews"], "total" | "exceedsTotal">) {
  return `${total.toLocaleString("en-US")}${exceedsTotal ? "+" : ""}`;
}
