import { trpc } from "../../trpc.ts";

/** Fetches a request with its timeline, again each time a dialog opens. */
export function usePayout(id: number) {
  return trpc.admin.payouts.get.useQuery({ id }, { refetchOnMount: "always" });
}
