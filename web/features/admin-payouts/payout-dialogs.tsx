import { Opened } from "../../components/dialog/opened.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { usePayoutDialogs } from "./use-payout-dialogs.ts";

const DecisionDialog = lazyComponent(() =>
  import("./decision-dialog.tsx").then((m) => m.DecisionDialog),
);
const PayoutDetailsDialog = lazyComponent(() =>
  import("./payout-details-dialog.tsx").then((m) => m.PayoutDetailsDialog),
);

/** Renders the dialogs for a request; their code loads with the first of them. */
export function PayoutDialogs({ dialogs }: { dialogs: ReturnType<typeof usePayoutDialogs> }) {
  const { details, decision } = dialogs;
  return (
    <>
      <Opened dialog={details}>
        {(frame, payout) => (
          <PayoutDetailsDialog {...frame} payout={payout} onDecide={decision.open} />
        )}
      </Opened>
      <Opened dialog={decision}>
        {(frame, pending) => <DecisionDialog {...frame} pending={pending} />}
      </Opened>
    </>
  );
}
