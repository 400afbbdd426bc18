import { expect, it } from "vitest";
import type { Statistics } from "../../../../src/business/record/results/result.schema.ts";
import { statisticsFigures } from "../../../../web/features/records/statistics-panel.tsx";
import { formatDuration } from "../../../../web/domain/format/dates.ts";

const none: Statistics = {
  trades: 0,
  wins: 0,
  losses: 0,
  winRate: null,
  profitFactor: null,
  averageWin: null,
  averageLoss: null,
  expectancy: null,
  best: null,
  worst: null,
  bestDay: null,
  worstDay: null,
  averageHoldingSeconds: null,
  longestLosingStreak: 0,
  maxDrawdown: "0.00",
  bySymbol: [],
};

const valuesOf = (statistics: Statistics, currency = "USD") =>
  Object.fromEntries(
    statisticsFigures(statistics, currency).map(({ name, value }) => [name, value]),
  );

it("figures that do not exist are N/A instead of zero", () => {
  expect(valuesOf(none)).toMatchObject({
    "Win rate": "N/A",
    "Profit factor": "N/A",
    Expectancy: "N/A",
    "Best day": "N/A",
    "Average holding time": "N/A",
    "Maximum drawdown": "$0.00",
  });
});

it("ratios are rounded, and results have a sign", () => {
  const statistics = {
    ...none,
    winRate: "0.5385",
    profitFactor: "1.4350",
    averageLoss: "-120.50",
    bestDay: { day: "2026-03-02", net: "1520.00" },
    averageHoldingSeconds: 12_300,
    longestLosingStreak: 1,
  };
  expect(valuesOf(statistics)).toMatchObject({
    "Win rate": "53.85%",
    "Profit factor": "1.44",
    "Average loss": "-$120.50",
    "Best day": "+$1,520.00",
    "Average holding time": "3 h 25 min",
    "Longest losing streak": "1 trade",
  });
});

it("a trade without a result counts as neither won nor lost", () => {
  const [winRate] = statisticsFigures({ ...none, trades: 6, wins: 3, losses: 1 }, "USD");
  expect(winRate).toMatchObject({ note: "3 won, 1 lost of 6" });
});

it.each([
  [0, "0 s"],
  [59, "59 s"],
  [60, "1 min"],
  [3599, "59 min 59 s"],
  [86_400, "1 d"],
  [190_000, "2 d 4 h"],
])("%i seconds are %s", (seconds, expected) => {
  expect(formatDuration(seconds)).toBe(expected);
});
