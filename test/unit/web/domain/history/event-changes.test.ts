import { expect, it } from "vitest";
import { labelOf } from "../../../../../src/business/watch/audit-log/audit-actions.rule.ts";
import {
  describeChanges,
  summarizeEvent,
} from "../../../../../web/domain/history/event-changes.ts";
import { describeEvent } from "../../../../../web/domain/history/event-sentence.ts";

it.each([
  ["500.00", "750.00 EUR", "$500.00", "750.00 EUR"],
  [null, "25000.00", undefined, "$25,000.00"],
])("the limit of a second approval from %s to %s is shown in its currency", (from, to, was, is) => {
  const changes = { secondApprovalAbove: { from, to } };
  expect(describeChanges({ changes })).toEqual([
    { name: "Second Approval Above", isSecret: false, from: was, to: is },
  ]);
});

it("amounts are shown in the currency of the event, and in dollars without one", () => {
  const amount = { from: null, to: "250.00" };
  const inEuros = { amount, currency: { from: null, to: "EUR" } };
  const shown = (changes: Parameters<typeof describeChanges>[0]["changes"]) =>
    describeChanges({ changes }).map(({ name, to }) => [name, to]);
  expect(shown({ amount })).toEqual([["Amount", "$250.00"]]);
  expect(shown(inEuros)).toEqual([["Amount", "250.00 EUR"]]);
});

it.each([
  ["action.requested", "disable_trading", "Requested “Disable trading”"],
  ["action.retried", "withdraw", "Requested “Withdraw” again"],
  ["action.failed", "close_positions", "Failed to execute “Close positions”"],
  ["action.done", "unknown", "Executed an action"],
  ["account.updated", "deposit", "Changed the trading account"],
] as const)("%s of %s is “%s”", (action, kind, label) => {
  expect(labelOf({ action, changes: { action: { from: null, to: kind } } })).toBe(label);
});

it("names fields and sizes in words", () => {
  const changes = {
    size: { from: null, to: 52_846 },
    subjectKind: { from: null, to: "review" },
    sessionsEnded: { from: null, to: 2 },
  };
  expect(describeChanges({ changes }).map(({ name, to }) => `${name}: ${to}`)).toEqual([
    "Sessions Ended: 2",
    "Against: A review",
    "File Size: 52 KB",
  ]);
});

it("what an event is about is said in words, once", () => {
  const event = { action: "review.confirmed", reason: null } as const;
  const summary = (kind: string) =>
    summarizeEvent({ ...event, changes: { kind: { from: kind, to: kind } } } as never);
  expect(summary("pass")).toBe("About Pass");
});

it.each([
  ["system", "Verdicts", "Automatic"],
  ["token", "Bridge", "API token"],
  ["administrator", "Ada", undefined],
] as const)("an event by a %s says whether a person did it", (actor, actorName, automatic) => {
  const event = { action: "review.opened", actor, actorName, traderId: 1, traderName: "Bo" };
  expect(describeEvent({ ...event, changes: {}, payoutId: null } as never)).toMatchObject({
    actor: actorName,
    automatic,
  });
});
