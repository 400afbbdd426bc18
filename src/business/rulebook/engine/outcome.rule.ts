export const outcomes = ["in_progress", "passed", "breached", "undetermined"] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcomes of verdicts, starting with those that require a decision. */
export const verdictLabels: Readonly<Record<Outcome, string>> = {
  breached: "Breached",
  passed: "Passed",
  undetermined: "Undetermined",
  in_progress: "In Progress",
};
