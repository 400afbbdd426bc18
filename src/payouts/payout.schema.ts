import { z } from "zod";
import { id, targetId } from "../lib/id.schema.ts";
import { listFields, pageFields, pageOf } from "../lib/list.schema.ts";
import { optionalText } from "../lib/text.schema.ts";
import { timestamp } from "../lib/timestamp.schema.ts";
import { money, moneyInput } from "../money/money.schema.ts";
import { parseCents } from "../money/money.ts";
import { paymentMethodCodes } from "./method.ts";
import { payoutSorts } from "./sorts.ts";
import { decisions, payoutStatuses } from "./status.ts";

export const requestPayoutInput = z.strictObject({
  amount: moneyInput("Amount must be a valid number").refine((amount) => parseCents(amount)! > 0n, {
    error: "Amount must be greater than 0",
  }),
  paymentMethod: z.enum(paymentMethodCodes, { error: "Please select a payment method" }),
  paymentDetails: optionalText().meta({ examples: ["olivia.bennett@example.com"] }),
});

export const payout = z
  .object({
    id,
    userId: id,
    amount: money,
    paymentMethod: z.enum(paymentMethodCodes),
    paymentDetails: z.string().nullable(),
    status: z.enum(payoutStatuses),
    adminNotes: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: "Payout" });
export type Payout = z.infer<typeof payout>;

/** A payout request as administrators see it. */
export const administeredPayout = payout
  .safeExtend({
    user: z.object({ fullName: z.string().nullable(), email: z.string() }),
    exceedsBalance: z
      .boolean()
      .meta({ description: "The amount is more than the account's present balance" }),
  })
  .meta({ id: "AdminPayout" });
export type AdministeredPayout = z.infer<typeof administeredPayout>;

export const rejectionNotesMessage = "Please provide notes for rejecting this payout";

export const decidePayoutInput = z
  .strictObject({
    id: targetId,
    status: z.enum(decisions, { error: "Status must be approved or rejected" }),
    adminNotes: optionalText(),
  })
  .refine((input) => input.status !== "rejected" || input.adminNotes, {
    error: rejectionNotesMessage,
    path: ["adminNotes"],
  });

const payoutStatusMessage = "Status must be pending, approved or rejected";

export const listPayoutsInput = z.strictObject({
  ...listFields,
  status: z.enum(payoutStatuses, { error: payoutStatusMessage }).optional(),
});
export type PayoutListQuery = z.infer<typeof listPayoutsInput>;

export const payoutPageInput = z.strictObject({
  ...pageFields,
  /** `decided` is approved or rejected. */
  status: z.enum([...payoutStatuses, "decided"], { error: payoutStatusMessage }).optional(),
  sort: z.enum(payoutSorts).default("id"),
});
export type PayoutPageQuery = z.output<typeof payoutPageInput>;

export const payoutPage = pageOf(administeredPayout);
