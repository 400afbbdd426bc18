import { DAY } from "../../../../platform/time/durations.rule.ts";
import { type CsvRow, statesBalances } from "./csv-table.ts";
import {
  type DateOrder,
  type DecimalSeparator,
  parsePlatformNumber,
  toCents,
} from "./platform-values.rule.ts";
import type { StatementFinding } from "./statement.ts";

/** What is known beside the file, and may exclude a reading of its dates. */
export interface KnownPeriod {
  /** The current time, in milliseconds since 1970 UTC. */
  now: number;
  /** The stage that the statement is imported for. */
  stage: { startedAt: number; endedAt: number | null } | null;
}

/** How a file writes fractions and dates. */
export interface Conventions {
  separator: DecimalSeparator;
  order: DateOrder;
  /** What was guessed. */
  guesses: StatementFinding[];
}

/** Detects how the file writes fractions and dates from all of its rows. */
export function conventionsOf(rows: CsvRow[], period: KnownPeriod): Conventions {
  const numbers = separatorOf(rows);
  const dates = dateOrderOf(rows, period, numbers.separator);
  const guesses = [numbers.guess, dates.guess].filter((guess) => guess !== undefined);
  return { separator: numbers.separator, order: dates.order, guesses };
}

/** A fraction that is not a group of thousands: `1,5`, `1,08345`, `1.021,06`, `0,125`. */
const DECIMAL_COMMA = /\d,(?:\d{1,2}|\d{4,})(?!\d)|\.\d{3},\d|(?<![\d.,])0,\d/;
const DECIMAL_POINT = /\d\.(?:\d{1,2}|\d{4,})(?!\d)|,\d{3}\.\d|(?<![\d.,])0\.\d/;
/** Three digits after a separator may be a fraction or thousands. */
const EITHER = /^\D*[1-9]\d{0,2}[.,]\d{3}\D*$/;

function separatorOf(rows: CsvRow[]): { separator: DecimalSeparator; guess?: StatementFinding } {
  let hasPoint = false;
  let unclear: { row: number; text: string } | undefined;
  for (const { row, cells, columns } of rows) {
    const { volume, openPrice, closePrice, profit, net, balance } = columns;
    const costs = [columns.commission, columns.swap, columns.fee, ...columns.feeParts];
    const amounts = [profit, ...costs, net, columns.cumulated, balance];
    for (const column of [volume, openPrice, closePrice, ...amounts]) {
      const text = cells[column ?? -1] ?? "";
      if (DECIMAL_COMMA.test(text)) return { separator: "," };
      hasPoint ||= DECIMAL_POINT.test(text);
      if (!hasPoint && EITHER.test(text)) unclear ??= { row, text };
    }
  }
  if (hasPoint || !unclear) return { separator: "." };
  const { row, text } = unclear;
  const meaning = text.includes(",") ? "a thousand" : "a fraction";
  return {
    separator: ".",
    guess: {
      code: "ambiguous_numbers",
      message: `Row ${row}: no number shows whether fractions follow a point or a comma, so ${text} is read as ${meaning}.`,
      row,
      expected: null,
      actual: text,
    },
  };
}

/** A date that begins with its day or its month. Dates with dots begin with the day. */
const DAY_OR_MONTH = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})/;

interface WrittenDate {
  row: number;
  text: string;
  /** Midnight UTC in each reading. */
  times: Record<DateOrder, number>;
}

interface WrittenTrade {
  row: CsvRow;
  opened: WrittenDate | undefined;
  closed: WrittenDate | undefined;
}

const orders = ["day-first", "month-first"] as const;

function dateOrderOf(
  rows: CsvRow[],
  period: KnownPeriod,
  separator: DecimalSeparator,
): { order: DateOrder; guess?: StatementFinding } {
  const written: WrittenDate[] = [];
  const trades: WrittenTrade[] = [];
  for (const row of rows) {
    const opened = readDate(row, row.columns.openTime);
    const closed = readDate(row, row.columns.closeTime);
    if (typeof opened === "string") return { order: opened };
    if (typeof closed === "string") return { order: closed };
    if (opened) written.push(opened);
    if (closed) written.push(closed);
    trades.push({ row, opened, closed });
  }
  const unclear = written.find(({ times }) => times["day-first"] !== times["month-first"]);
  if (!unclear) return { order: "day-first" };
  const effects = trades.flatMap(({ opened, closed }) => closed ?? opened ?? []);
  const hasBalances = statesBalances(rows);
  const excludes: ((order: DateOrder) => boolean)[] = [
    // The exports of these platforms begin with the month in all languages.
    (order) => order === "day-first" && rows.some(({ columns }) => columns.isMonthFirst),
    // The pair of a purchase and a sale may be in any order.
    (order) =>
      trades.some(
        ({ opened, closed }) => opened && closed && closed.times[order] < opened.times[order],
      ) && !rows.some(({ columns }) => columns.short),
    (order) => hasBalances && !isChronological(effects.map(({ times }) => times[order])),
    (order) => hasBalances && !followsBalances(trades, order, separator),
    // Local dates are at most a day ahead of the UTC date.
    (order) => written.some(({ times }) => times[order] > period.now + DAY),
    (order) => written.some(({ times }) => !isWithin(times[order], period.stage)),
  ];
  for (const isExcluded of excludes) {
    const left = orders.filter((order) => !isExcluded(order));
    if (left.length === 1) return { order: left[0]! };
  }
  return guessOrder(written, unclear);
}

