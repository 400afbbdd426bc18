import { describe, expect, it } from "vitest";
import type { BestDayFormula } from "../../../../../src/business/rulebook/kinds/parts/best-day.rule.ts";
import { appliedTerms } from "../../../../../src/business/rulebook/statement/payout-row.rule.ts";
import {
  compareBest,
  compareShortTrades,
} from "../../../../../src/business/rulebook/statement/period.rule.ts";
import { general, rows, terms } from "./statement.fixtures.ts";

const trade = (net: bigint, seconds: number) => ({
  position: "1",
  openTime: 0,
  closeTime: seconds * 1000,
  net,
  volume: 1n,
});

describe("the best day", () => {
  function compare(
    formula: BestDayFormula,
    days: bigint[],
    percent: string,
    minimum: string | null = null,
  ) {
    const payouts = rows({ minimumProfit: minimum === null ? null : { amount: minimum } });
    const consistency = { formula, best: "day" as const };
    const applied = appliedTerms(
      { ...general, terms: { ...terms, consistency, payouts } },
      1,
      5_000_000n,
    );
    return compareBest({ days, trades: [] }, applied, percent);
  }

  const cases: [string, BestDayFormula, bigint[], string, string | null, boolean][] = [
    ["40% of the profit", "total", [40_000n, 60_000n, -0n], "60", null, false],
    ["a cent above its part", "total", [40_000n, 60_001n], "60", null, true],
    ["all of a profit that losses have reduced", "total", [100n, -200n], "50", null, true],
    ["nothing, because no day was won", "total", [-100n, -200n], "50", null, false],
    // 600 of 1,000 won is 60%, although the profit is only 500.
    [
      "a part of the days that were won",
      "winning_days",
      [60_000n, 40_000n, -50_000n],
      "60",
      null,
      false,
    ],
    ["too much of the days that were won", "winning_days", [60_001n, 40_000n], "60", null, true],
    // 600 / 0.4 = 1,500.
    ["exactly what it requires", "target", [60_000n, 60_000n, 30_000n], "40", null, false],
    ["a cent more than is there", "target", [60_000n, 60_000n, 29_999n], "40", null, true],
    // 100.01 / 0.3 = 333.366…, up to the cent 333.37.
    ["rounded up to the cent", "target", [10_001n, 10_001n, 10_001n, 3_333n], "30", null, true],
    ["rounded up to the cent", "target", [10_001n, 10_001n, 10_001n, 3_334n], "30", null, false],
    ["below the least profit", "target", [10_000n, 10_000n], "50", "200.01", true],
    ["never allowed", "target", [1n], "0", null, true],
    // 50% of 3,000 is 1,500; a day of 2,000 raises 3,000 by 500; 50% of 3,500 is 1,750; a day of 1,800 raises it by 50.
    ["what raised the least profit", "excess", [200_000n, 180_000n], "50", "3000.00", false],
    ["a cent of what it raised", "excess", [200_000n, 154_999n], "50", "3000.00", false],
    ["a cent less than it raised", "excess", [200_000n, 149_999n], "50", "3000.00", true],
  ];
  it.each(cases)(
    "is %s by the formula %s, case %#",
    (_title, formula, days, percent, minimum, isTooLarge) => {
      expect(compare(formula, days, percent, minimum).isTooLarge).toBe(isTooLarge);
    },
  );

  it("raises the required profit day by day", () => {
    expect(compare("excess", [200_000n, 180_000n], "50", "3000.00")).toMatchObject({
      required: 355_000n,
    });
    expect(compare("target", [60_000n], "40", "1000.00")).toMatchObject({ required: 150_000n });
  });

  it("may be the best trade instead", () => {
    const consistency = { formula: "total" as const, best: "trade" as const };
    const applied = appliedTerms({ ...general, terms: { ...terms, consistency } }, 1, 5_000_000n);
    const trades = [trade(30_000n, 60), trade(30_000n, 60), trade(40_000n, 60)];
    expect(compareBest({ days: [100_000n], trades }, applied, "40")).toMatchObject({
      best: 40_000n,
      isTooLarge: false,
    });
    expect(compareBest({ days: [100_000n], trades }, applied, "39.99")).toMatchObject({
      isTooLarge: true,
    });
  });
});

describe("short trades", () => {
  const cases: [ReturnType<typeof trade>[], string, boolean][] = [
    // Shorter than 120 seconds won 100 of 200; the loss does not count.
    [[trade(10_000n, 119), trade(10_000n, 120), trade(-50_000n, 5)], "50", false],
    [[trade(10_001n, 119), trade(10_000n, 120)], "50", true],
    [[trade(-1n, 5)], "0", false],
    [[], "0", false],
  ];
  it.each(cases)(
    "may bring a part of what was won, case %#",
    (trades, atMostPercent, isTooLarge) => {
      expect(compareShortTrades({ trades }, { seconds: 120, atMostPercent })).toMatchObject({
        isTooLarge,
      });
    },
  );
});

describe("the terms of a payout", () => {
  it("are those of its row, and the general ones where it has none", () => {
    const payouts = rows(
      { afterDays: 21, winningDays: 5, bestAtMostPercent: "20" },
      { sharePercent: "90", minimumProfit: { percent: "2", of: "initial" } },
    );
    const payout = { ...general, bestDayAtMostPercent: "40", terms: { ...terms, payouts } };
    expect(appliedTerms(payout, 1, 5_000_000n)).toMatchObject({
      sharePercent: "80",
      afterDays: 21,
      winningDays: 5,
      bestAtMostPercent: "20",
      minimumProfit: null,
    });
    expect(appliedTerms(payout, 5, 5_000_000n)).toMatchObject({
      sharePercent: "90",
      afterDays: 7,
      winningDays: 0,
      bestAtMostPercent: "40",
      minimumProfit: 100_000n,
    });
  });
});
