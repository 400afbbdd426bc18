import type { AdminPayout } from "../../../src/business/payouts/payout.schema.ts";
import type { Decision } from "../../../src/business/payouts/payout-status.rule.ts";

/** A decision that an administrator is about to confirm. */
export interface PayoutDecision {
  payout: AdminPayout;
  decision: Decision;
}

export type ViewPayout = (payout: AdminPayout) => void;

export type OpenDecision = (pending: PayoutDecision) => void;
