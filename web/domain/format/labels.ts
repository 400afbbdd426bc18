import type { AccountStatus } from "../../../src/business/traders/accounts/account.rule.ts";
import type { Outcome } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import type { PayoutStatus } from "../../../src/business/money/payouts/payout.rule.ts";

/** The labels of the statuses, in the order in which filters list them. */
export const accountStatusLabels: Readonly<Record<AccountStatus, string>> = {
  active: "Active",
  "under-review": "Under Review",
  pending: "Pending",
  breached: "Breached",
};

export const payoutStatusLabels: Readonly<Record<PayoutStatus, string>> = {
  pending: "Pending",
  approved: "Approved",
  rejected: "Rejected",
  cancelled: "Cancelled",
};

/** The outcomes of verdicts, starting with those that require a decision. */
export const verdictLabels: Readonly<Record<Outcome, string>> = {
  breached: "Breached",
  passed: "Passed",
  undetermined: "Undetermined",
  in_progress: "In Progress",
};
