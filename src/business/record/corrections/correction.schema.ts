import { z } from "zod";
import { id, targetId, timestamp } from "../../../platform/fields/fields.schema.ts";
import { requiredText } from "../../../platform/fields/text.schema.ts";
import { money, moneyInput } from "../../../platform/money/money.schema.ts";

/** An administrator's change to the balance, for amounts that the platform will never report. */
export const correction = z
  .object({
    id: z.number().meta({ type: "integer", minimum: 1 }),
    stageId: id,
    kind: z.literal("correction"),
    amount: money,
    time: timestamp,
    reason: z.string(),
    createdBy: z.string().meta({ examples: ["Dana, risk"] }),
  })
  .meta({ id: "Correction" });
export type Correction = z.infer<typeof correction>;

export const correctInput = z.strictObject({
  userId: targetId,
  amount: moneyInput("Amount must be a valid number").refine(
    (amount) => !/^-?0+\.00$/.test(amount),
    {
      error: "Amount must not be zero",
    },
  ),
  reason: requiredText("Please provide a reason"),
});
