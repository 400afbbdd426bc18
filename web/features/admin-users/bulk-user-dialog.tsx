import { BulkPayoutsDialog } from "./bulk-payouts-dialog.tsx";
import { BulkStatusDialog } from "./bulk-status-dialog.tsx";
import { BulkTagDialog } from "./bulk-tag-dialog.tsx";
import type { BulkUserProps } from "./use-bulk-users.ts";

const dialogs = { status: BulkStatusDialog, payouts: BulkPayoutsDialog, tag: BulkTagDialog };

interface BulkUserDialogProps extends BulkUserProps {
  action: keyof typeof dialogs;
}

/** Applies an action to many users, one at a time, with the same call as the row menu. */
export function BulkUserDialog({ action, ...props }: BulkUserDialogProps) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}
