import { lazy, Suspense } from "react";
import { closeReasonDialog, reasonDialog } from "../state/reason-request.ts";
import { useStore } from "../state/store.ts";

const ReasonDialog = lazy(() =>
  import("./reason-dialog.tsx").then((m) => ({ default: m.ReasonDialog })),
);

/** Renders the dialog that adds a reason to a status change; its code is loaded on demand. */
export function LazyReasonDialog() {
  const state = useStore(reasonDialog);
  if (!state) return null;
  return (
    <Suspense fallback={null}>
      <ReasonDialog
        key={state.key}
        request={state.request}
        isOpen={state.isOpen}
        onClose={() => closeReasonDialog(state)}
      />
    </Suspense>
  );
}
