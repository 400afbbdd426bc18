import { lazy, Suspense } from "react";
import {
  loadDecisionDialog,
  loadDetailsDialog,
  type usePayoutDialogs,
} from "./use-payout-dialogs.ts";

const DecisionDialog = lazy(() =>
  loadDecisionDialog().then((m) => ({ default: m.DecisionDialog })),
);
const PayoutDetailsDialog = lazy(() =>
  loadDetailsDialog().then((m) => ({ default: m.PayoutDetailsDialog })),
);

/** Renders the dialogs for a request; their code is loaded on demand. */
export function PayoutDialogs({ dialogs }: { dialogs: ReturnType<typeof usePayoutDialogs> }) {
  const { details, decision } = dialogs;
  return (
    <Suspense fallback={null}>
      {details.subject ? (
        <PayoutDetailsDialog
          key={`details ${details.key}`}
          payout={details.subject}
          isOpen={details.isOpen}
          onClose={details.close}
          onDecide={decision.open}
        />
      ) : null}
      {decision.subject ? (
        <DecisionDialog
          key={`decision ${decision.key}`}
          pending={decision.subject}
          isOpen={decision.isOpen}
          onClose={decision.close}
        />
      ) : null}
    </Suspense>
  );
}
