import { z } from "zod";
import { id, targetId, timeInput, timestamp } from "../../../platform/fields/fields.schema.ts";
import { unsearchedListQuery } from "../../../platform/lists/list.schema.ts";
import { outcomes } from "../../rulebook/engine/outcome.rule.ts";
import { grades, verdict } from "../../rulebook/engine/verdict.schema.ts";
import { rules } from "../../rulebook/rules/rules.schema.ts";
import { watchedLimits } from "../../rulebook/kinds/parts/floor.rule.ts";
import { currency, moneySum } from "../../../platform/money/money.schema.ts";

const causeKinds = [
  "feed",
  "statement",
  "withdrawal",
  "correction",
  "rules",
  "time",
  "rebuild",
  "review",
  "appeal",
  "calendar",
  "waiver",
] as const;

/** Why a verdict was computed again. */
export const cause = z
  .object({
    kind: z.enum(causeKinds),
    id: z
      .number()
      .nullable()
      .meta({
        examples: [7],
        override: { type: ["integer", "null"] },
        description:
          "The id of the API token, statement, correction or accepted finding, version of the rules, review, appeal, version of the calendar or waived finding",
      }),
    message: z.string().meta({ examples: ["Deals arrived from the feed"] }),
  })
  .meta({ id: "VerdictCause" });
export type Cause = z.infer<typeof cause>;

/** A verdict that was stored because its outcome, the status of a rule or a finding changed. */
export const storedVerdict = z
  .object({
    id,
    at: timestamp,
    outcome: z.enum(outcomes),
    grade: z.enum(grades),
    verdict,
    cause,
  })
  .meta({ id: "StoredVerdict" });
export type StoredVerdict = z.infer<typeof storedVerdict>;

const stage = targetId.optional().meta({
  description: "The id of a stage; the current one by default",
});
const ofTrader = { userId: targetId };

export const ownVerdictInput = z.strictObject({
  stage,
  asOf: timeInput("asOf").optional().meta({
    description: "Now by default; an ended stage is judged as of its end at the latest",
  }),
});
export const verdictInput = ownVerdictInput.safeExtend(ofTrader);

/** The verdict on a stage with its last figures, all after the same record. */
export const standing = z.object({
  verdict,
  /** `null` without records. */
  figures: z
    .object({
      at: timestamp,
      balance: moneySum,
      /** As last observed, which may have been before the last record; `null` if it never was. */
      equity: moneySum.nullable(),
      equityAt: timestamp.nullable(),
      /** The result of what is closed. */
      closed: moneySum,
      /** The result of what is open; `null` if equity was not observed with the last record. */
      open: moneySum.nullable(),
    })
    .nullable(),
});
export type Standing = z.infer<typeof standing>;

export const ownStandingInput = z.strictObject({ stage });

export const listOwnVerdictsInput = unsearchedListQuery({ stage });
export const listVerdictsInput = listOwnVerdictsInput.safeExtend(ofTrader);

/** The history of a limit's floor: at the start of each trading day with records, and now. Oldest first. */
export const floor = z.object({
  kind: z.enum(watchedLimits),
  index: z.int(),
  points: z.array(z.object({ time: timestamp, floor: moneySum })),
});
export type Floor = z.infer<typeof floor>;

export const ownFloorsInput = z.strictObject({ stage: targetId.optional() });
export const floorsInput = ownFloorsInput.safeExtend({ userId: targetId });

const limitMessage = { error: "limit must be a whole number from 1 to 100" };

export const riskListInput = z.strictObject({
  limit: z.int(limitMessage).min(1, limitMessage).max(100, limitMessage).default(10),
});

/** An account whose evaluation is in progress, with the limit of which it has used the largest share. */
export const riskListEntry = z.object({
  userId: id,
  fullName: z.string().nullable(),
  email: z.string(),
  stageId: id,
  phase: z.string(),
  currency,
  grade: z.enum(grades),
  limit: z.object({
    kind: z.enum(watchedLimits),
    amount: moneySum.meta({ description: "What may be lost" }),
    room: moneySum.meta({ description: "What is left of it" }),
    usedPercent: z.int().meta({ description: "Rounded down, from 0 to 100" }),
  }),
  dailyRoom: moneySum.nullable().meta({ description: "What the daily losses leave today" }),
  resetsAt: timestamp.nullable(),
  asOf: timestamp,
});
export type RiskListEntry = z.infer<typeof riskListEntry>;

export const tryRulesInput = z.strictObject({
  rules,
  ruleSetId: targetId
    .optional()
    .meta({ description: "Whose stages are judged; by default those of all rule sets" }),
});
export type TryRulesInput = z.output<typeof tryRulesInput>;

/** What rules would have found in the records of running stages. */
export const rulesTrial = z
  .object({
    days: z.int().meta({ description: "How many days back findings count", examples: [90] }),
    stages: z.int().meta({ description: "How many running stages were judged", examples: [14] }),
    isSample: z
      .boolean()
      .meta({ description: "There are more stages; the newest were judged", examples: [false] }),
    ended: z.int().meta({ description: "How many evaluations would have ended", examples: [1] }),
    conduct: z.array(z.object({ findings: z.int(), stages: z.int() })).meta({
      description: "For each rule of conduct, its findings and in how many stages",
      examples: [[{ findings: 3, stages: 2 }]],
    }),
  })
  .meta({ id: "RulesTrial" });
export type RulesTrial = z.infer<typeof rulesTrial>;
