import Box from "@mui/material/Box";
import type { Statistics } from "../../../src/business/record/results/result.schema.ts";
import { formatMoney, formatResult } from "../../../src/platform/money/money.ts";
import { type Tone, toneColors, toneOf } from "../../components/money/result-text.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import {
  formatCount,
  formatCountOf,
  formatRatio,
  formatRatioPercent,
} from "../../domain/format/figures.ts";
import { formatDuration } from "../../domain/format/dates.ts";
import { formatTradingDay } from "./record-words.ts";

interface StatisticsPanelProps {
  statistics: Statistics;
  currency: string;
}

export function StatisticsPanel({ statistics, currency }: StatisticsPanelProps) {
  return (
    <Panel title="Statistics" subtitle="Closed trades">
      <Box component="dl" sx={cells}>
        {statisticsFigures(statistics, currency).map(({ name, value, note, tone }) => (
          <div key={name}>
            <dt>{name}</dt>
            <Box component="dd" sx={{ color: tone && toneColors[tone] }}>
              {value}
            </Box>
            {note ? <dd>{note}</dd> : null}
          </div>
        ))}
      </Box>
    </Panel>
  );
}

/** Hairlines between the cells, up to the edges of the panel. */
const cells = {
  display: "grid",
  gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "repeat(4, minmax(0, 1fr))" },
  gap: "1px",
  m: "0 -1.25rem -1.25rem",
  borderTop: 1,
  borderColor: "divider",
  borderRadius: "0 0 var(--radius-panel) var(--radius-panel)",
  background: "var(--line)",
  overflow: "hidden",
  "& > div": { p: "0.875rem 1.25rem", background: "var(--panel)" },
  "& dt": { color: "text.secondary", fontSize: "var(--text-sm)" },
  "& dt + dd": { mt: 0.25, fontSize: "var(--text-lg)", fontWeight: 600, overflowWrap: "anywhere" },
  "& dd": { fontVariantNumeric: "tabular-nums" },
  "& dd + dd": { color: "text.disabled", fontSize: "var(--text-xs)" },
};

interface Figure {
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
