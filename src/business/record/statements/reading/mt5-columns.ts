import { netOf } from "../../../rulebook/timeline/trading-record.rule.ts";
import { isPlatformTime, parsePlatformNumber, toCents } from "./platform-values.rule.ts";
import type { StatementRow, TradeAmounts } from "./statement.ts";

/** The columns of a deal's figures, by index. A cost, which the newest builds print before them, is not booked. */
export interface DealColumns {
  commission: number;
  fee: number | undefined;
  swap: number;
  profit: number;
  balance: number;
}

/** The amounts in a deal's row in cents, in which an empty cell is 0; `balance` is `null` if the row has none. */
export interface Figures extends TradeAmounts {
  balance: bigint | null;
}

/** The layouts of all builds by the number of their columns, the last of which is the comment. */
const layouts = new Map<number, DealColumns>([
  [13, { commission: 8, fee: undefined, swap: 9, profit: 10, balance: 11 }],
  [14, { commission: 8, fee: 9, swap: 10, profit: 11, balance: 12 }],
  [15, { commission: 9, fee: 10, swap: 11, profit: 12, balance: 13 }],
]);

/** The types of deals that are not trades. */
export const operationTypes = {
  balance: "balance",
  credit: "credit",
  charge: "fee",
  commission: "fee",
  "commission daily": "fee",
  "commission monthly": "fee",
  fee: "fee",
  tax: "fee",
  interest: "correction",
  dividend: "correction",
  correction: "correction",
  bonus: "credit",
} as const;

export type OperationType = keyof typeof operationTypes;

export const directions = { in: "in", out: "out", "in/out": "inout", "out by": "out" } as const;

/** Returns whether a row begins with a time and a number, as those of deals, positions and orders do. */
export function isEntry([time, number = ""]: string[]): boolean {
  return isPlatformTime(time) && /^\d+$/.test(number);
}

/** Time, deal, symbol, type, direction, volume, price, order, and the figures. */
export function isDeal(cells: string[]): boolean {
  const [, , , type = "", direction = ""] = cells;
  if (!isEntry(cells)) return false;
  const kind = type.toLowerCase();
  return (
    Object.hasOwn(operationTypes, kind) ||
    ((kind === "buy" || kind === "sell") && Object.hasOwn(directions, direction.toLowerCase()))
  );
}

/** Returns whether a row names the columns of a table: no name has a digit, and every record has several. */
export function isHeading(cells: string[]): boolean {
  return countFilled(cells) >= 8 && !cells.some((cell) => /\d/.test(cell));
}

export const countFilled = (cells: string[]) => cells.filter((cell) => cell !== "").length;

/** How many deals are read with each layout to choose one. */
const COMPARED = 1000;

/**
 * Chooses the layout of the Deals table regardless of its language: the one with as many columns as the heading has
 * names, unless most running balances cannot be followed with it and another layout explains more of them.
 * @param heading the nearest one above the first deal
 */
export function dealColumnsOf(rows: StatementRow[], heading: string[] | undefined): DealColumns {
  const deals = rows.filter(({ cells }) => isDeal(cells)).slice(0, COMPARED);
  const width = heading ? countFilled(heading) : (deals[0]?.cells.length ?? 0);
  const named = layouts.get(Math.min(15, Math.max(13, width)))!;
  const count = countFollowed(deals, named);
  if (count * 2 >= deals.length) return named;
  return layouts
    .values()
    .map((columns) => ({ columns, count: countFollowed(deals, columns) }))
    .reduce((best, other) => (other.count > best.count ? other : best), { columns: named, count })
    .columns;
}

/** Counts the balances that are the one before, or 0, and the figures of the row. */
function countFollowed(deals: StatementRow[], columns: DealColumns): number {
  let before = 0n;
  let count = 0;
  for (const { cells } of deals) {
    const figures = readFigures(cells, columns);
    if (!figures || figures.balance === null) continue;
    const isCredit = operationTypes[cells[3]!.toLowerCase() as OperationType] === "credit";
    if (before + (isCredit ? 0n : netOf(figures)) === figures.balance) count += 1;
    before = figures.balance;
  }
  return count;
}

/** Reads the figures of a deal or of the totals; `undefined` if one of the amounts cannot be read. */
export function readFigures(cells: string[], columns: DealColumns): Figures | undefined {
  const amount = (column: number | undefined) => {
    const text = column === undefined ? "" : (cells[column] ?? "");
    return text === "" ? "0" : parsePlatformNumber(text);
  };
  const commission = amount(columns.commission);
  const fee = amount(columns.fee);
  const swap = amount(columns.swap);
  const profit = amount(columns.profit);
  if (commission === null || fee === null || swap === null || profit === null) return undefined;
  const text = cells[columns.balance] ?? "";
  const balance = text === "" ? null : parsePlatformNumber(text);
  return {
    commission: toCents(commission),
    fee: toCents(fee),
    swap: toCents(swap),
    profit: toCents(profit),
    balance: balance === null ? null : toCents(balance),
  };
}
