import type { AdminPayout } from "../../../src/business/payouts/payout.schema.ts";
import type { Decision } from "../../../src/business/payouts/payout-status.rule.ts";

/** What an administrator is about to decide, and how. */
export interface PayoutDecision {
  payout: AdminPayout;
  decision: Decision;
}

export type ViewPayout = (payout: AdminPayout) => void;

export type OpenDecision = (asked: PayoutDecision) => void;
