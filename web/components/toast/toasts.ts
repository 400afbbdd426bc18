import { createStore } from "../../app/store.ts";

export interface Toast {
  id: number;
  kind: "success" | "failure";
  title: string;
  description: string | undefined;
  actions: readonly ToastAction[];
}

export interface ToastAction {
  label: string;
  onSelect: () => void;
}

/** The latest toast; `ToastHost` shows it in place of the previous one. */
export const latestToast = createStore<Toast | null>(null);

let lastId = 0;

export function showSuccess(title: string, description?: string, ...actions: ToastAction[]) {
  show("success", title, description, actions);
}

export function showFailure(title: string, description?: string) {
  show("failure", title, description);
}

function show(
  kind: Toast["kind"],
  title: string,
  description?: string,
  actions: readonly ToastAction[] = [],
) {
  lastId += 1;
  latestToast.set({ id: lastId, kind, title, description, actions });
}
