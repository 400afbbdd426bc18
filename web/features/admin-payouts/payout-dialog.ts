import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import type { Decision } from "../../../src/business/money/payouts/payout.rule.ts";

/** A decision that an administrator is about to confirm. */
export interface PayoutDecision {
  payout: PayoutRow;
  decision: Decision;
}

export type ViewPayout = (payout: PayoutRow) => void;

export type OpenDecision = (pending: PayoutDecision) => void;
