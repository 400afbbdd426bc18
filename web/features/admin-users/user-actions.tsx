import type { AccountStatus } from "../../../src/business/traders/accounts/account.rule.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { ActionMenu, type Action } from "../../components/menu/action-menu.tsx";
import { displayName } from "../../domain/format/display-name.ts";
import { accountStatusLabels } from "../../domain/format/status-labels.ts";
import { useAccountChanges } from "./use-account-changes.ts";
import type { OpenUserDialog } from "./user-dialog.ts";
import { useMay } from "../../app/session/use-may.ts";

const offered: AccountStatus[] = ["active", "under-review", "breached"];

interface UserActionsProps {
  user: TraderListItem;
  onOpen: OpenUserDialog;
  /** Adds the actions that export all data of the trader and delete the trader, as on the trader's page. */
  offersDelete?: boolean;
}

export function UserActions({ user, onOpen, offersDelete = false }: UserActionsProps) {
  const changes = useAccountChanges(user);
  const { status, payoutEnabled } = user.tradingAccount;
  const mayWrite = useMay("traders.write");
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
    { label: "Edit User Details", onSelect: () => onOpen("edit", user) },
    user.banned
      ? { label: "Unban User", startsGroup: true, onSelect: changes.unban }
      : { label: "Ban User", startsGroup: true, onSelect: () => onOpen("ban", user) },
  ];
  const actions: Action[] = [
    ...(mayWrite ? changing : []),
    {
      label: "View Full Details",
      startsGroup: mayWrite,
      onSelect: () => onOpen("details", user),
    },
    ...(mayWrite ? editing : []),
    ...(offersDelete && mayDelete
      ? [
          {
            label: "Export All Data",
            startsGroup: true,
            onSelect: () => download(`/api/admin/user/${user.id}/export`),
          },
          { label: "Delete User", onSelect: () => onOpen("delete", user) },
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
