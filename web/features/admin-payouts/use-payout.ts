import { trpc } from "../../trpc.ts";

/** One request with its whole life, asked for anew whenever a dialog opens. */
export function usePayout(id: number) {
  return trpc.admin.payouts.get.useQuery({ id }, { refetchOnMount: "always" });
}
