import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { trpc } from "../../trpc.ts";

/** In milliseconds. The live stream of an account reports new records, but no decisions. */
const POLL_PENDING = 5_000;

/**
 * Fetches the current data that a decision is based on; again every few seconds while the request is pending and the
 * tab is visible, because a colleague may decide it.
 */
export function useDesk(id: number) {
  return trpc.admin.payouts.desk.useQuery(
    { id },
    {
      refetchOnMount: "always",
      refetchInterval: ({ state }) =>
        state.data?.payout.status === "pending" ? POLL_PENDING : false,
    },
  );
}

export function prefetchDesk(id: number) {
  void prefetcher.admin.payouts.desk.prefetch({ id });
}
