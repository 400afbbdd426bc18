/** The user that a dialog is about. */
export interface DialogUser {
  id: number;
  fullName: string | null;
  email: string;
  /** Set if the dialog below shows it; `null` if the account has none. */
  masterPassword?: string | null;
}

export type UserDialogKind =
  "details" | "edit" | "trading-account" | "risk-metrics" | "certificate" | "ban" | "delete";

export type OpenUserDialog = (kind: UserDialogKind, user: DialogUser) => void;

/** The properties of every dialog about a user. */
export interface UserDialogProps {
  user: DialogUser;
  isOpen: boolean;
  onClose: () => void;
}
