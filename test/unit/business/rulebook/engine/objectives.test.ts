import { describe, expect, it } from "vitest";
import type { RuleOf } from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import {
  at,
  dailyLoss,
  deal,
  judge,
  maxLoss,
  operation,
  profitTarget,
  snapshot,
  trade,
} from "../../../../support/judged.ts";

const tradingDays = (
  counts: RuleOf<"min_trading_days">["counts"],
  minimumProfit: RuleOf<"min_trading_days">["minimumProfit"] = null,
) => ({
  objectives: [{ kind: "min_trading_days", days: 4, counts, minimumProfit } as const],
});

const consistency = (bestDayAtMostPercent: string) => ({
  objectives: [{ kind: "consistency", bestDayAtMostPercent } as const],
});

describe("the profit target", () => {
  const rules = { objectives: [profitTarget()] };

  it("is met to the cent by closed results, and excludes operations", () => {
    const deals = trade(at("02T09:00"), at("02T10:00"), "9999.99");
    const operations = [
      operation(at("02T08:00"), "100000.00"),
      operation(at("02T11:00"), "500.00"),
    ];
    expect(judge(rules, { deals, operations }, at("03T00:00")).objectives[0]).toMatchObject({
      status: "not_met",
      value: "9999.99",
      target: "10000.00",
      missing: "0.01",
      reachedAt: null,
    });
    const more = [...deals, ...trade(at("03T09:00"), at("03T10:00"), "0.01", "b")];
    const passed = judge(rules, { deals: more, operations }, at("04T00:00"));
    expect(passed).toMatchObject({ outcome: "passed", endedAt: null });
    expect(passed.objectives[0]).toMatchObject({ status: "met", missing: "0.00" });
  });

  it("of nothing is reached at the start", () => {
    expect(
      judge({ objectives: [profitTarget("0")] }, {}, at("02T01:00")).objectives[0],
    ).toMatchObject({
      status: "met",
      reachedAt: "2026-03-02T00:00:00.000Z",
    });
  });

  it.each([
    ["opens a position", deal(at("02T00:00"), "in")],
    ["is a loss", deal(at("02T00:00"), "out", "-0.01")],
  ])("of nothing is not reached at the start if a deal at that instant %s", (_, first) => {
    const judged = judge({ objectives: [profitTarget("0")] }, { deals: [first] }, at("02T01:00"));
    expect(judged.objectives[0]).toMatchObject({ status: "not_met", reachedAt: null });
  });

  it("is met only while the account is flat, and keeps the time at which it was first reached", () => {
    const deals = [
      ...trade(at("02T09:00"), at("02T10:00"), "10000.00", "a"),
      deal(at("02T11:00"), "in", "0.00", { position: "b" }),
    ];
    const judged = judge(rules, { deals }, at("03T00:00"));
    expect(judged.outcome).toBe("in_progress");
    expect(judged.objectives[0]).toMatchObject({
      status: "not_met",
      missing: "0.00",
      reachedAt: "2026-03-02T10:00:00.000Z",
    });
  });
});

