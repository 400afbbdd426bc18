import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import type { PayoutDecision } from "./payout-dialog.ts";

/** Manages the dialogs. At most two are open: the details, and a decision above them. */
export function usePayoutDialogs() {
  return { details: useDialog<PayoutRow>(), decision: useDialog<PayoutDecision>() };
}
