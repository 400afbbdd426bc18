import type { TradingDay } from "../../../src/business/record/results/result.schema.ts";
import { formatDecimal, parseCents } from "../../../src/platform/money/money.ts";

export interface CalendarCell {
  /** `null` for days of the previous or next month. */
  day: string | null;
  result: TradingDay | undefined;
}

interface Totals {
  /** Sum of the results, as a decimal string. */
  net: string;
  trades: number;
}

export interface CalendarWeek extends Totals {
  key: string;
  cells: CalendarCell[];
  hasResults: boolean;
}

export interface CalendarMonth extends Totals {
  weeks: CalendarWeek[];
  wonDays: number;
  lostDays: number;
}

/** Returns `2026-03` for `2026-03-14`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** Returns the previous (-1) or next (1) month. */
export function shiftMonth(month: string, by: number): string {
  return new Date(Date.UTC(yearOf(month), monthIndexOf(month) + by)).toISOString().slice(0, 7);
}

/** Returns whether any weekend day has results. Most platforms close at weekends; the two columns are then left out. */
export function hasWeekends(days: readonly TradingDay[]): boolean {
  return days.some(({ day }) => weekdayOf(day) >= 5);
}

/** Lays out a month in weeks that begin on Monday, with the results of its days. */
export function layOutMonth(
  month: string,
  days: readonly TradingDay[],
  { showsWeekends }: { showsWeekends: boolean },
): CalendarMonth {
  const results = new Map(
    days.filter(({ day }) => monthOf(day) === month).map((result) => [result.day, result]),
  );
  const all = [...results.values()];
  return {
    ...totalsOf(all),
    weeks: cellsOf(month, results)
      .map((cells) => (showsWeekends ? cells : cells.slice(0, 5)))
      .filter((cells) => cells.some(({ day }) => day !== null))
      .map(toWeek),
    wonDays: all.filter(({ net }) => (parseCents(net) ?? 0n) > 0n).length,
    lostDays: all.filter(({ net }) => (parseCents(net) ?? 0n) < 0n).length,
  };
}

function toWeek(cells: CalendarCell[]): CalendarWeek {
  const results = cells.map(({ result }) => result).filter((result) => result !== undefined);
  return {
    key: cells.find(({ day }) => day !== null)!.day!,
    cells,
    hasResults: results.length > 0,
    ...totalsOf(results),
  };
}

function cellsOf(month: string, results: ReadonlyMap<string, TradingDay>): CalendarCell[][] {
  const length = new Date(Date.UTC(yearOf(month), monthIndexOf(month) + 1, 0)).getUTCDate();
  const offset = weekdayOf(`${month}-01`);
  return Array.from({ length: Math.ceil((offset + length) / 7) }, (_week, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const date = week * 7 + weekday - offset + 1;
      if (date < 1 || date > length) return { day: null, result: undefined };
      const day = `${month}-${String(date).padStart(2, "0")}`;
      return { day, result: results.get(day) };
    }),
  );
}

function totalsOf(results: readonly TradingDay[]): Totals {
  const net = results.reduce((sum, result) => sum + (parseCents(result.net) ?? 0n), 0n);
  return {
    net: formatDecimal(net),
    trades: results.reduce((sum, result) => sum + result.trades, 0),
  };
}

/** Returns 0 for Monday to 6 for Sunday. */
function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function yearOf(month: string): number {
  return Number(month.slice(0, 4));
}

function monthIndexOf(month: string): number {
  return Number(month.slice(5)) - 1;
}
