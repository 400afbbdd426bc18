import type { AccountStatus } from "../../../src/business/accounts/account-status.rule.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { trpc } from "../../trpc.ts";
import { useAdminOutcome } from "../../api-client/use-admin-outcome.ts";

/** The changes that the menu of a row makes without a dialog. */
export function useAccountChanges({ id, tradingAccount }: TraderListItem) {
  const { succeeded, failed } = useAdminOutcome();
  const setStatus = useSetStatus(id, tradingAccount.status);
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
    isPending: setStatus.isPending || payouts.isPending || unban.isPending,
    setStatus: (status: AccountStatus) => setStatus.mutate({ id, status }),
    setPayouts: (payoutEnabled: boolean) => payouts.mutate({ id, payoutEnabled }),
    unban: () => unban.mutate({ id, banned: false }),
  };
}

/** The toast of a change offers to undo it; the toast of an undone change does not. */
function useSetStatus(id: number, present: AccountStatus) {
  const { succeeded, failed } = useAdminOutcome();
  const title = "User status updated";
  const describe = ({ status }: { status: AccountStatus }) =>
    `User account status changed to ${status}`;
  const onError = (error: unknown) =>
    failed("Failed to update user status", error, "An error occurred");

  const undo = trpc.admin.accounts.update.useMutation({
    onSuccess: (account) => succeeded(title, describe(account)),
    onError,
  });
  return trpc.admin.accounts.update.useMutation({
    onMutate: () => present,
    onSuccess: (account, _, previous) =>
      succeeded(title, describe(account), {
        label: "Undo",
        onSelect: () => undo.mutate({ id, status: previous }),
      }),
    onError,
  });
}
