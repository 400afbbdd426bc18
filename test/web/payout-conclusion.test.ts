import { describe, expect, it } from "vitest";
import type { Readiness } from "../../src/business/money/payouts/readiness.rule.ts";
import type { Stage } from "../../src/business/trading/stages/stage.schema.ts";
import { concludePayout } from "../../web/features/admin-payouts/payout-conclusion.tsx";

const ready: Readiness = {
  ready: true,
  profit: "8000.00",
  share: "80",
  withdrawable: "5648.72",
  nextAt: null,
  reasons: [],
};
const pending = {
  amount: "10300.00",
  currency: "USD",
  status: "pending",
  readiness: null,
} as const;
const current = { currency: "USD" } as Stage;
const now = { readiness: ready, isEarlier: false, current };
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
    expect(concludePayout({ ...pending, amount }, now).sentence).toBe(sentence);
  });

  it("names the first reason why an account is not ready, and counts the others", () => {
    const reasons = [notEnabled, { ...notEnabled, code: "banned" as const }];
    const readiness = { ...ready, ready: false, reasons };
    const { sentence } = concludePayout({ ...pending, amount: "100.00" }, { ...now, readiness });
    expect(sentence).toBe(
      "Within what can be withdrawn, but not ready: Payouts are not enabled for this account. 1 more below.",
    );
  });

  it.each([
    ["without rules for payouts", { ...now, readiness: { ...ready, share: null } }, "no rules"],
    ["in another currency", { ...now, current: { currency: "EUR" } as Stage }, "another currency"],
    ["of an earlier stage without a record", { ...now, isEarlier: true }, "was not recorded"],
  ])("states no figures %s", (_case, facts, words) => {
    const { withdrawable, over, sentence } = concludePayout(pending, facts);
    expect([withdrawable, over]).toEqual([null, null]);
    expect(sentence).toContain(words);
  });

  it("of a pending request of an earlier stage looks back, too", () => {
    const facts = { ...now, isEarlier: true };
    const { sentence } = concludePayout({ ...pending, readiness: ready }, facts);
    expect(sentence).toBe("Asked $4,651.28 more than could be withdrawn.");
  });

  it.each([
    ["5000.00", "Asked $5,300.00 more than could be withdrawn."],
    ["10300.00", "Could be withdrawn when it was requested."],
  ])(
    "of a decided request compares it with %s at the time of the request",
    (withdrawable, sentence) => {
      const readiness = { ...ready, withdrawable };
      const conclusion = concludePayout({ ...pending, status: "approved", readiness }, now);
      expect(conclusion.sentence).toBe(sentence);
      expect(conclusion.when).toBe("when requested");
    },
  );
});
