import { z } from "zod";
import { id, targetId, timeInput, timestamp } from "../../../platform/fields/fields.schema.ts";
import { optionalText, requiredText } from "../../../platform/fields/text.schema.ts";
import {
  currency,
  currencyInput,
  money,
  moneyInput,
  moneySum,
} from "../../../platform/money/money.schema.ts";
import { waiver } from "../../rulebook/engine/verdict.schema.ts";
import { isRecordTime } from "../../rulebook/timeline/trading-record.rule.ts";

/** How a run of an account ended. */
export const stageOutcomes = ["passed", "failed", "abandoned"] as const;
export type StageOutcome = (typeof stageOutcomes)[number];

/** A change of a stage to another version of the rules. */
const ruleChange = z.object({
  from: id.nullable().meta({ description: "The previous version; `null` if there were no rules" }),
  to: id,
  reason: z.string(),
  at: timestamp,
});
export type RuleChange = z.infer<typeof ruleChange>;

/** Where a stage stands in a programme. */
const stageProgramme = z.object({
  id,
  name: z.string().meta({ examples: ["Two steps"] }),
  versionId: id,
  version: z.int().meta({ examples: [1] }),
  step: z.int().meta({ description: "Starts at 1", examples: [1] }),
  steps: z.int().meta({ description: "The number of steps", examples: [3] }),
});
export type StageProgramme = z.infer<typeof stageProgramme>;

/** One run of an account. Records belong to the stage whose period contains their time. */
export const stage = z
  .object({
    id,
    userId: id,
    phase: z.string().meta({ examples: ["Phase 1"] }),
    currency,
    initialBalance: money,
    carriedBalance: moneySum.nullable().meta({
      description: "The balance of the stage before, if this one keeps its login; `null` otherwise",
    }),
    rulesVersionId: id.nullable(),
    programme: stageProgramme.nullable().meta({
      description: "The step of a programme; `null` if the stage belongs to none",
    }),
    startedAt: timestamp,
    endedAt: timestamp.nullable(),
    outcome: z.enum(stageOutcomes).nullable(),
    login: z
      .string()
      .nullable()
      .meta({
        description:
          "The login at the platform: the account's while the stage is open, kept when it ends",
        examples: ["5002001"],
      }),
    ruleChanges: z.array(ruleChange).meta({ description: "Newest first" }),
    waivers: z
      .array(waiver.extend({ at: timestamp }))
      .meta({ description: "The breaches that people have set aside, oldest first" }),
  })
  .meta({ id: "Stage" });

export type Stage = z.infer<typeof stage>;

export const stagesOfTraderInput = z.strictObject({ userId: targetId });

const initialBalance = moneyInput("Initial balance must be a valid number").refine(
  (value) => !value.startsWith("-"),
  { error: "Initial balance must not be negative" },
);

const stageTime = (name: string) =>
  timeInput(name).refine((time) => isRecordTime(time.getTime()), {
    error: `${name} must be in the years 1970 to 2100`,
  });

export const startStageInput = z.strictObject({
  userId: targetId,
  phase: requiredText("Phase is required"),
  initialBalance,
  rulesVersionId: targetId.nullish(),
  startedAt: stageTime("startedAt").optional(),
  currency: currencyInput.optional(),
  expectedStageId: targetId.nullish().meta({
    description: "The open stage that the call is based on; `null` if none is open",
  }),
});

export const endStageInput = z.strictObject({
  id: targetId,
  endedAt: stageTime("endedAt").optional(),
  outcome: z
    .enum(stageOutcomes, { error: "Outcome must be passed, failed or abandoned" })
    .optional(),
  reason: requiredText("Please provide a reason"),
});

export const changeStageRulesInput = z.strictObject({
  id: targetId,
  rulesVersionId: targetId,
  reason: requiredText("Please provide a reason"),
});

/** For forms, in which a stage without rules must be chosen explicitly. */
export const missingRulesMessage = "Please choose the rules, or No rules";

/** The form behind "Start a stage"; the time is entered in the browser's zone. */
export const startStageForm = startStageInput
  .pick({ phase: true, initialBalance: true, currency: true })
  .safeExtend({
    startedAt: optionalText(),
    version: z.string().min(1, { error: missingRulesMessage }),
  });

/** The form behind "Change Rules"; the version is selected from a list. */
export const changeStageRulesForm = changeStageRulesInput
  .pick({ reason: true })
  .safeExtend({ version: z.string().min(1, { error: "Please choose a version" }) });
