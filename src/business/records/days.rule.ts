import {
  type DayStart,
  type TradingDay,
  tradingDays,
} from "../../platform/time/trading-day.rule.ts";
import { type CoverageGrade, coverageOf, gradeOf, openStretches } from "./coverage.rule.ts";
import { type Instant, isBooked, playTimeline } from "./timeline.rule.ts";
import { type Trade, tradesOf } from "./trades.rule.ts";
import type { TradingRecord } from "./trading-record.rule.ts";

/** How the days of a stage are cut and judged. */
export interface DaySettings {
  dayStart: DayStart;
  maxGapSeconds: number;
  /** Ends the last stretch with an open position. */
  asOf: number;
}

/** One trading day with records. Amounts are cents. */
export interface Day {
  day: string;
  openingBalance: bigint;
  closingBalance: bigint;
  /** Sum of the deals; operations are no result. */
  net: bigint;
  hasDeals: boolean;
  /** Trades that were closed on the day. */
  trades: number;
  wins: number;
  losses: number;
  /** The lowest and highest observed equity; `null` if there is none. */
  equityLow: bigint | null;
  equityHigh: bigint | null;
  evidence: CoverageGrade;
}

/** The trading days of a stage that have records, oldest first. */
export function daysOf(
  record: TradingRecord,
  initialBalance: bigint,
  { dayStart, maxGapSeconds, asOf }: DaySettings,
): Day[] {
  const dayAt = tradingDays(dayStart);
  const instants = [...playTimeline(record, initialBalance)];
  const stretches = openStretches(instants, asOf, maxGapSeconds);
  const closedOn = Map.groupBy(
    tradesOf(record.deals).filter(({ closeTime }) => closeTime !== null),
    ({ closeTime }) => dayAt(closeTime!).name,
  );
  const byDay = Map.groupBy(instants, ({ time }) => dayAt(time).name);
  return [...byDay].map(([day, inDay]) => {
    const period: TradingDay = dayAt(inDay[0]!.time);
    return {
      day,
      openingBalance: inDay[0]!.balanceBefore,
      closingBalance: inDay.at(-1)!.balance,
      net: inDay.reduce((sum, { net }) => sum + net, 0n),
      hasDeals: inDay.some(({ deals }) => deals.length > 0),
      ...countTrades(closedOn.get(day) ?? []),
      ...equityRange(inDay),
      evidence: gradeOf(coverageOf(stretches, period)),
    };
  });
}

function countTrades(trades: Trade[]) {
  return {
    trades: trades.length,
    wins: trades.filter(({ net }) => net > 0n).length,
    losses: trades.filter(({ net }) => net < 0n).length,
  };
}

/** Equity is observed in snapshots, and is the balance right after a booking beside a flat account. */
export function observedEquity(instant: Instant): bigint[] {
  const isKnown = isBooked(instant) && (instant.wasFlat || instant.isFlat);
  const seen = instant.snapshots.map(({ equity }) => equity);
  return isKnown ? [instant.balance, ...seen] : seen;
}

function equityRange(instants: Instant[]) {
  let low: bigint | null = null;
  let high: bigint | null = null;
  for (const equity of instants.flatMap(observedEquity)) {
    if (low === null || equity < low) low = equity;
    if (high === null || equity > high) high = equity;
  }
  return { equityLow: low, equityHigh: high };
}
