import type { Decision } from "../../../src/business/money/payouts/payout.rule.ts";

/** The texts of a decision's dialog, buttons and toasts. */
export const decisionLabels: Record<
  Decision,
  { verb: string; pending: string; title: string; done: string; failed: string }
> = {
  approved: {
    verb: "Approve",
    pending: "Approving...",
    title: "Approve Payout",
    done: "Payout approved successfully",
    failed: "Failed to approve payout",
  },
  rejected: {
    verb: "Reject",
    pending: "Rejecting...",
    title: "Reject Payout",
    done: "Payout rejected successfully",
    failed: "Failed to reject payout",
  },
};
