import type { AdministeredPayout } from "../../../src/payouts/payout.schema.ts";
import type { Decision } from "../../../src/payouts/status.ts";

/** What an administrator is about to decide, and how. */
export interface PayoutDecision {
  payout: AdministeredPayout;
  decision: Decision;
}

export type ViewPayout = (payout: AdministeredPayout) => void;

export type OpenDecision = (asked: PayoutDecision) => void;
