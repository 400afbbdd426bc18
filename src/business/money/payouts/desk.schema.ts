import { z } from "zod";
import { id, timestamp } from "../../../platform/fields/fields.schema.ts";
import { currency, money, moneySum } from "../../../platform/money/money.schema.ts";
import { accountStatuses } from "../../traders/accounts/account.rule.ts";
import { identityStatuses } from "../../traders/identity/identity.rule.ts";
import { flagCodes } from "./flags.rule.ts";
import {
  adminPayout,
  deskRow,
  payout,
  payoutFlag,
  presentFlags,
  readinessHash,
  stageOfRequest,
} from "./payout.schema.ts";
import { payoutStatuses } from "./payout.rule.ts";
import { readiness } from "./readiness.schema.ts";

const timelineEvents = [
  "requested",
  "approved-first",
  "approved",
  "rejected",
  "cancelled",
  "reversed",
  "paid",
  "payment-reversed",
  "held",
  "released",
  "appealed",
  "appeal-granted",
  "appeal-denied",
] as const;

/** An event in the timeline of a payout request. */
const timelineEntry = z
  .object({
    event: z.enum(timelineEvents).meta({
      description:
        "`reversed` if the decision replaced the opposite one; the note of `paid` is the reference; traders do not see `approved-first`, `held` and `released`",
    }),
    status: z.enum(payoutStatuses).meta({ description: "The status after the event" }),
    at: timestamp,
    actor: z.enum(["trader", "administrator", "token"]),
    actorName: z
      .string()
      .nullable()
      .meta({
        description:
          "The label of the administrator or API token, or the trader's name at that time",
        examples: ["Back office"],
      }),
    note: z.string().nullable(),
  })
  .meta({ id: "PayoutTimelineEntry" });
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** The same for administrators. */
const adminTimelineEntry = timelineEntry
  .safeExtend({
    flags: z.array(z.enum(flagCodes)).nullable().meta({
      description: "The flags when the decision was made; `null` if they could not be read",
    }),
  })
  .meta({ id: "AdminPayoutTimelineEntry" });
export type AdminTimelineEntry = z.infer<typeof adminTimelineEntry>;

const timelineMeta = { description: "Events of the request, oldest first" };
const timeline = z.array(timelineEntry).meta(timelineMeta);

/** A trader's own request with its timeline. */
export const payoutWithTimeline = payout
  .safeExtend({ timeline })
  .meta({ id: "PayoutWithTimeline" });

/** The trader's identity beside who is paid. */
const payeeIdentity = z
  .object({
    status: z.enum(identityStatuses).meta({ examples: ["approved"] }),
    legalName: z
      .string()
      .nullable()
      .meta({
        description:
          "Of the latest submitted identity; `null` if there is none, or for callers who may not see identities",
        examples: ["Olivia Anne Bennett"],
      }),
    payee: z
      .string()
      .nullable()
      .meta({
        description:
          "The `Account Holder` of the payment details, or else the trader's full name; `null` for callers who may not see payment details",
        examples: ["Olivia Bennett"],
      }),
    matches: z.boolean().nullable().meta({
      description: "Whether both are the same name; `null` unless both are known",
    }),
  })
  .meta({ id: "PayeeIdentity" });
export type PayeeIdentity = z.infer<typeof payeeIdentity>;

/** Who is paid by a request, beside an identity. */
export const comparedPayee = payeeIdentity
  .pick({ payee: true, matches: true })
  .extend({ id, status: z.enum(payoutStatuses) });
export type ComparedPayee = z.infer<typeof comparedPayee>;

export const adminPayoutWithTimeline = adminPayout
  .safeExtend({
    identity: payeeIdentity,
    timeline: z.array(adminTimelineEntry).meta(timelineMeta),
    flags: presentFlags,
  })
  .meta({ id: "AdminPayoutWithTimeline" });

const count = z.int().meta({ minimum: 0, examples: [3] });

/** Another request of the same trader. */
const otherRequest = z
  .object({
    id,
    stageId: stageOfRequest,
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
    payout: deskRow,
    timeline: z.array(adminTimelineEntry),
    flags: presentFlags,
    readiness: readiness.safeExtend({ sha256: readinessHash }).nullable().meta({
      description:
        "What the account is ready to pay out now, apart from this request, with the hash of everything but `sha256`; `null` if it could not be read",
    }),
    hasPaymentDetails: z.boolean(),
    needsSecondApproval: z
      .boolean()
      .meta({ description: "Whether approving it needs two administrators now" }),
    account: z.object({
      balance: moneySum,
      profitLoss: moneySum,
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
