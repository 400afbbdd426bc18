import { z } from "zod";
import { id, timestamp } from "../../../platform/lib/fields.schema.ts";
import { currency, money, moneySum } from "../../../platform/money/money.schema.ts";
import { accountStatuses } from "../../traders/accounts/account.rule.ts";
import { payoutFlag, payoutRow, presentFlags } from "./payout.schema.ts";
import { payoutStatuses } from "./payout.rule.ts";
import { adminTimelineEntry } from "./timeline.schema.ts";

const count = z.int().meta({ minimum: 0, examples: [3] });

/** Another request of the same trader. */
const otherRequest = z
  .object({
    id,
    amount: money,
    currency,
    status: z.enum(payoutStatuses),
    createdAt: timestamp,
    paidAt: timestamp.nullable(),
  })
  .meta({ id: "OtherPayoutRequest" });

/** The facts for a decision other than readiness and verdict, without payment details. */
export const payoutDesk = z
  .object({
    payout: payoutRow,
    timeline: z.array(adminTimelineEntry),
    flags: presentFlags,
    hasPaymentDetails: z.boolean(),
    needsSecondApproval: z
      .boolean()
      .meta({ description: "Whether approving the amount needs two administrators now" }),
    account: z.object({
      balance: money,
      profitLoss: money,
      status: z.enum(accountStatuses),
      phase: z.string().nullable(),
      payoutEnabled: z.boolean(),
      currency,
    }),
    trader: z.object({
      banned: z.boolean(),
      banReason: z.string().nullable(),
      createdAt: timestamp,
    }),
    others: z.array(otherRequest).meta({
      description:
        "Requests of the stage in which this one was made, and pending requests of other stages, newest first; at most 50",
    }),
    sums: z.object({ pending: moneySum, approved: moneySum, paid: moneySum, count }).meta({
      description:
        "Totals of those requests and this one that are in its currency; `approved` excludes what has been paid. `count` includes those in other currencies",
    }),
    queue: z
      .object({ previous: id.nullable(), next: id.nullable(), waiting: count })
      .meta({ description: "The pending requests before and after this one, oldest first" }),
  })
  .meta({ id: "PayoutDesk" });
export type PayoutDesk = z.infer<typeof payoutDesk>;

/** Requests whose flags could not be read have no entry. */
export const flagsOfPayouts = z.array(z.object({ id, flags: z.array(payoutFlag) }));
