/** What the demo firm offers, by name; the rule sets of the phases have the same names. */
export const ladders = {
  "One Step": ["Evaluation", "Funded"],
  "Two Steps": ["Phase 1", "Phase 2", "Funded"],
  "Instant Funding": ["Funded"],
} as const satisfies Record<string, readonly string[]>;

export type LadderName = keyof typeof ladders;
