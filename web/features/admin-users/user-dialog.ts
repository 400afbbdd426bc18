/** Whom a dialog is about. */
export interface DialogUser {
  id: number;
  fullName: string | null;
  email: string;
}

export type UserDialogKind =
  "details" | "edit" | "trading-account" | "risk-metrics" | "certificate" | "ban" | "delete";

export type OpenUserDialog = (kind: UserDialogKind, user: DialogUser) => void;

/** What each dialog needs to be told. */
export interface UserDialogProps {
  user: DialogUser;
  isOpen: boolean;
  onClose: () => void;
}
