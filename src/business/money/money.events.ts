import { z } from "zod";
import type {
  ActionReader,
  DeclaredAction,
  DeclaredEvent,
} from "../../identity/audit/declared-events.rule.ts";
import { id } from "../../platform/fields/fields.schema.ts";
import { currency, money } from "../../platform/money/money.schema.ts";
import { decisions, paymentMethodCodes } from "./payouts/payout.rule.ts";

const userId = id.meta({ description: "The trader" });
const payoutId = id.meta({ examples: [42] });

export const payoutActions = {
  "payout.requested": { label: "Requested a payout", icon: "wallet" },
  "payout.approved-first": { label: "Gave the first of two approvals for a payout", icon: "check" },
  "payout.approved": { label: "Approved a payout", icon: "check", tone: "good" },
  "payout.rejected": { label: "Rejected a payout", icon: "close", tone: "critical" },
  "payout.cancelled": { label: "Cancelled a payout request", icon: "close" },
  "payout.reversed": { label: "Reversed a payout decision", icon: "refresh" },
  "payout.held": { label: "Held a payout request", icon: "alert", tone: "critical" },
  "payout.released": { label: "Released a held payout request", icon: "circleCheck" },
  "payout-details.saved": { label: "Saved payout details", icon: "edit" },
  "payout-details.removed": { label: "Removed saved payout details", icon: "close" },
  "payout-settings.changed": { label: "Changed the payout settings", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

export const paymentActions = {
  "payment-details.viewed": { label: "Viewed payment details", icon: "eye" },
  "payment-details.listed": { label: "Listed payment details", icon: "eye" },
  "payment.added": { label: "Added a payout to a payment run", icon: "wallet", preposition: "for" },
  "payment.removed": {
    label: "Removed a payout from a payment run",
    icon: "close",
    preposition: "for",
  },
  "payment.paid": {
    label: "Marked a payout as paid",
    icon: "check",
    tone: "good",
    preposition: "for",
  },
  "payment.reversed": {
    label: "Reversed a payment",
    icon: "refresh",
    tone: "critical",
    preposition: "for",
  },
  "payment-run.created": { label: "Created a payment run", icon: "plus" },
  "payment-run.exported": { label: "Exported a payment run", icon: "document" },
  "payment-run.closed": { label: "Closed a payment run", icon: "check" },
  "payment-account.changed": { label: "Changed the firm's payment account", icon: "edit" },
} as const satisfies Record<string, DeclaredAction>;

const readDecision = ({ userId: trader, payoutId: payout, to, from }: ActionReader) => ({
  userId: trader,
  payoutId: payout,
  status: to("status"),
  previousStatus: from("status"),
});

/** The payments of a deleted trader are kept without the trader. */
const ofPayment = {
  userId: userId.nullable(),
  payoutId: payoutId.nullable(),
  paymentRunId: id.meta({ examples: [3] }),
  amount: money,
  currency,
};

const payment = {
  userId: 7,
  payoutId: 42,
  paymentRunId: 3,
  amount: "1250.00",
  currency: "USD",
};

const readPayment = ({ userId: trader, payoutId: payout, to }: ActionReader) => ({
  userId: trader,
  payoutId: payout,
  paymentRunId: to("runId"),
  amount: to("amount"),
  currency: to("currency"),
});

export const payoutEvents = {
  "payout.requested": {
    words: "A trader requested a payout",
    data: z.object({
      userId,
      payoutId,
      amount: money,
      currency,
      paymentMethod: z.enum(paymentMethodCodes),
    }),
    example: { userId: 7, payoutId: 42, amount: "1250.00", currency: "USD", paymentMethod: "bank" },
    sentFor: {
      "payout.requested": (read) => ({
        userId: read.userId,
        payoutId: read.payoutId,
        amount: read.to("amount"),
        // Earlier releases did not record it.
        currency: read.to("currency") ?? "USD",
        paymentMethod: read.to("paymentMethod"),
      }),
    },
  },
  "payout.decided": {
    words: "A payout request was approved or rejected, or the decision was reversed",
    data: z.object({
      userId,
      payoutId,
      status: z.enum(decisions),
      previousStatus: z.enum(["pending", ...decisions]),
    }),
    example: { userId: 7, payoutId: 42, status: "approved", previousStatus: "pending" },
    sentFor: {
      "payout.approved": readDecision,
      "payout.rejected": readDecision,
      "payout.reversed": readDecision,
    },
  },
  "payout.cancelled": {
    words: "A trader cancelled a pending payout request",
    data: z.object({ userId, payoutId }),
    example: { userId: 7, payoutId: 42 },
    sentFor: {
      "payout.cancelled": (read) => ({ userId: read.userId, payoutId: read.payoutId }),
    },
  },
  "payout.paid": {
    words: "A payout was marked as paid",
    data: z.object(ofPayment),
    example: payment,
    sentFor: { "payment.paid": readPayment },
  },
  "payout.reversed": {
    words: "The payment of a payout was reversed",
    data: z.object(ofPayment),
    example: payment,
    sentFor: { "payment.reversed": readPayment },
  },
} as const satisfies Record<string, DeclaredEvent>;
