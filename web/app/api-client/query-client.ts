import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { handleSessionError } from "../session/handle-session-error.ts";
import { isTemporary, readApiError } from "./api-error.ts";
import { MINUTE } from "../../../src/platform/time/durations.rule.ts";

/** How long a response counts as fresh (specification, section 7). */
export const staleTimes = {
  traderData: 5 * MINUTE,
  adminTabs: 2 * MINUTE,
  adminPages: MINUTE,
};

/** Milliseconds between two attempts to load what has failed: the pace at which screens poll without a stream. */
const RETRY_EVERY = 15_000;

function hasFailedTemporarily({ status, error }: { status: string; error: unknown }): boolean {
  return status === "error" && isTemporary(error);
}

function retryDelay(error: unknown): number {
  return Math.max(RETRY_EVERY, (readApiError(error).retryAfter ?? 0) * 1000);
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => handleSessionError(queryClient, error) }),
  mutationCache: new MutationCache({ onError: (error) => handleSessionError(queryClient, error) }),
  defaultOptions: {
    // With "always", a call made offline fails with a message instead of being paused.
    queries: {
      // Short, so that opening a page shows what is current; long enough for parts of a screen that mount one after
      // the other to share a response.
      staleTime: 5_000,
      retry: false,
      refetchOnWindowFocus: false,
      // What has failed is loaded again by itself.
      refetchOnReconnect: ({ state }) => (hasFailedTemporarily(state) ? "always" : false),
      refetchInterval: ({ state }) =>
        hasFailedTemporarily(state) ? retryDelay(state.error) : false,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
