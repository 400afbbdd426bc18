import { trpc } from "../../trpc.ts";

/** A request with its timeline, fetched again whenever a dialog opens. */
export function usePayout(id: number) {
  return trpc.admin.payouts.get.useQuery({ id }, { refetchOnMount: "always" });
}
