import { expect, it } from "vitest";
import type {
  LimitRule,
  ObjectiveRule,
} from "../../../../../src/business/rulebook/kinds/kinds.rule.ts";
import type { TradingRecord } from "../../../../../src/business/rulebook/timeline/trading-record.rule.ts";
import {
  at,
  dailyLoss,
  deal,
  judge,
  maxLoss,
  profitTarget,
  snapshot,
  trade,
} from "../../../../support/judged.ts";

// Traders read these sentences, and they are part of signed cases.

const now = at("03T12:00");
const won = trade(at("02T09:00"), at("02T10:00"), "2500.00");
const lost = (net: string) => trade(at("03T09:00"), at("03T10:00"), net);
const openLoss: LimitRule = {
  kind: "open_loss",
  limit: { amount: "1000.00" },
  breachedWhen: "below",
  consequence: "fail",
};
const pauses = { consequence: "pause" } as const;
const inactivity = (counts: "opened" | "deals"): LimitRule => ({
  kind: "inactivity",
  days: 2,
  counts,
  consequence: "fail",
});
const days = (target: number): ObjectiveRule => ({
  kind: "min_trading_days",
  days: target,
  counts: "traded",
  minimumProfit: null,
});
const maxPosition: LimitRule = { kind: "max_position", volume: "1.5", consequence: "fail" };
const consistency: ObjectiveRule = { kind: "consistency", bestDayAtMostPercent: "40" };

const reasons: [reason: string, rule: LimitRule | ObjectiveRule, record: Partial<TradingRecord>][] =
  [
    ["Nothing was compared yet; the floor is $90,000.00.", maxLoss(), {}],
    [
      "Equity of $102,500.00 is $12,500.00 above the floor of $90,000.00.",
      maxLoss(),
      { deals: won },
    ],
    [
      "The balance of $90,000.00 is $0.00 above the floor of $90,000.00.",
      maxLoss({ measured: "balance" }),
      { deals: lost("-10000.00") },
    ],
    [
      "The balance was $92,499.99 at 2026-03-03 10:00:00 UTC, below the floor of $92,500.00.",
      maxLoss({ measured: "balance", mode: "trailing_closed", ...pauses }),
      { deals: [...won, ...lost("-10000.01")] },
    ],
    [
      "Equity was $90,000.00 at 2026-03-03 10:00:00 UTC, at the floor of $90,000.00.",
      maxLoss({ breachedWhen: "at_or_below" }),
      { deals: lost("-10000.00") },
    ],
    [
      "The result of open positions of -$600.00 is $400.00 above the floor of -$1,000.00.",
      openLoss,
      { deals: [deal(at("03T09:00"), "in")], snapshots: [snapshot(at("03T10:00"), "99400.00")] },
    ],
    [
      "The result of open positions was -$1,000.01 at 2026-03-03 10:00:00 UTC, below the floor of -$1,000.00.",
      openLoss,
      { deals: [deal(at("03T09:00"), "in")], snapshots: [snapshot(at("03T10:00"), "98999.99")] },
    ],
    [
      "Equity at the start of 2026-03-03 is not known: a position was open, and no snapshot was recent enough. The loss of that day cannot be judged.",
      dailyLoss({ from: "equity" }),
      { deals: [deal(at("02T09:00"), "in")], snapshots: [snapshot(at("03T10:00"), "99400.00")] },
    ],
    [
      "No more than 1.50 lots were open at once.",
      maxPosition,
      { deals: [deal(at("03T09:00"), "in", "0.00", { volume: "1.50" })] },
    ],
    [
      "2.00 lots were open at 2026-03-03 09:00:00 UTC; at most 1.50 are allowed.",
      maxPosition,
      { deals: [deal(at("03T09:00"), "in", "0.00", { volume: "2.00" })] },
    ],
    ["The next one is due by 2026-03-04 00:00:00 UTC.", inactivity("deals"), {}],
    ["The next one is due by 2026-03-04 10:00:00 UTC.", inactivity("deals"), { deals: won }],
    [
      "The profit is $2,500.00 of $10,000.00; $7,500.00 is missing.",
      profitTarget(),
      { deals: won },
    ],
    [
      "The profit is $2,500.00 of $2,500.00, first reached at 2026-03-02 10:00:00 UTC.",
      profitTarget("2.5"),
      { deals: won },
    ],
    [
      "The profit is $2,500.00 of $2,500.00; it counts once every position is closed.",
      profitTarget("2.5"),
      { deals: [...won, deal(at("03T09:00"), "in")] },
    ],
    ["0 days count of 3: days with a deal.", days(3), {}],
    ["1 day counts of 3: days with a deal.", days(3), { deals: won }],
    ["2 days count of 3: days with a deal.", days(3), { deals: [...won, ...lost("1.00")] }],
    ["There is no profit yet; the best day may bring 40.00% of it.", consistency, {}],
    [
      "The best day brought $2,500.00, 50.00% of the profit of $5,000.00; at most 40.00% is allowed.",
      consistency,
      { deals: [...won, ...lost("2500.00")] },
    ],
  ];

it.each(reasons)("%s", (reason, rule, record) => {
  const isLimit = "consequence" in rule;
  const rules = isLimit ? { limits: [rule] } : { objectives: [rule] };
  expect(judge(rules, record, now).rules[0]!.reason).toBe(reason);
});

it.each([
  ["deals", "No deal was made within 2 days after 2026-03-02 00:00:00 UTC."],
  ["opened", "No position was opened within 2 days after 2026-03-02 00:00:00 UTC."],
] as const)(
  "inactivity that counts %s states after its breach which deal was missing",
  (counts, reason) => {
    const { rules } = judge({ limits: [inactivity(counts)] }, {}, at("05T00:00"));
    expect(rules[0]).toMatchObject({ status: "breached", reason });
  },
);
