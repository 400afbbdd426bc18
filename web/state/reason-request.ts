import type { AccountStatus } from "../../src/business/accounts/account-status.rule.ts";
import { createStore } from "./store.ts";

/** A status change whose reason an administrator can add. */
export interface ReasonRequest {
  traderId: number;
  /** As the row shows the trader. */
  name: string;
  status: AccountStatus;
}

interface ReasonDialogState {
  /** Kept while the closed dialog fades out. */
  request: ReasonRequest;
  isOpen: boolean;
  /** Changes with each opening, so that a dialog starts without earlier input. */
  key: number;
}

/** The layout shows the dialog, which therefore survives leaving the row. */
export const reasonDialog = createStore<ReasonDialogState | null>(null);

let lastKey = 0;

export function askForReason(request: ReasonRequest) {
  lastKey += 1;
  reasonDialog.set({ request, isOpen: true, key: lastKey });
}

export function closeReasonDialog(state: ReasonDialogState) {
  reasonDialog.set({ ...state, isOpen: false });
}
