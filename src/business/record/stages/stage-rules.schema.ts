import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { rulesPreview } from "../../rulebook/rules/rule-set.schema.ts";
import { conductRule } from "../../rulebook/kinds/conduct/conduct.schema.ts";
import { rules } from "../../rulebook/rules/rules.schema.ts";

const version = z.object({ versionId: id, name: z.string(), version: z.int() });

/** The rules of a stage in words and in money, and their history. */
export const stageRules = version.extend({
  words: rulesPreview.shape.rules,
  limits: rules.shape.limits,
  conduct: z.array(conductRule),
  day: rules.shape.day.meta({ description: "When and in which zone a trading day begins" }),
  payout: rules.shape.payout,
  payoutWords: z.array(z.string()),
  changes: z
    .array(
      z.object({
        from: version.nullable(),
        to: version,
        reason: z.string(),
        at: timestamp,
        differences: z.array(z.string()),
      }),
    )
    .meta({ description: "Newest first" }),
});
export type StageRules = z.infer<typeof stageRules>;

const stage = targetId.optional();
export const ownStageRulesInput = z.strictObject({ stage });
export const stageRulesInput = ownStageRulesInput.safeExtend({ userId: targetId });
