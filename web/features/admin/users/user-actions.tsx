import {
  type AccountStatus,
  accountStatusLabels,
} from "../../../../src/business/traders/accounts/account.rule.ts";
import type { TraderListItem } from "../../../../src/business/traders/trader.schema.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { openReasonDialog } from "../../../app/layouts/reason-request.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { type Action, ActionMenu } from "../../../components/menu/action-menu.tsx";
import { displayName } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";
import { userDialogs } from "./user-dialogs.tsx";

const offered: AccountStatus[] = ["active", "under-review", "breached"];

interface UserActionsProps {
  user: TraderListItem;
  /** Adds the actions that export all data of the trader and delete the trader, as on the user's page. */
  offersDelete?: boolean;
  /** Adds the action that removes a lost second factor, if the trader has one. */
  offersRecovery?: boolean;
}

export function UserActions({
  user,
  offersDelete = false,
  offersRecovery = false,
}: UserActionsProps) {
  const open = useOpenDialog(userDialogs);
  const changes = useAccountChanges(user);
  const { status, payoutEnabled } = user.tradingAccount;
  const mayWrite = useMay("traders.write");
  const mayRecover = useMay("traders.recover");
  const mayDelete = useMay("traders.delete");
  const changing: Action[] = [
    ...offered.map((wanted) => ({
      label: `Set ${accountStatusLabels[wanted]}`,
      isDisabled: status === wanted,
      onSelect: () => changes.setStatus(wanted),
    })),
    {
      label: payoutEnabled ? "Disable Payouts" : "Enable Payouts",
      startsGroup: true,
      onSelect: () => changes.setPayouts(!payoutEnabled),
    },
  ];
  const editing: Action[] = [
    { label: "Edit User Details", onSelect: () => open("edit", user.id) },
    user.banned
      ? { label: "Unban User", startsGroup: true, onSelect: changes.unban }
      : { label: "Ban User", startsGroup: true, onSelect: () => open("ban", user.id) },
  ];
  const actions: Action[] = [
    ...(mayWrite ? changing : []),
    {
      label: "View Full Details",
      startsGroup: mayWrite,
      onSelect: () => open("user-details", user.id),
    },
    ...(mayWrite ? editing : []),
    ...(offersRecovery && mayRecover
      ? [
          {
            label: "Remove Lost Second Factor",
            startsGroup: true,
            onSelect: () => open("remove-factor", user.id),
          },
        ]
      : []),
    ...(offersDelete && mayDelete
      ? [
          {
            label: "Export All Data",
            startsGroup: true,
            onSelect: () => download(`/api/admin/user/${user.id}/export`),
          },
          { label: "Delete User", onSelect: () => open("delete", user.id) },
        ]
      : []),
  ];
  return (
    <ActionMenu
      label={`Actions for ${displayName(user)}`}
      actions={actions}
      isPending={changes.isPending}
    />
  );
}

/** Starts a download like a click on its link, so that the page stays open. */
function download(url: string) {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}

/** Returns the changes that the row menu makes without a dialog. */
function useAccountChanges(trader: TraderListItem) {
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
    setStatus: (status: AccountStatus) =>
      setStatus.mutate({ id, status, expectedStatus: trader.tradingAccount.status }),
    setPayouts: (payoutEnabled: boolean) =>
      payouts.mutate({ id, payoutEnabled, expected: { payoutEnabled: !payoutEnabled } }),
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
