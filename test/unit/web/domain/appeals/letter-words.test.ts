import { describe, expect, it } from "vitest";
import type { LimitRule } from "../../../../../src/business/rulebook/kinds/kinds.rule.ts";
import { floorOrigin, seenIn } from "../../../../../web/domain/appeals/letter-words.ts";

const stage = { initialBalance: "100000.00", currency: "USD" };
const day = { timeZone: "Europe/Prague", startsAt: "00:00" };
const breach = { at: "2026-03-02T10:00:00.000Z", value: "94999.99", floor: "95000.00", by: [] };

const daily = {
  kind: "daily_loss",
  limit: { percent: "5", of: "initial" },
  from: "higher",
  measured: "equity",
  breachedWhen: "below",
  consequence: "fail",
} satisfies LimitRule;
const most = {
  kind: "max_loss",
  limit: { amount: "5000.00" },
  mode: "static",
  locksAt: null,
  onWithdrawal: null,
  measured: "equity",
  breachedWhen: "below",
  consequence: "fail",
} satisfies LimitRule;

describe("the letter about a breach", () => {
  it.each<[string, LimitRule, string, string | null]>([
    [
      "of today's limit by its reference and when the day began",
      daily,
      "95000.00",
      "$95,000.00 is the higher of balance and equity at the start of the trading day, $100,000.00, less the limit of $5,000.00 (5% of the initial balance). The trading day began on Mar 02, 2026, 00:00:00 (Europe/Prague).",
    ],
    [
      "of a percentage of the reference without an amount that is not known",
      { ...daily, limit: { percent: "4.5", of: "reference" } },
      "95000.00",
      "The floor was 4.5% below the higher of balance and equity at the start of the trading day. The trading day began on Mar 02, 2026, 00:00:00 (Europe/Prague).",
    ],
    [
      "of a fixed maximum loss by the initial balance",
      most,
      "95000.00",
      "$95,000.00 is the initial balance, $100,000.00, less the limit of $5,000.00.",
    ],
    [
      "that withdrawals have moved",
      most,
      "94000.00",
      "$94,000.00 is the initial balance, $99,000.00, less the limit of $5,000.00. Withdrawals have moved it.",
    ],
    [
      "that trails the peak",
      { ...most, mode: "trailing_equity", onWithdrawal: "follow" },
      "98000.00",
      "$98,000.00 is the highest equity, $103,000.00, less the limit of $5,000.00.",
    ],
    [
      "that has locked",
      { ...most, mode: "trailing_closed", locksAt: { amount: "100000.00" }, onWithdrawal: "stay" },
      "100000.00",
      "The floor had risen with the highest balance to $100,000.00, where it stays.",
    ],
    [
      "of a limit without one not at all",
      { kind: "flat_by", time: "22:00", consequence: "fail" },
      "0.00",
      null,
    ],
  ])("explains the floor %s", (_what, rule, floor, words) => {
    expect(floorOrigin(rule, { ...breach, floor }, stage, day)).toBe(words);
  });

  it("names the records that show the breach", () => {
    const by = ["2026-03-02T10:00:00.000Z", "901"];
    expect(seenIn({ by }, "UTC")).toBe("Snapshot of Mar 02, 2026, 10:00:00 (UTC), Deal 901");
    expect(seenIn({ by: [] }, "UTC")).toBe("The end of the trading day, or the passing of time");
  });
});
