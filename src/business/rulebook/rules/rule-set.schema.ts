import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { nameText, optionalNotes } from "../../../platform/fields/text.schema.ts";
import { money, moneyInput, moneySum } from "../../../platform/money/money.schema.ts";
import { rules } from "./rules.schema.ts";

const name = nameText("Name is required").meta({ examples: ["Two steps, 100,000"] });

/** A version of a rule set. It never changes; changed rules become another version. */
const ruleVersion = z
  .object({
    id,
    version: z.int().meta({ description: "Starts at 1 in each rule set", examples: [1] }),
    rules,
    note: z.string().nullable().meta({ description: "Why this version was added" }),
    createdAt: timestamp,
    createdBy: z.string().meta({ description: "The label of the administrator or token" }),
  })
  .meta({ id: "RuleVersion" });

export const ruleSet = z
  .object({
    id,
    name: z.string().meta({ examples: ["Two steps, 100,000"] }),
    versions: z.array(ruleVersion),
  })
  .meta({ id: "RuleSet" });

export type RuleVersion = z.infer<typeof ruleVersion>;
export type RuleSet = z.infer<typeof ruleSet>;

/** How many stages a version is the rules of. */
export const ruleVersionUse = z.object({
  rulesVersionId: id,
  stages: z.int(),
  exceedsStages: z
    .boolean()
    .meta({ description: "More than `stages` use it; the rest were not counted" }),
});
export type RuleVersionUse = z.infer<typeof ruleVersionUse>;

export const ruleSetIdInput = z.strictObject({ id: targetId });
export const createRuleSetInput = z.strictObject({ name, rules });
export const addRuleVersionInput = z.strictObject({ id: targetId, rules, note: optionalNotes() });

const presetSource = z.object({
  url: z.string().meta({ format: "uri" }),
  date: z.string().meta({
    format: "date",
    description: "The date of the page or, if it has none, the date on which it was read",
  }),
});

/** The published rules of a firm's programme, to start from. */
export const rulesPreset = z
  .object({
    id: z.int(),
    firm: z.string(),
    programme: z.string(),
    phase: z.string(),
    initialBalance: money.nullable().meta({
      description: "The account size; `null` if no amount depends on it",
    }),
    rules,
    sources: z.array(presetSource),
    notes: z.string().meta({ description: "What the rules cannot express" }),
  })
  .meta({ id: "RulesPreset" });
export type RulesPreset = z.infer<typeof rulesPreset>;

export const previewRulesInput = z.strictObject({
  rules,
  initialBalance: moneyInput("Initial balance must be a valid number").refine(
    (value) => !value.startsWith("-"),
    { error: "Initial balance must not be negative" },
  ),
});

export const rulesPreview = z
  .object({
    rules: z.array(
      z.object({
        list: z.enum(["limits", "objectives", "conduct"]),
        index: z.int().meta({ description: "The position of the rule in its list" }),
        kind: z.string().meta({ examples: ["daily_loss"] }),
        words: z.string(),
        amount: moneySum.nullable().meta({
          description: "The limit or target in money; `null` for rules without one",
        }),
      }),
    ),
    warnings: z.array(z.string()),
  })
  .meta({ id: "RulesPreview" });
