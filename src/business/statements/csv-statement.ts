import type { ZoneClock } from "../../platform/time/local-time.rule.ts";
import type { CsvColumns } from "./csv-columns.ts";
import { type Conventions, conventionsOf } from "./csv-conventions.ts";
import {
  amountNames,
  type CostReading,
  costReadingOf,
  readCosts,
  signedCosts,
  type TradeAmounts,
} from "./csv-costs.rule.ts";
import { isFooter, statedTotals } from "./csv-footer.ts";
import { numberParts, type TradePart } from "./csv-parts.rule.ts";
import type { CsvTable } from "./csv-table.ts";
import { parsePlatformNumber, parsePlatformVolume, toCents } from "./platform-number.rule.ts";
import { parsePlatformTime } from "./platform-time.rule.ts";
import type { ParsedStatement, StatementRow } from "./statement.ts";
import { StatementDraft } from "./statement-draft.ts";

/** The maximum length of a ticket or symbol, as in the feed; PostgreSQL cannot index texts of any length. */
const MAX_NAME = 64;

/** What some platforms write after a volume: `0.30 Lots`. */
const VOLUME_UNIT = /\s*(?:lots?|units?|contracts?|shares?)$/i;

/** How a negative amount begins, also after a currency: `-7.00`, `(7.00)`, `$-7.00`. */
const SIGN = /^[$€£]?\s*[-\u2212\u2013(]/;

/** The types of orders that wait for a price. */
const PENDING = /\b(limit|stop)\b/;

const operationTypes: [RegExp, "balance" | "credit" | "correction" | "fee"][] = [
  [/balance|deposit|withdraw|transfer|payout/, "balance"],
  [/credit|bonus/, "credit"],
  [/correct|adjust/, "correction"],
  [/fee|charge|commission|tax/, "fee"],
];

/**
 * Reads a table of trades. A row with an opening and a closing time becomes an `in` and an `out` deal, as in
 * MetaTrader 4 statements, so that both files of the same orders contain the same records. A row without a closing
 * time is an open trade. A last row of totals is compared with the others.
 */
export function readCsvStatement(
  { columns, rows, isComplete }: CsvTable,
  clock: ZoneClock,
): ParsedStatement {
  const footer = rows.at(-1);
  const hasFooter = footer !== undefined && isFooter(footer, columns);
  const records = hasFooter ? rows.slice(0, -1) : rows;
  const reader = new CsvReader(columns, clock, conventionsOf(rows, columns));
  // Some platforms list the newest row first, but balances must be read in chronological order.
  const ordered = isNewestFirst(reader, records) ? records.toReversed() : records;
  reader.readAll(ordered);
  const last = columns.balance === undefined ? undefined : reader.lastBalance;
  return reader.draft.finish({
    format: "csv",
    login: null,
    accountName: null,
    currency: null,
    totals: hasFooter ? statedTotals(footer, columns, reader) : [],
    openingBalance: null,
    closingBalance: last ?? null,
    isTruncated: !isComplete,
  });
}

function isNewestFirst(reader: CsvReader, rows: StatementRow[]): boolean {
  // An open trade has no closing time, and may be anywhere.
  const first = rows.find((row) => !reader.isOpenTrade(row));
  const last = rows.findLast((row) => !reader.isOpenTrade(row));
  if (!first || !last) return false;
  const [start, end] = [reader.timeOf(first), reader.timeOf(last)];
  return start !== null && end !== null && start > end;
}

class CsvReader {
  readonly draft = new StatementDraft();
  lastBalance: ParsedStatement["closingBalance"] | undefined;
  /** The sums of the columns of all trades, as they are printed. */
  readonly printedTotals: TradeAmounts = { profit: 0n, commission: 0n, swap: 0n, fee: 0n };
  readonly #columns: CsvColumns;
  readonly #clock: ZoneClock;
  readonly #conventions: Conventions;
  #costs: CostReading = signedCosts;
  #parts = new Map<number, number>();

  constructor(columns: CsvColumns, clock: ZoneClock, conventions: Conventions) {
    this.#columns = columns;
    this.#clock = clock;
    this.#conventions = conventions;
  }

  /** Returns the time at which the row took effect: the closing time, if it has one. */
  timeOf(row: StatementRow): number | null {
    return this.#time(row, this.#columns.closeTime) ?? this.#time(row, this.#columns.openTime);
  }

  isOpenTrade(row: StatementRow): boolean {
    return (
      (row.cells[this.#columns.closeTime ?? -1] ?? "") === "" && this.#sideOf(row) !== undefined
    );
  }

  /** Reads all rows in chronological order. */
  readAll(rows: StatementRow[]): void {
    this.#costs = this.#costReading(rows);
    this.#parts = numberParts(this.#sharingTickets(rows));
    for (const row of rows) this.#read(row);
    this.draft.countTrades();
  }

  /** Returns an amount as it is printed, or `null` if the cell is empty or not a number. */
  readonly printedAmount = (row: StatementRow, column: number | undefined): bigint | null => {
    const amount = this.#number(row, column);
    return amount === null ? null : toCents(amount);
  };

  #costReading(rows: StatementRow[]): CostReading {
    const { net, balance, isNet } = this.#columns;
    // Most files print costs with their sign, which needs no comparison.
    if (!isNet && !this.#hasOnlyUnsignedCosts(rows)) return signedCosts;
    let before: bigint | null = null;
    const printed = rows.flatMap((row) => {
      const after = this.printedAmount(row, balance);
      const change = after === null || before === null ? null : after - before;
      before = after;
      const amounts = this.#sideOf(row) && this.#printedAmounts(row);
      return amounts ? [{ ...amounts, net: this.printedAmount(row, net), change }] : [];
    });
    return costReadingOf(printed, isNet);
  }

  #hasOnlyUnsignedCosts(rows: StatementRow[]): boolean {
    const costs = [this.#columns.commission, this.#columns.fee].flatMap((column) =>
      column === undefined ? [] : rows.map(({ cells }) => cells[column] ?? ""),
    );
    return costs.some((text) => /[1-9]/.test(text)) && !costs.some((text) => SIGN.test(text));
  }

  /** Returns the trades of each ticket that is in several rows. */
  #sharingTickets(rows: StatementRow[]): TradePart[][] {
    const { ticket } = this.#columns;
    const trades = rows.filter((row) => this.#sideOf(row));
    const groups = Map.groupBy(trades, ({ cells }) => cells[ticket]);
    const sharing = [...groups.values()].filter((group) => group.length > 1);
    return sharing.map((group) => group.map((row) => this.#part(row)));
  }

  #part(row: StatementRow): TradePart {
    const { symbol, openTime, openPrice } = this.#columns;
    const opening = [symbol, openTime, openPrice].map((column) => row.cells[column ?? -1] ?? "");
    return {
      row: row.row,
      opening: [this.#sideOf(row), ...opening].join("\n"),
      closeTime: this.#time(row, this.#columns.closeTime),
      content: row.cells.join("\n"),
    };
  }

  #sideOf(row: StatementRow): "buy" | "sell" | undefined {
    const type = (row.cells[this.#columns.type] ?? "").toLowerCase();
    return sideOf(type) ?? this.#sideBeside(row, type);
  }

  #read(row: StatementRow): void {
    const type = (row.cells[this.#columns.type] ?? "").toLowerCase();
    const side = this.#sideOf(row);
    if (side) return this.#readTrade(row, side);
    if (PENDING.test(type)) {
      this.draft.cancelledOrders += 1;
      return;
    }
    const operation = operationTypes.find(([pattern]) => pattern.test(type));
    if (operation) return this.#readOperation(row, operation[1]);
    this.draft.reportUnknownType(row, type);
  }

  /** Returns the side of a trade whose type is that of its order, such as `market`. A limit that was not executed has none. */
  #sideBeside(row: StatementRow, type: string): "buy" | "sell" | undefined {
    const { side, closePrice } = this.#columns;
    if (side === undefined || operationTypes.some(([pattern]) => pattern.test(type)))
      return undefined;
    if (PENDING.test(type) && this.#number(row, closePrice) === null) return undefined;
    return sideOf((row.cells[side] ?? "").toLowerCase());
  }

  #readTrade(row: StatementRow, side: "buy" | "sell"): void {
    const columns = this.#columns;
    const order = row.cells[columns.ticket] ?? "";
    const time = this.#time(row, columns.openTime);
    const volume = this.#volume(row);
    const price = this.#number(row, columns.openPrice);
    const symbol = (row.cells[columns.symbol] ?? "").toUpperCase();
    if (!isName(order)) return this.#reportCell(row, "ticket", columns.ticket);
    if (!isName(symbol)) return this.#reportCell(row, "symbol", columns.symbol);
    if (time === null) return this.#reportCell(row, "open time", columns.openTime);
    if (volume === null) return this.#reportCell(row, "volume", columns.volume);
    if (price === null) return this.#reportCell(row, "open price", columns.openPrice);
    const trade = { order, time, volume, price, symbol, part: this.#parts.get(row.row) };
    if ((row.cells[columns.closeTime ?? -1] ?? "") === "") {
      return this.draft.addTrade(row.row, side, trade, undefined, this.#balance(row));
    }
    const closeTime = this.#time(row, columns.closeTime);
    const closePrice = this.#number(row, columns.closePrice);
    const amounts = this.#printedAmounts(row);
    if (closeTime === null) return this.#reportCell(row, "close time", columns.closeTime);
    if (closePrice === null) return this.#reportCell(row, "close price", columns.closePrice);
    if (!amounts) return this.draft.reportUnreadable(row, "one of its amounts cannot be read");
    for (const name of amountNames) this.printedTotals[name] += amounts[name];
    const closed = { time: closeTime, price: closePrice, ...readCosts(amounts, this.#costs) };
    this.draft.addTrade(row.row, side, trade, closed, this.#balance(row));
  }

  #readOperation(row: StatementRow, type: "balance" | "credit" | "correction" | "fee"): void {
    const ticket = row.cells[this.#columns.ticket] || `row-${row.row}`;
    const time = this.timeOf(row);
    const amount = this.#number(row, this.#columns.profit);
    if (!isName(ticket) || time === null || amount === null) {
      return this.draft.reportUnreadable(row, "its ticket, time or amount cannot be read");
    }
    const isOutgoing = /withdraw|payout/i.test(row.cells[this.#columns.type]!);
    const cents = toCents(amount);
    this.draft.addOperation({
      row: row.row,
      ticket,
      time,
      type,
      // Some platforms print withdrawals without their sign.
      amount: isOutgoing && cents > 0n ? -cents : cents,
      balance: this.#balance(row),
    });
  }

  #reportCell(row: StatementRow, name: string, column: number | undefined): void {
    const text = column === undefined ? "" : (row.cells[column] ?? "");
    const what =
      text === "" ? `it has no ${name}` : `its ${name} "${text.slice(0, 40)}" is invalid`;
    this.draft.reportUnreadable(row, what);
  }

  /** Returns the amounts of a trade, in which an empty cell is 0; `undefined` if one cannot be read. */
  #printedAmounts(row: StatementRow): TradeAmounts | undefined {
    const amounts: TradeAmounts = { profit: 0n, commission: 0n, swap: 0n, fee: 0n };
    for (const name of amountNames) {
      const column = this.#columns[name];
      if ((row.cells[column ?? -1] ?? "") === "") continue;
      const amount = this.printedAmount(row, column);
      if (amount === null) return undefined;
      amounts[name] = amount;
    }
    return amounts;
  }

  #balance(row: StatementRow): bigint | null {
    const amount = this.printedAmount(row, this.#columns.balance);
    if (amount === null) return null;
    this.lastBalance = { row: row.row, amount };
    return amount;
  }

  #time({ cells }: StatementRow, column: number | undefined): number | null {
    const text = column === undefined ? "" : (cells[column] ?? "");
    return text === "" ? null : parsePlatformTime(text, this.#clock, this.#conventions.order);
  }

  #volume({ cells }: StatementRow): string | null {
    const { volume } = this.#columns;
    const text = volume === undefined ? "" : (cells[volume] ?? "");
    return parsePlatformVolume(text.replace(VOLUME_UNIT, ""), this.#conventions.separator);
  }

  #number({ cells }: StatementRow, column: number | undefined): string | null {
    const text = column === undefined ? "" : (cells[column] ?? "");
    return text === "" ? null : parsePlatformNumber(text, this.#conventions.separator);
  }
}

const isName = (text: string) => text !== "" && text.length <= MAX_NAME;

function sideOf(type: string): "buy" | "sell" | undefined {
  const [, side] = /^(?:market )?(buy|long|b|sell|short|s)(?: market)?$/.exec(type) ?? [];
  if (side === undefined) return undefined;
  return /^[bl]/.test(side) ? "buy" : "sell";
}
