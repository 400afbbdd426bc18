import { z } from "zod";
import { isTimeZone } from "../../../platform/time/local-time.rule.ts";
import { conductRules } from "../kinds/conduct/conduct.schema.ts";
import { limitKinds, objectiveKinds, type Rule } from "../kinds/kinds.rule.ts";
import { formulaOf } from "../kinds/consistency.rule.ts";
import { requiresProfit } from "../kinds/parts/best-day.rule.ts";
import { amount, count, days, percent, ruleOf, timeOfDay } from "../kinds/parts/field.schema.ts";
import { payoutTerms } from "./payout-terms.schema.ts";

/** The rules of a stage as data. Every other field is required; `null` means that it does not apply. */

const timeZone = z
  .string({ error: "A time zone must be text such as Europe/Prague" })
  .refine(isTimeZone, { error: "The time zone is not known; use a name such as Europe/Prague" })
  .meta({ examples: ["Europe/Prague"] });

const payoutRules = z.strictObject({
  sharePercent: percent,
  firstAfterDays: days,
  everyDays: days,
  minimum: amount,
  minimumWinningDays: days,
  winningDayMinimum: amount.nullable(),
  bestDayAtMostPercent: percent.nullable(),
  bufferAmount: amount,
  terms: payoutTerms.optional().meta({
    description: "How each payout comes about; rules without it keep their hash",
  }),
});

/** The maximum number of limits, and of objectives, in one version. */
const MAX_RULES = 50;

export const rules = z
  .strictObject({
    day: z.strictObject({ timeZone, startsAt: timeOfDay }),
    observation: z.strictObject({
      maxGapSeconds: count("maxGapSeconds must be a whole number of seconds"),
    }),
    limits: z.array(ruleOf(limitKinds)).max(MAX_RULES),
    objectives: z.array(ruleOf(objectiveKinds)).max(MAX_RULES),
    payout: payoutRules.nullable(),
    conduct: conductRules.optional().meta({
      description: "How the account may be traded; rules without it keep their hash",
    }),
  })
  .superRefine(({ objectives }, context) => {
    if (objectives.some(({ kind }) => kind === "profit_target")) return;
    for (const [index, rule] of objectives.entries()) {
      if (rule.kind !== "consistency") continue;
      const formula = formulaOf(rule);
      if (!requiresProfit(formula)) continue;
      context.addIssue({
        code: "custom",
        path: ["objectives", index, "formula"],
        message: `The formula ${formula} needs a profit target among the objectives`,
      });
    }
  })
  .meta({ id: "Rules" });

export type Rules = z.infer<typeof rules>;
export type RuleOf<Kind extends Rule["kind"]> = Extract<Rule, { kind: Kind }>;
export type PayoutRules = z.infer<typeof payoutRules>;
