import { z } from "zod";
import { expectedSettings } from "../../../platform/fields/expected-settings.schema.ts";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { unsearchedListQuery } from "../../../platform/lists/list.schema.ts";
import { moneySum } from "../../../platform/money/money.schema.ts";
import { watchedLimits } from "../../rulebook/kinds/parts/floor.rule.ts";

/** A warning that a part of a loss limit is used. */
export const accountWarning = z
  .object({
    id,
    userId: id,
    stageId: id,
    kind: z.enum(watchedLimits),
    index: z.int().meta({ description: "The position of the limit in its list" }),
    percent: z
      .int()
      .meta({ description: "The percent in the settings that was reached", examples: [80] }),
    day: z
      .string()
      .nullable()
      .meta({ description: "The trading day; `null` for a limit of the whole stage" }),
    at: timestamp,
    value: moneySum.meta({ examples: ["98790.00"] }),
    floor: moneySum.meta({ examples: ["97000.00"] }),
    room: moneySum.meta({ examples: ["1790.00"] }),
    createdAt: timestamp,
  })
  .meta({ id: "AccountWarning" });
export type AccountWarning = z.infer<typeof accountWarning>;

export const listOwnWarningsInput = unsearchedListQuery({});
export const listWarningsInput = listOwnWarningsInput.safeExtend({ userId: targetId });

/** When traders are warned. */
export const warningSettings = z
  .object({
    percents: z.array(z.int()).meta({
      description: "Percents of a loss limit, ascending; none for no warnings",
      examples: [[50, 80, 95]],
    }),
  })
  .meta({ id: "WarningSettings" });
export type WarningSettings = z.infer<typeof warningSettings>;

const message = "percents must be up to 5 whole numbers from 1 to 99, in ascending order";
const error = { error: message };

const chosenPercents = z.strictObject({
  percents: z
    .array(z.int(error).min(1, error).max(99, error), error)
    .max(5, error)
    .refine((percents) => percents.every((each, at) => at === 0 || each > percents[at - 1]!), error)
    .meta({ examples: [[50, 80, 95]] }),
});
export const setWarningSettingsInput = chosenPercents.safeExtend({
  expected: expectedSettings(chosenPercents),
});
