import { describe, expect, it } from "vitest";
import {
  sentActions,
  describeAction,
} from "../../../../../src/business/watch/webhooks/audited-events.rule.ts";
import { webhookEvents } from "../../../../../src/business/watch/webhooks/webhook-event.schema.ts";
import type { AuditAction, Changes } from "../../../../../src/identity/audit/audit-event.rule.ts";

const changed = { from: null, to: 5 };
const review = { stageId: { from: 31, to: 31 }, kind: { from: "pass", to: "pass" } };
const status = { from: "pending", to: "approved" };
const payment = {
  runId: { from: null, to: 3 },
  amount: { from: null, to: "1250.00" },
  currency: { from: null, to: "EUR" },
};
const paid = { userId: 7, payoutId: 42, paymentRunId: 3, amount: "1250.00", currency: "EUR" };
const decided = { userId: 7, payoutId: 42, status: "approved", previousStatus: "pending" };
const ofReview = { userId: 7, stageId: 31, kind: "pass" };
const appeal = {
  appealId: { from: 9, to: 9 },
  subjectKind: { from: "payout", to: "payout" },
  subjectId: { from: 42, to: 42 },
};
const ofAppeal = { userId: 7, appealId: 9, subject: { kind: "payout", id: 42 } };

const finished = {
  actionId: { from: null, to: 9 },
  action: { from: null, to: "withdraw" },
  amount: { from: null, to: "500.00" },
  status: { from: "delivered", to: "done" },
};
const ofAction = { userId: 7, actionId: 9, kind: "withdraw", amount: "500.00" };

const orderItem = { orderId: { from: null, to: 118 }, itemId: { from: null, to: 204 } };

describe("the events", () => {
  it("have words of their own", () => {
    const words = Object.values(webhookEvents).map((event) => event.words);
    expect(new Set(words).size).toBe(words.length);
  });
});

type Row = [action: AuditAction, changes: Changes, type: string, data: object];

