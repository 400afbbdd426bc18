import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import { divideRounded, formatUnits } from "../../../platform/money/money.ts";
import type { Stored } from "./stage-state.rule.ts";
import type { Trade } from "./trades.rule.ts";
import { formatVolume, parseVolume } from "../../rulebook/timeline/trading-record.rule.ts";

/** Figures over a stage's closed trades. Amounts are cents; `null` if a figure does not exist. */
export interface Statistics {
  trades: number;
  wins: number;
  losses: number;
  /** Ratios have four decimals. */
  winRate: string | null;
  profitFactor: string | null;
  averageWin: bigint | null;
  averageLoss: bigint | null;
  expectancy: bigint | null;
  best: bigint | null;
  worst: bigint | null;
  bestDay: { day: string; net: bigint } | null;
  worstDay: { day: string; net: bigint } | null;
  averageHoldingSeconds: number | null;
  longestLosingStreak: number;
  bySymbol: SymbolStatistics[];
}

/** Statistics as they are stored, with the largest drawdown of the stage. */
export type StoredStatistics = Stored<Statistics> & { maxDrawdown: string };

type CountedTrade = Pick<
  Trade,
  "position" | "symbol" | "volume" | "openTime" | "closeTime" | "net"
>;

/** The result of a day with deals. */
export interface DayResult {
  day: string;
  net: bigint;
}

export interface SymbolStatistics {
  symbol: string;
  trades: number;
  wins: number;
  losses: number;
  net: bigint;
  volume: string;
}

/** @param days days with deals, oldest first */
export function statisticsOf(trades: CountedTrade[], days: DayResult[]): Statistics {
  const closed = trades
    .filter(isClosed)
    .toSorted((a, b) => a.closeTime - b.closeTime || compareText(a.position, b.position));
  const nets = closed.map(({ net }) => net);
  const wins = nets.filter((net) => net > 0n);
  const losses = nets.filter((net) => net < 0n);
  return {
    trades: closed.length,
    wins: wins.length,
    losses: losses.length,
    winRate: ratio(BigInt(wins.length), BigInt(closed.length)),
    profitFactor: ratio(sum(wins), -sum(losses)),
    averageWin: average(wins),
    averageLoss: average(losses),
    expectancy: average(nets),
    best: extreme(nets, (a, b) => a > b),
    worst: extreme(nets, (a, b) => a < b),
    bestDay: extremeDay(days, (a, b) => a > b),
    worstDay: extremeDay(days, (a, b) => a < b),
    averageHoldingSeconds: averageHolding(closed),
    longestLosingStreak: longestLosingStreak(nets),
    bySymbol: bySymbol(closed),
  };
}

type ClosedTrade = CountedTrade & { closeTime: number };

function isClosed(trade: CountedTrade): trade is ClosedTrade {
  return trade.closeTime !== null;
}

const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

function average(amounts: bigint[]): bigint | null {
  return amounts.length === 0 ? null : divideRounded(sum(amounts), BigInt(amounts.length));
}

/** Divides by a number that must not be negative, and returns four decimals. */
function ratio(numerator: bigint, divisor: bigint): string | null {
  if (divisor === 0n) return null;
  return formatUnits(divideRounded(numerator * 10_000n, divisor), 4);
}

function extreme(amounts: bigint[], isBetter: (a: bigint, b: bigint) => boolean): bigint | null {
  const [first, ...others] = amounts;
  if (first === undefined) return null;
  return others.reduce((best, amount) => (isBetter(amount, best) ? amount : best), first);
}

/** Returns the first of equal days. */
function extremeDay(days: DayResult[], isBetter: (a: bigint, b: bigint) => boolean) {
  const [first, ...others] = days;
  if (!first) return null;
  const { day, net } = others.reduce(
    (best, other) => (isBetter(other.net, best.net) ? other : best),
    first,
  );
  return { day, net };
}

function averageHolding(trades: ClosedTrade[]): number | null {
  if (trades.length === 0) return null;
  const held = trades.reduce((total, { openTime, closeTime }) => total + closeTime - openTime, 0);
  return Math.round(held / trades.length / 1000);
}

/** Expects the results in the order of closing. A result of zero ends a streak. */
function longestLosingStreak(nets: bigint[]): number {
  let longest = 0;
  let current = 0;
  for (const net of nets) {
    current = net < 0n ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}

function bySymbol(trades: ClosedTrade[]): SymbolStatistics[] {
  const groups = Map.groupBy(trades, ({ symbol }) => symbol);
  return [...groups]
    .map(([symbol, group]) => ({
      symbol,
      trades: group.length,
      wins: group.filter(({ net }) => net > 0n).length,
      losses: group.filter(({ net }) => net < 0n).length,
      net: sum(group.map(({ net }) => net)),
      volume: formatVolume(sum(group.map(({ volume }) => parseVolume(volume)))),
    }))
    .toSorted((a, b) => compareText(a.symbol, b.symbol));
}
