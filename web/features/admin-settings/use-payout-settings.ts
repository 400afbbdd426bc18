import { trpc } from "../../trpc.ts";

export function usePayoutSettings() {
  return trpc.admin.settings.payouts.get.useQuery(undefined, { refetchOnMount: "always" });
}