describe("the trading days", () => {
  const deals = [
    ...trade(at("02T09:00"), at("02T10:00"), "100.00", "a"),
    ...trade(at("03T09:00"), at("04T10:00"), "-50.00", "b"),
    ...trade(at("05T09:00"), at("05T10:00"), "10.00", "c"),
  ];

  it.each([
    ["opened", 3],
    ["closed", 3],
    ["traded", 4],
    ["opened_and_closed", 2],
    ["profitable", 2],
  ] as const)("%s count by their deals", (counts, value) => {
    const { objectives } = judge(tradingDays(counts), { deals }, at("06T00:00"));
    expect(objectives[0]).toMatchObject({
      value,
      target: 4,
      missing: 4 - value,
      status: value === 4 ? "met" : "not_met",
    });
  });

  it("count an entry and an exit of one instant separately", () => {
    const [opened, closed] = [at("02T23:00"), at("03T09:00")];
    const ownDeals = [
      deal(opened, "in", "0.00", { position: "a" }),
      deal(closed, "out", "1.00", { position: "a" }),
      deal(closed, "in", "0.00", { position: "b" }),
    ];
    const value = (counts: "opened" | "closed") =>
      judge(tradingDays(counts), { deals: ownDeals }, at("03T12:00")).objectives[0]!.value;
    expect([value("opened"), value("closed")]).toEqual([2, 1]);
  });

  it("with a minimum profit count the days that reach it", () => {
    const minimum = { percent: "0.1", of: "initial" } as const;
    const { objectives } = judge(tradingDays("profitable", minimum), { deals }, at("06T00:00"));
    expect(objectives[0]).toMatchObject({ value: 1 });
  });

  it("count a reversal as an entry and an exit", () => {
    const reversal = [
      deal(at("02T09:00"), "in"),
      deal(at("03T09:00"), "inout", "0.00", { volume: "2.00" }),
      deal(at("03T10:00"), "out"),
    ];
    const valueOf = (counts: RuleOf<"min_trading_days">["counts"]) =>
      judge(tradingDays(counts), { deals: reversal }, at("04T00:00")).objectives[0]!.value;
    expect([valueOf("opened"), valueOf("closed"), valueOf("opened_and_closed")]).toEqual([2, 1, 1]);
  });

  it("count trades of any position, even one with a name such as __proto__", () => {
    const named = trade(at("02T09:00"), at("02T10:00"), "100.00", "__proto__");
    const { objectives } = judge(
      tradingDays("opened_and_closed"),
      { deals: named },
      at("03T00:00"),
    );
    expect(objectives[0]).toMatchObject({ value: 1 });
  });

  it("follow the day of the rules over a clock change", () => {
    // In Prague 29 March 2026 has 23 hours: it starts at 23:00 UTC and ends at 22:00 UTC.
    const prague = {
      ...tradingDays("traded"),
      day: { timeZone: "Europe/Prague", startsAt: "00:00" },
    };
    const around = [
      ...trade(at("28T22:59"), at("28T22:59"), "1.00", "a"),
      ...trade(at("28T23:00"), at("28T23:00"), "1.00", "b"),
      ...trade(at("29T21:59"), at("29T21:59"), "1.00", "c"),
      ...trade(at("29T22:00"), at("29T22:00"), "1.00", "d"),
    ];
    expect(judge(prague, { deals: around }, at("31T00:00")).objectives[0]!.value).toBe(3);
  });
});

describe("consistency", () => {
  const deals = [
    ...trade(at("02T09:00"), at("02T10:00"), "100.00", "a"),
    ...trade(at("03T09:00"), at("03T10:00"), "200.00", "b"),
  ];

  it("is the best day's share of the profit, rounded up to the next hundredth of a percent", () => {
    expect(judge(consistency("66.67"), { deals }, at("04T00:00")).objectives[0]).toMatchObject({
      status: "met",
      value: "66.67",
      target: "66.67",
      missing: "0.00",
    });
    expect(judge(consistency("66.66"), { deals }, at("04T00:00")).objectives[0]).toMatchObject({
      status: "not_met",
      missing: "0.01",
    });
  });

  it("is not met and has no value without a profit", () => {
    expect(judge(consistency("40"), {}, at("04T00:00")).objectives[0]).toMatchObject({
      status: "not_met",
      value: null,
      target: "40.00",
      missing: null,
    });
  });
});

describe("the outcome", () => {
  const won = trade(at("02T09:00"), at("03T10:00"), "10000.00");

  it("is in progress without objectives or rules", () => {
    expect(judge({ limits: [maxLoss()] }, { deals: won }, at("04T00:00")).outcome).toBe(
      "in_progress",
    );
    expect(judge({}, { deals: won }, at("04T00:00"))).toMatchObject({
      outcome: "in_progress",
      rules: [],
    });
  });

  it("is undetermined if only an undetermined failing limit prevents a pass", () => {
    const objectives = [profitTarget()];
    const snapshots = [snapshot(at("03T09:00"), "101000.00")];
    const unknown = { objectives, limits: [dailyLoss({ from: "equity" })] };
    expect(judge(unknown, { deals: won, snapshots }, at("04T00:00")).outcome).toBe("undetermined");
    const pausing = { objectives, limits: [dailyLoss({ from: "equity", consequence: "pause" })] };
    expect(judge(pausing, { deals: won, snapshots }, at("04T00:00")).outcome).toBe("passed");
  });
});
