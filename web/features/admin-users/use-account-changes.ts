import type { AccountStatus } from "../../../src/business/accounts/account-status.rule.ts";
import { trpc } from "../../trpc.ts";
import { useAdminOutcome } from "../../api-client/use-admin-outcome.ts";

/** What can be done to a trader at once, from the menu of his row. */
export function useAccountChanges(id: number) {
  const { succeeded, failed } = useAdminOutcome();

  const status = trpc.admin.accounts.update.useMutation({
    onSuccess: (account) =>
      succeeded("User status updated", `User account status changed to ${account.status}`),
    onError: (error) => failed("Failed to update user status", error, "An error occurred"),
  });
  const payouts = trpc.admin.accounts.update.useMutation({
    onSuccess: ({ payoutEnabled }) =>
      succeeded(
        "Payout status updated",
        payoutEnabled ? "Payouts enabled for user" : "Payouts disabled for user",
      ),
    onError: (error) => failed("Failed to update payout status", error, "An error occurred"),
  });
  const unban = trpc.admin.users.ban.useMutation({
    onSuccess: () => succeeded("User unbanned"),
    onError: (error) => failed("Failed to update ban status", error),
  });

  return {
    isPending: status.isPending || payouts.isPending || unban.isPending,
    setStatus: (wanted: AccountStatus) => status.mutate({ id, status: wanted }),
    setPayouts: (payoutEnabled: boolean) => payouts.mutate({ id, payoutEnabled }),
    unban: () => unban.mutate({ id, banned: false }),
  };
}
