import { readApiError } from "./api-error.ts";
import { prefetcher } from "./prefetcher.ts";
import { staleTimes } from "./query-client.ts";
import { trpc } from "../../trpc.ts";

const RETRIES = 3;

/** Statuses that a retry would not change. */
const finalStatuses = new Set([401, 403]);

const options = {
  staleTime: staleTimes.traderData,
  retry: (failures: number, error: unknown) =>
    failures < RETRIES && !finalStatuses.has(readApiError(error).httpStatus ?? 0),
  retryDelay: (attempt: number) => 300 * 2 ** attempt,
};

export function useAccount() {
  return trpc.trader.account.useQuery(undefined, options);
}

/** Does not block the navigation: the screen shows its own loading state. */
export function prefetchAccount() {
  void prefetcher.trader.account.prefetch(undefined, options);
}
