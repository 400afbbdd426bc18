import { z } from "zod";
import { id } from "../../../platform/fields/fields.schema.ts";
import { currency, money, moneySum } from "../../../platform/money/money.schema.ts";
import { actionKinds, finishedStatuses } from "../../record/actions/action.rule.ts";
import { decisions, paymentMethodCodes } from "../../money/payouts/payout.rule.ts";
import { stageOutcomes } from "../../record/stages/stage.schema.ts";
import { reconciliationStatuses } from "../../record/statements/reading/reconcile.rule.ts";
import { grades, outcomes } from "../../rulebook/engine/verdict.schema.ts";
import { appealDecisions, appealSubjects } from "../../decisions/appeals/appeal.rule.ts";
import { openAccountFields } from "../../traders/accounts/account.fields.ts";
import { watchedLimits } from "../../rulebook/kinds/parts/floor.rule.ts";
import { reviewKinds } from "../../record/verdicts/review-subject.rule.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

const userId = id.meta({ description: "The trader" });
const stageId = id.meta({ examples: [31] });
const payoutId = id.meta({ examples: [42] });

const ofAction = {
  userId,
  actionId: id.meta({ examples: [9] }),
  kind: z.enum(actionKinds),
  amount: moneySum
    .nullable()
    .meta({ description: "Of `withdraw` and `deposit`, in the currency of the account" }),
};

const ofReview = { userId, stageId, kind: z.enum(reviewKinds) };

const ofAppeal = {
  userId,
  appealId: id.meta({ examples: [9] }),
  subject: z
    .object({ kind: z.enum(appealSubjects), id })
    .meta({ description: "The review or the payout request" }),
};
const appeal = { userId: 7, appealId: 9, subject: { kind: "review" as const, id: 12 } };

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

/**
 * The payload of each event: ids and facts that do not change. No names, no payment details, no credentials, no
 * notes; the API provides the rest. Fields may be added, but never changed or removed.
 */
export const webhookEvents = {
  "trader.created": {
    words: "A trader registered or was created by an administrator",
    data: z.object({ userId, source: z.enum(["registration", "administrator"]) }),
    example: { userId: 7, source: "registration" },
  },
  "trader.banned": {
    words: "A trader was banned",
    data: z.object({ userId }),
    example: { userId: 7 },
  },
  "trader.unbanned": {
    words: "A trader was unbanned",
    data: z.object({ userId }),
    example: { userId: 7 },
  },
  "account.updated": {
    words: "An administrator changed a trading account",
    data: z.object({ userId, changed: z.array(z.enum(openAccountFields)) }),
    example: { userId: 7, changed: ["balance", "status"] },
  },
  "account.warning": {
    words: "A trader was warned that much of a loss limit is used",
    data: z.object({
      userId,
      stageId,
      warningId: id.meta({ examples: [15] }),
      kind: z.enum(watchedLimits),
      index: z.int(),
      percent: z.int().meta({ examples: [80] }),
      day: z.string().nullable().meta({ description: "The trading day; `null` for the stage" }),
      at: z.string().meta({ format: "date-time", examples: ["2026-03-02T10:00:00.000Z"] }),
      value: moneySum,
      floor: moneySum,
      room: moneySum,
    }),
    example: {
      userId: 7,
      stageId: 31,
      warningId: 15,
      kind: "daily_loss",
      index: 0,
      percent: 80,
      day: "2026-03-02",
      at: "2026-03-02T10:00:00.000Z",
      value: "98790.00",
      floor: "97000.00",
      room: "1790.00",
    },
  },
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
  },
  "payout.cancelled": {
    words: "A trader cancelled a pending payout request",
    data: z.object({ userId, payoutId }),
    example: { userId: 7, payoutId: 42 },
  },
  "payout.paid": {
    words: "A payout was marked as paid",
    data: z.object(ofPayment),
    example: payment,
  },
  "payout.reversed": {
    words: "The payment of a payout was reversed",
    data: z.object(ofPayment),
    example: payment,
  },
  "review.opened": {
    words: "A breach or a pass needs a decision by a person",
    data: z.object(ofReview),
    example: { userId: 7, stageId: 31, kind: "breach" },
  },
  "review.decided": {
    words: "A review was confirmed or dismissed",
    data: z.object({ ...ofReview, decision: z.enum(["confirm", "dismiss"]) }),
    example: { userId: 7, stageId: 31, kind: "breach", decision: "confirm" },
  },
  "action.requested": {
    words: "An action waits for a bridge",
    data: z.object(ofAction),
    example: { userId: 7, actionId: 9, kind: "disable_trading", amount: null },
  },
  "action.finished": {
    words: "An action was executed, has failed or was cancelled",
    data: z.object({ ...ofAction, status: z.enum(finishedStatuses) }),
    example: {
      userId: 7,
      actionId: 9,
      kind: "disable_trading",
      amount: null,
      status: "done",
    },
  },
  "appeal.created": {
    words: "A trader appealed against a confirmed breach or a rejected payout request",
    data: z.object(ofAppeal),
    example: appeal,
  },
  "appeal.decided": {
    words: "An appeal was granted or denied",
    data: z.object({ ...ofAppeal, decision: z.enum(appealDecisions) }),
    example: { ...appeal, decision: "grant" },
  },
  "stage.started": {
    words: "A stage started",
    data: z.object({ userId, stageId, phase: z.string().meta({ examples: ["Phase 2"] }) }),
    example: { userId: 7, stageId: 32, phase: "Phase 2" },
  },
  "stage.ended": {
    words: "A stage ended, or its end or outcome was changed",
    data: z.object({
      userId,
      stageId,
      outcome: z
        .enum(stageOutcomes)
        .nullable()
        .optional()
        .meta({ description: "Absent if this event did not change it" }),
    }),
    example: { userId: 7, stageId: 31, outcome: "passed" },
  },
  "verdict.changed": {
    words: "The outcome of a stage's verdict changed, or the status of one of its rules",
    data: z.object({
      userId,
      stageId,
      verdictId: id,
      outcome: z.enum(outcomes),
      grade: z.enum(grades),
    }),
    example: { userId: 7, stageId: 31, verdictId: 118, outcome: "passed", grade: "observed" },
  },
  "certificate.issued": {
    words: "A certificate was issued",
    data: z.object({ userId, certificateId: id.meta({ examples: [5] }) }),
    example: { userId: 7, certificateId: 5 },
  },
  "certificate.withdrawn": {
    words: "A certificate was withdrawn",
    data: z.object({ userId, certificateId: id.meta({ examples: [5] }) }),
    example: { userId: 7, certificateId: 5 },
  },
  "statement.imported": {
    words: "A statement was imported",
    data: z.object({
      userId,
      stageId,
      statementId: id.meta({ examples: [12] }),
      status: z.enum(reconciliationStatuses),
    }),
    example: { userId: 7, stageId: 31, statementId: 12, status: "reconciled" },
  },
} as const;

export type WebhookEventType = keyof typeof webhookEvents;

export const webhookEventTypes = keysOf(webhookEvents);

/** Sent only on request, regardless of the subscribed events. */
export const TEST_EVENT = "webhook.test";

/** An event with its data. */
export type WebhookFact = {
  [Type in WebhookEventType]: { type: Type; data: z.infer<(typeof webhookEvents)[Type]["data"]> };
}[WebhookEventType];
