import { Opened } from "../../components/dialog/opened.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { usePreload } from "../../app/document/use-preload.ts";
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
