export const decisionSubjects = ["payout", "review", "appeal"] as const;
export type DecisionSubject = (typeof decisionSubjects)[number];

/** `approve-first` is the first of two approvals, which leaves the request as it is; an appeal makes it `reopen`. */
export const decisionSteps = [
  "approve-first",
  "approve",
  "reject",
  "reopen",
  "confirm",
  "dismiss",
  "grant",
  "deny",
] as const;
export type DecisionStep = (typeof decisionSteps)[number];

export const decisionActors = ["administrator", "token"] as const;

/** A flag as it was when the decision was made. */
export interface DecidedFlag {
  code: string;
  message: string;
  linkId?: number | null;
}