const rows: Row[] = [
  ["trader.registered", {}, "trader.created", { userId: 7, source: "registration" }],
  ["trader.created", {}, "trader.created", { userId: 7, source: "administrator" }],
  ["trader.created-by-order", {}, "trader.created", { userId: 7, source: "order" }],
  [
    "order.held",
    { ...orderItem, reason: { from: null, to: "not_mapped" } },
    "order.held",
    { userId: 7, orderId: 118, itemId: 204, reason: "not_mapped" },
  ],
  [
    "link.opened",
    {
      linkId: { from: null, to: 12 },
      userIds: { from: null, to: "17, 42" },
      kinds: { from: null, to: "copied, payee" },
      reopened: { from: null, to: true },
    },
    "link.opened",
    { linkId: 12, userIds: [17, 42], kinds: ["copied", "payee"], reopened: true },
  ],
  [
    "link.decided",
    {
      linkId: { from: null, to: 12 },
      userIds: { from: null, to: "17, 42" },
      decision: { from: null, to: "confirm" },
    },
    "link.decided",
    { linkId: 12, userIds: [17, 42], decision: "confirm" },
  ],
  [
    "order.started",
    { ...orderItem, stageId: { from: null, to: 31 } },
    "order.started",
    { userId: 7, orderId: 118, itemId: 204, stageId: 31 },
  ],
  [
    "order.refunded",
    { ...orderItem, isInFull: { from: null, to: true } },
    "order.refunded",
    { userId: 7, orderId: 118, isInFull: true },
  ],
  [
    "order.disputed",
    { ...orderItem, dispute: { from: null, to: "open" } },
    "order.disputed",
    { userId: 7, orderId: 118, dispute: "open" },
  ],
  ["trader.banned", { banned: { from: false, to: true } }, "trader.banned", { userId: 7 }],
  ["trader.unbanned", { banned: { from: true, to: false } }, "trader.unbanned", { userId: 7 }],
  [
    "account.updated",
    { masterPassword: "changed", phase: changed, balance: changed },
    "account.updated",
    { userId: 7, changed: ["balance", "phase"] },
  ],
  [
    "payout.requested",
    {
      amount: { from: null, to: "5.00" },
      currency: { from: null, to: "EUR" },
      paymentMethod: { from: null, to: "bank" },
    },
    "payout.requested",
    { userId: 7, payoutId: 42, amount: "5.00", currency: "EUR", paymentMethod: "bank" },
  ],
  ["payout.approved", { status }, "payout.decided", decided],
  ["payout.rejected", { status }, "payout.decided", decided],
  ["payout.reversed", { status }, "payout.decided", decided],
  ["payout.cancelled", { status }, "payout.cancelled", { userId: 7, payoutId: 42 }],
  ["payment.paid", payment, "payout.paid", paid],
  ["payment.reversed", payment, "payout.reversed", paid],
  ["review.opened", review, "review.opened", ofReview],
  ["review.confirmed", review, "review.decided", { ...ofReview, decision: "confirm" }],
  ["review.dismissed", review, "review.decided", { ...ofReview, decision: "dismiss" }],
  ["action.requested", finished, "action.requested", ofAction],
  ["action.approved", finished, "action.requested", ofAction],
  ["action.retried", finished, "action.requested", ofAction],
  ["action.done", finished, "action.finished", { ...ofAction, status: "done" }],
  ["action.failed", finished, "action.finished", { ...ofAction, status: "done" }],
  ["action.cancelled", finished, "action.finished", { ...ofAction, status: "done" }],
  ["appeal.created", appeal, "appeal.created", ofAppeal],
  ["appeal.granted", appeal, "appeal.decided", { ...ofAppeal, decision: "grant" }],
  ["appeal.denied", appeal, "appeal.decided", { ...ofAppeal, decision: "deny" }],
  [
    "identity.approved",
    { identityId: { from: null, to: 31 } },
    "identity.decided",
    { userId: 7, identityId: 31, decision: "approve" },
  ],
  [
    "identity.rejected",
    { identityId: { from: null, to: 31 } },
    "identity.decided",
    { userId: 7, identityId: 31, decision: "reject" },
  ],
  [
    "agreement.accepted",
    { agreementId: { from: null, to: 3 }, versionId: { from: null, to: 12 } },
    "agreement.accepted",
    { userId: 7, agreementId: 3, versionId: 12 },
  ],
  [
    "stage.started",
    { stageId: changed, phase: { from: "Phase 1", to: "Phase 2" } },
    "stage.started",
    { userId: 7, stageId: 5, phase: "Phase 2" },
  ],
  [
    "stage.ended",
    { stageId: changed, outcome: { from: null, to: "failed" } },
    "stage.ended",
    { userId: 7, stageId: 5, outcome: "failed" },
  ],
  [
    "certificate.issued",
    { certificateId: changed },
    "certificate.issued",
    { userId: 7, certificateId: 5 },
  ],
  [
    "certificate.withdrawn",
    { certificateId: changed },
    "certificate.withdrawn",
    { userId: 7, certificateId: 5 },
  ],
  [
    "statement.imported",
    {
      stageId: { from: null, to: 31 },
      statementId: changed,
      status: { from: null, to: "reconciled" },
    },
    "statement.imported",
    { userId: 7, stageId: 31, statementId: 5, status: "reconciled" },
  ],
  [
    "calendar.imported",
    {
      versionId: { from: null, to: 7 },
      from: { from: null, to: "2026-03-02T00:00:00.000Z" },
      to: { from: null, to: "2026-03-09T00:00:00.000Z" },
    },
    "calendar.changed",
    { versionId: 7, from: "2026-03-02T00:00:00.000Z", to: "2026-03-09T00:00:00.000Z" },
  ],
  [
    "finding.opened",
    {
      stageId: { from: null, to: 31 },
      findingId: { from: null, to: 4 },
      finding: { from: null, to: "changed" },
      item: { from: null, to: "deals" },
      ticket: { from: null, to: "2001" },
    },
    "bridge.finding",
    { userId: 7, stageId: 31, findingId: 4, kind: "changed", item: "deals", ticket: "2001" },
  ],
];

const describeOf = (action: AuditAction, changes: Changes) =>
  describeAction({ action, traderId: 7, payoutId: 42, changes });

describe("an audited action", () => {
  it.each(rows)("%s with %j is sent as %s %j", (action, changes, type, data) => {
    expect(describeOf(action, changes)).toEqual({ type, data });
  });

  it("is among these cases if it is sent", () => {
    const actions = rows.map(([action]) => action);
    expect(actions.toSorted()).toEqual([...sentActions.keys()].toSorted());
  });

  it.each([
    ["trader.banned", { banReason: { from: "Late", to: "Very late" } }],
    ["account.updated", { masterPassword: "changed" }],
    ["password.changed", { password: "changed" }],
  ] as [AuditAction, Changes][])("%s with %j is not sent", (action, changes) => {
    expect(describeOf(action, changes)).toBeUndefined();
  });

  it("that only moves the end of a stage is sent without its outcome", () => {
    const moved = { stageId: changed, endedAt: { from: "2026-01-01", to: "2026-01-02" } };
    expect(describeOf("stage.ended", moved)).toEqual({
      type: "stage.ended",
      data: { userId: 7, stageId: 5 },
    });
  });
});
