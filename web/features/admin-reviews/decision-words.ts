import type {
  ReviewDecision,
  ReviewKind,
} from "../../../src/business/judgement/verdicts/review-subject.rule.ts";

interface DecisionWords {
  title: string;
  verb: string;
  pending: string;
  look: "primary" | "danger";
  /** The consequence in one sentence. */
  consequence: string;
  done: string;
  failed: string;
}

/** The texts of a decision's dialog, buttons and toasts. */
export const decisionWords: Record<ReviewKind, Record<ReviewDecision, DecisionWords>> = {
  breach: {
    confirm: {
      title: "Confirm Breach",
      verb: "Confirm Breach",
      pending: "Confirming...",
      look: "danger",
      consequence: "The account is set to breached, and the stage ends as failed.",
      done: "Breach confirmed",
      failed: "Failed to confirm the breach",
    },
    dismiss: {
      title: "Dismiss Breach",
      verb: "Dismiss Breach",
      pending: "Dismissing...",
      look: "primary",
      consequence:
        "The account returns to its former status. The same breach will not be reported again.",
      done: "Breach dismissed",
      failed: "Failed to dismiss the breach",
    },
  },
  pass: {
    confirm: {
      title: "Confirm Pass",
      verb: "Confirm Pass",
      pending: "Confirming...",
      look: "primary",
      consequence: "The stage ends as passed, and the account returns to its former status.",
      done: "Pass confirmed",
      failed: "Failed to confirm the pass",
    },
    dismiss: {
      title: "Dismiss Pass",
      verb: "Dismiss Pass",
      pending: "Dismissing...",
      look: "primary",
      consequence:
        "The account returns to its former status. The same pass will not be reported again.",
      done: "Pass dismissed",
      failed: "Failed to dismiss the pass",
    },
  },
};
