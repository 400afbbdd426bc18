import { readApiError } from "./api-error.ts";
import { prefetcher } from "./prefetcher.ts";
import { staleTimes } from "./query-client.ts";
import { trpc } from "../trpc.ts";

const RETRIES = 3;

/** Answers that asking again will not change. */
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

/** Does not wait: the screen shows by itself how the loading goes. */
export function prefetchAccount() {
  void prefetcher.trader.account.prefetch(undefined, options);
}
