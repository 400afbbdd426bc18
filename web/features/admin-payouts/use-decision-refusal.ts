import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { rejectionRefusal } from "../../../src/business/money/payouts/payout-policy.rule.ts";
import type { Decision } from "../../../src/business/money/payouts/payout.rule.ts";
import { useApprovalRefusal } from "./use-approval-refusal.ts";

/**
 * Returns a function that returns why a decision cannot be made although the status allows it, or `undefined` if it
 * can.
 */
export function useDecisionRefusal(payout: PayoutRow): (decision: Decision) => string | undefined {
  const approval = useApprovalRefusal(payout);
  const { paymentRunId: runId, payment } = payout;
  return (decision) =>
    decision === "approved" ? approval : rejectionRefusal({ runId, isPaid: payment !== null });
}
