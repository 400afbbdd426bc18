import { prefetcher } from "../../api-client/prefetcher.ts";
import { trpc } from "../../trpc.ts";

/** Fetches the current data that a decision is based on. */
export function useDesk(id: number) {
  return trpc.admin.payouts.desk.useQuery({ id }, { refetchOnMount: "always" });
}

export function prefetchDesk(id: number) {
  void prefetcher.admin.payouts.desk.prefetch({ id });
}
