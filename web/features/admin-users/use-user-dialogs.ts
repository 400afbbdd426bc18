import { useCallback } from "react";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import type { DialogUser, OpenUserDialog, UserDialogKind } from "./user-dialog.ts";

/** Manages the dialogs. At most two are open: the details, and a form above them. */
export function useUserDialogs() {
  const details = useDialog<DialogUser>();
  const form = useDialog<{ kind: Exclude<UserDialogKind, "details">; user: DialogUser }>();
  const openDetails = details.open;
  const openForm = form.open;

  const open: OpenUserDialog = useCallback(
    (kind, user) => (kind === "details" ? openDetails(user) : openForm({ kind, user })),
    [openDetails, openForm],
  );
  return { details, form, open };
}

export type UserDialogsState = ReturnType<typeof useUserDialogs>;
