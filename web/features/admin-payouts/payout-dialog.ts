import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import type { Decision } from "../../../src/business/payouts/payout-status.rule.ts";

/** A decision that an administrator is about to confirm. */
export interface PayoutDecision {
  payout: PayoutRow;
  decision: Decision;
}

export type ViewPayout = (payout: PayoutRow) => void;

export type OpenDecision = (pending: PayoutDecision) => void;
