import type { Statistics } from "../../../src/business/trading/records/record.schema.ts";
import { formatMoney, formatResult } from "../../../src/platform/money/money.ts";
import { formatCount, formatCountOf } from "../../domain/format/counts.ts";
import { formatDuration } from "../../domain/format/duration.ts";
import { formatTradingDay } from "./day-names.ts";
import { formatRatio, formatRatioPercent } from "../../domain/format/shares.ts";
import { toneOf, type Tone } from "./tones.ts";

export interface Figure {
  name: string;
  value: string;
  note?: string;
  tone?: Tone;
}

const missing = "N/A";

/** Formats the statistics of a stage's closed trades, in display order. */
export function statisticsFigures(statistics: Statistics, currency: string): Figure[] {
  const result = (name: string, amount: string | null): Figure =>
    amount === null
      ? { name, value: missing }
      : { name, value: formatResult(amount, currency), tone: toneOf(amount) };
  const dayResult = (name: string, day: Statistics["bestDay"]): Figure =>
    day === null
      ? { name, value: missing }
      : { ...result(name, day.net), note: formatTradingDay(day.day) };
  const { trades, wins, losses, winRate, profitFactor } = statistics;
  return [
    {
      name: "Win rate",
      value: winRate === null ? missing : formatRatioPercent(winRate),
      note: `${formatCount(wins)} won, ${formatCount(losses)} lost of ${formatCount(trades)}`,
    },
    {
      name: "Profit factor",
      value: profitFactor === null ? missing : formatRatio(profitFactor),
      note: "Profits divided by losses",
    },
    { ...result("Expectancy", statistics.expectancy), note: "Average per trade" },
    {
      name: "Maximum drawdown",
      value: formatMoney(statistics.maxDrawdown, currency),
      note: "Balance, from a peak",
    },
    result("Average win", statistics.averageWin),
    result("Average loss", statistics.averageLoss),
    result("Best trade", statistics.best),
    result("Worst trade", statistics.worst),
    dayResult("Best day", statistics.bestDay),
    dayResult("Worst day", statistics.worstDay),
    holdingTime(statistics.averageHoldingSeconds),
    {
      name: "Longest losing streak",
      value: formatCountOf(statistics.longestLosingStreak, "trade"),
    },
  ];
}

function holdingTime(seconds: number | null): Figure {
  return {
    name: "Average holding time",
    value: seconds === null ? missing : formatDuration(seconds),
  };
}
