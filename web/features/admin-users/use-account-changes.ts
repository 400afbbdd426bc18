import type { AccountStatus } from "../../../src/business/traders/accounts/account.rule.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { trpc } from "../../trpc.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { openReasonDialog } from "../../app/layouts/reason-request.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";

/** Returns the changes that the row menu makes without a dialog. */
export function useAccountChanges(trader: TraderListItem) {
  const { id } = trader;
  const { succeeded, failed } = useAdminOutcome();
  const setStatus = useSetStatus(trader);
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

/**
 * The toast after a change offers to undo it and to add a reason, and the toast after adding the reason to undo the
 * change; the toast after an undo offers neither. An undo never overwrites a change that another administrator has made
 * in the meantime.
 */
function useSetStatus({ id, tradingAccount, ...trader }: TraderListItem) {
  const { succeeded, failed } = useAdminOutcome();
  const title = "User status updated";
  const describe = ({ status }: { status: AccountStatus }) =>
    `User account status changed to ${status}`;
  const onError = (error: unknown) =>
    failed("Failed to update user status", error, "An error occurred");

  const restore = trpc.admin.accounts.update.useMutation({
    onSuccess: (account) => succeeded(title, describe(account)),
    onError,
  });
  return trpc.admin.accounts.update.useMutation({
    onMutate: () => tradingAccount.status,
    onSuccess: (account, _, previous) => {
      const { status } = account;
      const undo = {
        label: "Undo",
        onSelect: () => restore.mutate({ id, status: previous, expectedStatus: status }),
      };
      const addReason = {
        label: "Add a reason",
        onSelect: () => openReasonDialog({ traderId: id, name: displayName(trader), status, undo }),
      };
      return succeeded(title, describe(account), undo, addReason);
    },
    onError,
  });
}
