import { useCallback, useEffect } from "react";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import type { DialogUser, OpenUserDialog, UserDialogKind } from "./user-dialog.ts";

export const loadUserDialogs = () => import("./user-dialogs.tsx");

/** Two dialogs at most: the details, and above them a form. */
export function useUserDialogs() {
  const details = useDialog<DialogUser>();
  const form = useDialog<{ kind: Exclude<UserDialogKind, "details">; user: DialogUser }>();
  const openDetails = details.open;
  const openForm = form.open;

  // They are likely to be opened, and must not keep anybody waiting then.
  useEffect(() => void loadUserDialogs().catch(() => undefined), []);

  const open: OpenUserDialog = useCallback(
    (kind, user) => (kind === "details" ? openDetails(user) : openForm({ kind, user })),
    [openDetails, openForm],
  );
  return { details, form, open };
}

export type UserDialogsState = ReturnType<typeof useUserDialogs>;
