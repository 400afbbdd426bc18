import { useEffect } from "react";
import type { AdminPayout } from "../../../src/business/payouts/payout.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import type { PayoutDecision } from "./payout-dialog.ts";

export const loadDecisionDialog = () => import("./decision-dialog.tsx");
export const loadDetailsDialog = () => import("./payout-details-dialog.tsx");

/** Two dialogs at most: the details, and above them a decision. */
export function usePayoutDialogs() {
  // They are likely to be opened, and must not keep anybody waiting then.
  useEffect(() => {
    void loadDecisionDialog().catch(() => undefined);
    void loadDetailsDialog().catch(() => undefined);
  }, []);
  return { details: useDialog<AdminPayout>(), decision: useDialog<PayoutDecision>() };
}
