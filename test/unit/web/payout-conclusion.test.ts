import { describe, expect, it } from "vitest";
import type { Readiness } from "../../../src/business/money/payouts/readiness.rule.ts";
import { concludePayout } from "../../../web/features/admin/payouts/payout-conclusion.tsx";

const ready: Readiness = {
  ready: true,
  profit: "8000.00",
  share: "80",
  withdrawable: "5648.72",
  nextAt: null,
  reasons: [],
  statement: null,
};
const present = {
  flags: [],
  readiness: ready,
  readinessSha256: null,
  currency: "USD",
  isEarlierStage: false,
  missing: [],
  needsSecondApproval: false,
};
const pending = {
  amount: "10300.00",
  currency: "USD",
  status: "pending",
  readiness: null,
  decisionReadiness: null,
  present,
} as const;
const notEnabled = {
  code: "payouts_disabled" as const,
  message: "Payouts are not enabled for this account.",
  until: null,
};

describe("the conclusion about a payout request", () => {
  it.each([
    ["10300.00", "Asks $4,651.28 more than can be withdrawn."],
    ["5648.72", "Asks exactly what can be withdrawn."],
    ["5000.00", "Can be withdrawn; $648.72 would be left."],
  ])("for a pending request of %s reads %j", (amount, sentence) => {
    expect(concludePayout({ ...pending, amount }).sentence).toBe(sentence);
  });

  it("names the first reason why an account is not ready, and counts the others", () => {
    const reasons = [notEnabled, { ...notEnabled, code: "banned" as const }];
    const readiness = { ...ready, ready: false, reasons };
    const unready = { ...pending, amount: "100.00", present: { ...present, readiness } };
    expect(concludePayout(unready).sentence).toBe(
      "Within what can be withdrawn, but not ready: Payouts are not enabled for this account. 1 more below.",
    );
  });

  it.each([
    ["without rules for payouts", { readiness: { ...ready, share: null } }, "no rules"],
    ["in another currency", { currency: "EUR" }, "another currency"],
    ["that could not be read", { readiness: null }, "could not be read"],
    ["of an earlier stage without a record", { isEarlierStage: true }, "was not recorded"],
  ])("states no figures %s", (_case, facts, words) => {
    const payout = { ...pending, present: { ...present, ...facts } };
    const { withdrawable, over, sentence } = concludePayout(payout);
    expect([withdrawable, over]).toEqual([null, null]);
    expect(sentence).toContain(words);
  });

  it("of a pending request of an earlier stage looks back, too", () => {
    const payout = { ...pending, readiness: ready, present: { ...present, isEarlierStage: true } };
    expect(concludePayout(payout).sentence).toBe("Asked $4,651.28 more than could be withdrawn.");
  });

  const less = { ...ready, withdrawable: "5000.00" };
  const enough = { ...ready, withdrawable: "10300.00" };
  it.each([
    [less, enough, "when decided", "Could be withdrawn when it was decided."],
    [enough, less, "when decided", "Asked $5,300.00 more than could be withdrawn."],
    [enough, null, "when requested", "Could be withdrawn when it was requested."],
  ])(
    "of a paid request compares it with what was ready then, not with the present",
    (readiness, decisionReadiness, when, sentence) => {
      const paid = { ...pending, status: "approved", present: null } as const;
      const conclusion = concludePayout({ ...paid, readiness, decisionReadiness });
      expect([conclusion.when, conclusion.sentence]).toEqual([when, sentence]);
    },
  );

  it("of a rejected request compares it with the present only for another decision", () => {
    const rejected = { ...pending, status: "rejected", decisionReadiness: enough } as const;
    expect(concludePayout(rejected).when).toBe("when decided");
    expect(concludePayout(rejected, true).when).toBe("now");
  });
});
