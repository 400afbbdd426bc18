import { useEffect } from "react";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import type { PayoutDecision } from "./payout-dialog.ts";

export const loadDecisionDialog = () => import("./decision-dialog.tsx");

export function usePayoutDialog() {
  // It is likely to be opened, and must not keep anybody waiting then.
  useEffect(() => void loadDecisionDialog().catch(() => undefined), []);
  return useDialog<PayoutDecision>();
}