/** @returns the order, if the date shows it; `undefined` if the cell has no such date */
function readDate(
  { row, cells }: CsvRow,
  column: number | undefined,
): WrittenDate | DateOrder | undefined {
  const [text, first, second, year] = DAY_OR_MONTH.exec(cells[column ?? -1] ?? "") ?? [];
  if (text === undefined) return undefined;
  if (Number(first) > 12) return "day-first";
  if (Number(second) > 12) return "month-first";
  const time = (month: string, day: string) =>
    Date.UTC(Number(year), Number(month) - 1, Number(day));
  const times = { "day-first": time(second!, first!), "month-first": time(first!, second!) };
  return { row, text, times };
}

/** Whether each running balance follows from the one before it, in the order of time that the dates give. */
function followsBalances(
  trades: WrittenTrade[],
  order: DateOrder,
  separator: DecimalSeparator,
): boolean {
  const sorted = trades.toSorted((one, other) => dayOf(one, order) - dayOf(other, order));
  let before: bigint | null = null;
  for (const { row } of sorted) {
    const { profit, commission, swap, fee, net, balance } = row.columns;
    const amountOf = (column: number | undefined) => {
      const number = parsePlatformNumber(row.cells[column ?? -1] ?? "", separator);
      return number === null ? null : toCents(number);
    };
    const after = amountOf(balance);
    if (after === null) continue;
    const result = amountOf(profit) ?? 0n;
    const costs = [commission, swap, fee].reduce((sum, at) => sum + (amountOf(at) ?? 0n), 0n);
    const changes = [result, result + costs, result - costs, amountOf(net)];
    if (before !== null && !changes.includes(after - before)) return false;
    before = after;
  }
  return true;
}

const dayOf = ({ opened, closed }: WrittenTrade, order: DateOrder) =>
  (closed ?? opened)?.times[order] ?? 0;

/** Running balances are printed from the first to the last, or from the last to the first. */
function isChronological(times: number[]): boolean {
  const isSorted = (sign: 1 | -1) =>
    times.every((time, index) => index === 0 || (time - times[index - 1]!) * sign >= 0);
  return isSorted(1) || isSorted(-1);
}

function isWithin(time: number, stage: KnownPeriod["stage"]): boolean {
  if (!stage) return true;
  const { startedAt, endedAt } = stage;
  return time >= startedAt - 2 * DAY && (endedAt === null || time <= endedAt + DAY);
}

/** In the wrong order, the rows of a few days would be months apart. */
function guessOrder(
  written: WrittenDate[],
  unclear: WrittenDate,
): { order: DateOrder; guess?: StatementFinding } {
  const order =
    spanOf(written, "month-first") < spanOf(written, "day-first") ? "month-first" : "day-first";
  const other = order === "day-first" ? "month-first" : "day-first";
  // That an account was used only on the same day of three or more months is too unlikely to be mentioned.
  const days = new Set(written.map(({ times }) => times[other]));
  const daysOfMonth = new Set([...days].map((time) => new Date(time).getUTCDate()));
  if (days.size >= 3 && daysOfMonth.size === 1) return { order };
  const { row, text, times } = unclear;
  const [chosen, rejected] = [isoDate(times[order]), isoDate(times[other])];
  return {
    order,
    guess: {
      code: "ambiguous_dates",
      message: `Row ${row}: ${text} is read as ${chosen}, but could also be ${rejected}. Nothing in the file shows whether its dates begin with the day or the month.`,
      row,
      expected: `${chosen} or ${rejected}`,
      actual: text,
    },
  };
}

const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10);

function spanOf(dates: WrittenDate[], order: DateOrder): number {
  let [first, last] = [Infinity, -Infinity];
  for (const { times } of dates) {
    first = Math.min(first, times[order]);
    last = Math.max(last, times[order]);
  }
  return last - first;
}
