import { z } from "zod";
import { strongProofFields } from "../../../identity/second-factor/second-factor.schema.ts";
import { timestamp } from "../../../platform/fields/fields.schema.ts";
import { requiredText } from "../../../platform/fields/text.schema.ts";
import { paymentMethodCodes } from "../payouts/payout.rule.ts";

const paymentMethod = z.enum(paymentMethodCodes, { error: "Please select a payment method" });

/** Where a trader is to be paid by a method. */
export const savedDetails = z
  .object({
    paymentMethod: z.enum(paymentMethodCodes),
    paymentDetails: z.string().meta({ examples: ["olivia.bennett@example.com"] }),
    savedAt: timestamp,
  })
  .meta({ id: "SavedPayoutDetails" });
export type SavedDetails = z.infer<typeof savedDetails>;

export const saveDetailsInput = z.strictObject({
  paymentMethod,
  paymentDetails: requiredText("Please enter the payment details"),
  ...strongProofFields,
});

export const removeDetailsInput = z.strictObject({ paymentMethod, ...strongProofFields });
