import { readFault } from "./api-error.ts";
import { freshFor } from "./query-client.ts";
import { trpc } from "./trpc.ts";

const RETRIES = 3;

/** Answers that asking again will not change. */
const finalStatuses = new Set([401, 403]);

export function useAccount() {
  return trpc.trader.account.useQuery(undefined, {
    staleTime: freshFor.traderData,
    retry: (failures, error) =>
      failures < RETRIES && !finalStatuses.has(readFault(error).httpStatus ?? 0),
    retryDelay: (attempt) => 300 * 2 ** attempt,
  });
}
