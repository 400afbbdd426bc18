import { z } from "zod";
import { timestamp } from "../../../platform/lib/fields.schema.ts";
import {
  currency,
  currencyInput,
  money,
  moneyInput,
} from "../../../platform/money/money.schema.ts";

const amountMessage = "Amount must be a valid number";

/** How payout requests are decided. */
export const payoutSettings = z
  .object({
    secondApprovalAbove: money.nullable().meta({
      description:
        "Approving a larger amount, or any amount in another currency than `secondApprovalCurrency`, needs two administrators; `null` if one is always enough",
    }),
    secondApprovalCurrency: currency,
    deciders: z
      .int()
      .meta({ description: "How many administrators may approve", minimum: 0, examples: [3] }),
    updatedAt: timestamp.nullable().meta({ description: "`null` until they are changed" }),
    updatedBy: z.string().nullable(),
  })
  .meta({ id: "PayoutSettings" });
export type PayoutSettings = z.infer<typeof payoutSettings>;

export const setPayoutSettingsInput = z.strictObject({
  secondApprovalAbove: moneyInput(amountMessage)
    .refine((amount) => !amount.startsWith("-"), { error: "Amount must not be negative" })
    .nullable(),
  secondApprovalCurrency: currencyInput
    .optional()
    .meta({ description: "Stays unchanged if it is absent. US dollars until it is set" }),
});
