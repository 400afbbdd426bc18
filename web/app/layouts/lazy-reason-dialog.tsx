import { closeReasonDialog, reasonDialog } from "./reason-request.ts";
import { useStore } from "../store.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";

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
      onClose={() => closeReasonDialog(state)}
    />
  );
}
