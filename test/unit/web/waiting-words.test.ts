import { describe, expect, it } from "vitest";
import type { Waiting } from "../../../src/business/watch/overview/overview.schema.ts";
import {
  describeAll,
  describeApprovalLimit,
  describeMails,
  describeOldest,
  describeWebhooks,
} from "../../../web/features/admin/overview/waiting-words.ts";

const counted = (total = 0, exceedsTotal = false) => ({ total, exceedsTotal });
const queue = (total = 0) => ({ ...counted(total), oldest: null });

const nothing: Waiting = {
  payouts: {
    overThreeDays: counted(),
    oneToThreeDays: counted(),
    underOneDay: counted(),
    oldest: null,
  },
  reviews: queue(),
  statements: queue(),
  conflicts: queue(),
  payments: queue(),
  appeals: queue(),
  links: queue(),
  actions: queue(),
  orders: queue(),
  identities: queue(),
  accounts: {
    payment: queue(),
    review: queue(),
    identity: queue(),
    agreement: queue(),
    platform: queue(),
  },
  findings: { count: 0, oldest: null },
  bridges: { count: 0, oldest: null },
  mails: { failed: counted(), retrying: counted() },
  webhooks: { ...counted(), paused: counted(), failed: counted() },
  approvalLimit: null,
};

describe("a limit of approvals that was raised or lifted", () => {
  const change = { from: "1000.00", to: "5000.00", at: new Date(2026, 2, 2), by: "Ada Byrne" };

  it("is stated with the amounts, the day and the name", () => {
    expect(describeApprovalLimit(change)).toBe(
      "Ada Byrne raised the amount above which an approval needs two administrators from 1,000.00 to 5,000.00 on Mar 02, 2026.",
    );
    expect(describeApprovalLimit({ ...change, to: null })).toBe(
      "Ada Byrne lifted the amount above which an approval needs two administrators (1,000.00) on Mar 02, 2026.",
    );
  });
});

describe("what waits for an administrator", () => {
  it.each<[string, Partial<Waiting>]>([
    ["payouts", { payouts: { ...nothing.payouts, underOneDay: counted(1) } }],
    ["reviews", { reviews: queue(1) }],
    ["statements", { statements: queue(1) }],
    ["conflicts", { conflicts: queue(1) }],
    ["payments", { payments: queue(1) }],
    ["appeals", { appeals: queue(1) }],
    ["actions", { actions: queue(1) }],
    ["held orders", { orders: queue(1) }],
    ["submitted identities", { identities: queue(1) }],
    ["silent bridges", { bridges: { count: 1, oldest: new Date() } }],
    ["failed emails", { mails: { ...nothing.mails, failed: counted(1) } }],
    ["retried emails", { mails: { ...nothing.mails, retrying: counted(1) } }],
    ["webhooks", { webhooks: { ...nothing.webhooks, total: 1 } }],
  ])("includes %s", (_queue, waiting) => {
    expect(describeAll({ ...nothing, ...waiting })).toBeUndefined();
  });

  it("is nothing if all queues are empty", () => {
    expect(describeAll(nothing)).toBe("Nothing is waiting for you.");
  });

  it("is described by the age of the oldest", () => {
    const oldest = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
    expect(describeOldest({ ...queue(2), oldest })).toBe("Oldest: 3 days");
    expect(describeOldest(queue())).toBe("None waiting");
    expect(describeOldest(undefined)).toBeNull();
  });
});

it.each([
  [counted(), counted(), "All delivered"],
  [counted(2), counted(), "Undelivered in the last 14 days"],
  [counted(2), counted(1000, true), "1,000+ being retried"],
])("failed emails %j, retried %j: %s", (failed, retrying, words) => {
  expect(describeMails({ failed, retrying })).toBe(words);
});

it.each([
  [0, 0, 0, "None failing"],
  [1, 0, 0, "Being retried"],
  [2, 0, 5, "5 deliveries abandoned"],
  [3, 1, 5, "1 paused automatically"],
])("%i webhooks, %i paused, %i failed deliveries: %s", (total, paused, failed, words) => {
  expect(
    describeWebhooks({ ...counted(total), paused: counted(paused), failed: counted(failed) }),
  ).toBe(words);
});
