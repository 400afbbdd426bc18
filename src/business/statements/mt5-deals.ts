import { OpenPositions } from "../timeline/open-positions.rule.ts";
import type { DealEntry } from "../timeline/trading-record.rule.ts";
import { parseVolume } from "../timeline/volume.rule.ts";
import type { ZoneClock } from "../../platform/time/local-time.rule.ts";
import { findPositions, type PositionedDeal, type PositionRow } from "./mt5-positions.ts";
import { parsePlatformNumber, parsePlatformVolume, toCents } from "./platform-number.rule.ts";
import { isPlatformTime, parsePlatformTime } from "./platform-time.rule.ts";
import type { ParsedStatement, StatedTotal, StatementRow } from "./statement.ts";
import { StatementDraft } from "./statement-draft.ts";

/** The types of deals that are not trades. */
const operationTypes = {
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

type OperationType = keyof typeof operationTypes;

const directions: Record<string, DealEntry> = {
  in: "in",
  out: "out",
  "in/out": "inout",
  "out by": "out",
};

interface DealColumns {
  commission: number;
  fee: number | undefined;
  swap: number;
  profit: number;
  balance: number;
}

/**
 * Finds the figures at the end of a deal's row by the header or the number of columns: newer builds print a cost
 * and a fee.
 */
function dealColumnsOf(header: string[] | undefined, width: number): DealColumns {
  if (header) {
    const at = (name: string) => header.findIndex((cell) => cell.toLowerCase() === name);
    const fee = at("fee");
    const columns = {
      commission: at("commission"),
      fee: fee < 0 ? undefined : fee,
      swap: at("swap"),
      profit: at("profit"),
      balance: at("balance"),
    };
    if (Object.values(columns).every((column) => column !== -1)) return columns;
  }
  if (width >= 15) return { commission: 9, fee: 10, swap: 11, profit: 12, balance: 13 };
  if (width === 14) return { commission: 8, fee: 9, swap: 10, profit: 11, balance: 12 };
  return { commission: 8, fee: undefined, swap: 9, profit: 10, balance: 11 };
}

/** Returns whether a row begins with a time and a number, as those of deals and orders do. */
function isEntry([time, number = ""]: string[]): boolean {
  return isPlatformTime(time) && /^\d+$/.test(number);
}

/** Time, deal, symbol, type, direction, volume, price, order, and the figures. */
export function isDeal(cells: string[]): boolean {
  const [, , , type = "", direction = ""] = cells;
  if (!isEntry(cells)) return false;
  const kind = type.toLowerCase();
  return (
    kind in operationTypes ||
    ((kind === "buy" || kind === "sell") && direction.toLowerCase() in directions)
  );
}

/**
 * Reads the deals and operations of a report, and the totals below them. MetaTrader 5 translates titles and headers, but
 * never the types and directions of deals. Rows are therefore recognised by their shape, and columns by their position.
 */
export class DealReader {
  readonly draft = new StatementDraft();
  readonly totals: StatedTotal[] = [];
  closingBalance: ParsedStatement["closingBalance"] = null;
  readonly #clock: ZoneClock;
  /** One for each deal of the draft. */
  readonly #sought: PositionedDeal[] = [];
  #header: string[] | undefined;
  #sums: Sums = { commission: 0n, fee: 0n, swap: 0n, profit: 0n };
  /** The sums of the balance operations, and the sum of the credits, which are not among them. */
  #booked: Sums = { commission: 0n, fee: 0n, swap: 0n, profit: 0n };
  #credited = 0n;
  #columns: DealColumns | undefined;

  constructor(clock: ZoneClock) {
    this.#clock = clock;
  }

  read(row: StatementRow): void {
    const { cells } = row;
    if (isDeal(cells)) this.#readDeal(row);
    else if (isDealHeader(cells)) this.#header = cells;
    else if (isCancelledOrder(cells)) this.draft.cancelledOrders += 1;
    else if (this.#isUnknownDeal(cells)) this.draft.reportUnknownType(row, cells[3]!);
    else if (this.#columns) this.#readTotals(row);
  }

  /** Finds the positions of all deals, and counts the trades. Must be called after the last row was read. */
  assignPositions(rows: PositionRow[], isNetting: boolean): void {
    const { deals } = this.draft;
    const positions = findPositions(this.#sought, rows, isNetting);
    const open = new OpenPositions();
    for (const [index, deal] of deals.entries()) {
      deal.position = positions[index]!;
      open.apply(deal);
    }
    const traded = [...new Set(positions)];
    this.draft.openTrades = traded.filter((position) => open.volumeOf(position) > 0n).length;
    this.draft.closedTrades = traded.length - this.draft.openTrades;
  }

  #readDeal(row: StatementRow): void {
    const { cells } = row;
    this.#columns = dealColumnsOf(this.#header, cells.length);
    const time = parsePlatformTime(cells[0]!, this.#clock);
    const figures = this.#figuresOf(cells);
    if (time === null || !figures) {
      return this.draft.reportUnreadable(row, "its time or one of its amounts cannot be read");
    }
    const type = cells[3]!.toLowerCase();
    if (type === "buy" || type === "sell") this.#addDeal(row, type, time, figures);
    else this.#addOperation(row, operationTypes[type as OperationType], time, figures);
    this.#closeAt(row.row, figures.balance);
  }

  #addDeal(row: StatementRow, side: "buy" | "sell", time: number, figures: Figures): void {
    const { cells } = row;
    const entry = directions[cells[4]!.toLowerCase()]!;
    const volume = parsePlatformVolume((cells[5] ?? "").split("/")[0]!);
    const price = parsePlatformNumber(cells[6] ?? "");
    if (volume === null || price === null) {
      return this.draft.reportUnreadable(row, "its volume or price cannot be read");
    }
    const { balance, ...amounts } = figures;
    const ticket = cells[1]!;
    const symbol = cells[2]!.toUpperCase();
    const deal = { time, entry, symbol, side, price, profit: amounts.profit };
    this.#sought.push({ ...deal, order: cells[7] || ticket, volume: parseVolume(volume) });
    this.draft.deals.push({ ...deal, ...amounts, row: row.row, ticket, position: "", volume });
    addTo(this.#sums, amounts);
    const { commission, fee, swap, profit } = amounts;
    this.draft.addStep({ row: row.row, change: commission + fee + swap + profit, balance });
  }

  #addOperation(
    { row, cells }: StatementRow,
    type: (typeof operationTypes)[OperationType],
    time: number,
    { balance, ...amounts }: Figures,
  ): void {
    const { commission, fee, swap, profit } = amounts;
    const amount = commission + fee + swap + profit;
    if (type === "credit") this.#credited += profit;
    else addTo(this.#booked, amounts);
    this.draft.addOperation({ row, ticket: cells[1]!, time, type, amount, balance });
  }

  #closeAt(row: number, balance: bigint | null): void {
    if (balance !== null) this.closingBalance = { row, amount: balance };
  }

  #figuresOf(cells: string[]): Figures | undefined {
    const columns = this.#columns!;
    const amount = (column: number | undefined) => {
      const text = column === undefined ? "" : (cells[column] ?? "");
      return text === "" ? "0" : parsePlatformNumber(text);
    };
    const [commission, fee, swap, profit] = [
      columns.commission,
      columns.fee,
      columns.swap,
      columns.profit,
    ].map(amount);
    if (commission == null || fee == null || swap == null || profit == null) return undefined;
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

  /** The first row below the deals that has figures in their columns and nothing else. */
  #readTotals({ row, cells }: StatementRow): void {
    const { balance: _balance, ...columns } = this.#columns!;
    const stated = Object.entries(columns).flatMap(([name, column]) => {
      const text = column === undefined ? "" : (cells[column] ?? "");
      const number = text === "" ? null : parsePlatformNumber(text);
      return number === null ? [] : [{ name: name as keyof Sums, amount: toCents(number) }];
    });
    const isTotals =
      stated.length >= 3 && cells.slice(0, columns.commission).every((cell) => cell === "");
    if (!isTotals) return;
    for (const { name, amount } of stated) {
      const traded = this.#sums[name];
      // Some builds add up the whole column, including balance operations and credits.
      const booked = traded + this.#booked[name];
      const whole = name === "profit" ? booked + this.#credited : booked;
      const computed = [booked, whole].find((sum) => sum === amount) ?? traded;
      this.totals.push({ row, name, stated: amount, computed });
    }
    this.#columns = undefined;
    this.#header = undefined;
  }

  /** Returns whether a row among the deals has a type that is not listed above, such as one of a newer build. */
  #isUnknownDeal(cells: string[]): boolean {
    const isAmongDeals = this.#columns !== undefined || this.#header !== undefined;
    const [, , , type = ""] = cells;
    // Open positions and orders may follow the deals.
    return isAmongDeals && isEntry(cells) && type !== "" && !/^(buy|sell)\b/i.test(type);
  }
}

interface Sums {
  commission: bigint;
  fee: bigint;
  swap: bigint;
  profit: bigint;
}

function addTo(sums: Sums, { commission, fee, swap, profit }: Sums): void {
  sums.commission += commission;
  sums.fee += fee;
  sums.swap += swap;
  sums.profit += profit;
}

interface Figures extends Sums {
  balance: bigint | null;
}

function isDealHeader(cells: string[]): boolean {
  const names = cells.map((cell) => cell.toLowerCase());
  return names.includes("deal") && names.includes("direction");
}

/** Open time, order, symbol, type, volume, price, S/L, T/P, time, state. */
function isCancelledOrder(cells: string[]): boolean {
  const [, , , type = ""] = cells;
  return (
    isEntry(cells) &&
    /^(buy|sell)\b/i.test(type) &&
    cells.slice(8).some((cell) => /^cancel/i.test(cell))
  );
}
