import type { AccountStatus } from "../../../src/business/traders/accounts/account.rule.ts";
import type { ToastAction } from "../../components/toast/toasts.ts";
import { createStore, useStore } from "../store.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";

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

/**
 * The dialog is part of the layout, so it stays open when the page with the row is left. It has no address, because it
 * holds the function that undoes the change.
 */
const reasonDialog = createStore<ReasonDialogState | null>(null);

let lastKey = 0;

export function openReasonDialog(request: ReasonRequest) {
  lastKey += 1;
  reasonDialog.set({ request, isOpen: true, key: lastKey });
}

const ReasonDialog = lazyComponent(() => import("./reason-dialog.tsx").then((m) => m.ReasonDialog));

/** Renders the dialog that adds a reason to a status change; its code is loaded on demand. */
export function LazyReasonDialog() {
  const state = useStore(reasonDialog);
  if (!state) return null;
  return (
    <ReasonDialog
      key={state.key}
      request={state.request}
      isOpen={state.isOpen}
      onClose={() => reasonDialog.set({ ...state, isOpen: false })}
    />
  );
}
