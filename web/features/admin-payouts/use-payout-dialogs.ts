import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import type { PayoutDecision } from "./payout-dialog.ts";
import { usePreload } from "../../document/use-preload.ts";

export const loadDecisionDialog = () => import("./decision-dialog.tsx");
export const loadDetailsDialog = () => import("./payout-details-dialog.tsx");

/** Manages the dialogs. At most two are open: the details, and a decision above them. */
export function usePayoutDialogs() {
  // Preloaded, so that the first dialog opens without a delay.
  usePreload(loadDecisionDialog);
  usePreload(loadDetailsDialog);
  return { details: useDialog<PayoutRow>(), decision: useDialog<PayoutDecision>() };
}
