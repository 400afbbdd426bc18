import type { AccountStatus } from "../../../src/business/traders/accounts/account.rule.ts";
import type { ToastAction } from "../../components/toast/toasts.ts";
import { createStore } from "../store.ts";

/** A status change whose reason an administrator can add. */
export interface ReasonRequest {
  traderId: number;
  /** The trader's name as shown in the row. */
  name: string;
  status: AccountStatus;
  /** Undoes the status change, which stays possible after the reason has been added. */
  undo: ToastAction;
}

interface ReasonDialogState {
  /** Kept while the closed dialog fades out. */
  request: ReasonRequest;
  isOpen: boolean;
  /** Changes each time the dialog opens, so that it starts without earlier input. */
  key: number;
}

/** The dialog is part of the layout, so it stays open when the page with the row is left. */
export const reasonDialog = createStore<ReasonDialogState | null>(null);

let lastKey = 0;

export function openReasonDialog(request: ReasonRequest) {
  lastKey += 1;
  reasonDialog.set({ request, isOpen: true, key: lastKey });
}

export function closeReasonDialog(state: ReasonDialogState) {
  reasonDialog.set({ ...state, isOpen: false });
}
