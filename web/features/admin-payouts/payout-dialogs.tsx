import { lazy, Suspense } from "react";
import { loadDecisionDialog, type usePayoutDialog } from "./use-payout-dialog.ts";

const DecisionDialog = lazy(() =>
  loadDecisionDialog().then((m) => ({ default: m.DecisionDialog })),
);

/** The dialog of a decision, whose code comes when it is needed. */
export function PayoutDialogs({ dialog }: { dialog: ReturnType<typeof usePayoutDialog> }) {
  if (!dialog.subject) return null;
  return (
    <Suspense fallback={null}>
      <DecisionDialog
        key={dialog.key}
        asked={dialog.subject}
        isOpen={dialog.isOpen}
        onClose={dialog.close}
      />
    </Suspense>
  );
}
