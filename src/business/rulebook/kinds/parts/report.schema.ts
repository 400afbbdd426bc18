import { z } from "zod";
import { moneySum } from "../../../../platform/money/money.schema.ts";

/** What a verdict says about a rule, apart from its kind and its place. */

/** Times in a verdict are text, because verdicts are hashed and signed as JSON. */
export const instant = z
  .string()
  .meta({ format: "date-time", examples: ["2026-03-02T10:00:00.000Z"] });

/**
 * The first breach of a limit that was not set aside, or else the last one that was. `by` lists tickets or times of
 * snapshots; it is empty for breaches by time and at the end of a day.
 */
export const breach = z
  .object({
    at: instant,
    value: z.string().nullable(),
    floor: moneySum.nullable(),
    by: z.array(z.string()),
    waived: z
      .literal(true)
      .optional()
      .meta({ description: "Present if a person has set the breach aside" }),
  })
  .meta({ id: "Breach" });
export type Breach = z.infer<typeof breach>;

const reason = z.string().meta({ description: "A sentence with the figures, for the trader" });

/** Floors, values and rooms are `null` for limits without a floor. */
export const limitReport = z.object({
  floor: moneySum.nullable(),
  value: moneySum.nullable(),
  room: moneySum.nullable(),
  resetsAt: instant.nullable(),
  tightest: z.object({ room: moneySum, value: moneySum, floor: moneySum, at: instant }).nullable(),
  breach: breach.nullable(),
  reason,
});
/** The breach is part of the limit's state. */
export type LimitReport = Omit<z.infer<typeof limitReport>, "breach">;

/** Values are money, whole days, or a percentage with two decimals. */
export const objectiveReport = z.object({
  status: z.enum(["met", "not_met"]),
  value: z.union([z.string(), z.int()]).nullable(),
  target: z.union([z.string(), z.int()]),
  missing: z.union([z.string(), z.int()]).nullable(),
  reachedAt: instant.nullable(),
  reason,
});
export type ObjectiveReport = z.infer<typeof objectiveReport>;

/** What a person should check in addition to the rules, because of a limit. */
export interface LimitFinding {
  code: "possible_breach";
  message: string;
  at: string;
}
