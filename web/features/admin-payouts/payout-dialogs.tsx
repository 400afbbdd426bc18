import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { usePreload } from "../../document/use-preload.ts";
import type { usePayoutDialogs } from "./use-payout-dialogs.ts";

const DecisionDialog = lazyComponent(() =>
  import("./decision-dialog.tsx").then((m) => m.DecisionDialog),
);
const PayoutDetailsDialog = lazyComponent(() =>
  import("./payout-details-dialog.tsx").then((m) => m.PayoutDetailsDialog),
);

/** Renders the dialogs for a request, whose code is preloaded, so that they open without a delay. */
export function PayoutDialogs({ dialogs }: { dialogs: ReturnType<typeof usePayoutDialogs> }) {
  const { details, decision } = dialogs;
  usePreload(DecisionDialog.preload);
  usePreload(PayoutDetailsDialog.preload);
  return (
    <>
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
    </>
  );
}
