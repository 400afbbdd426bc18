import { MINUTE } from "../../../../platform/time/durations.rule.ts";
import {
  describeZone,
  type ZoneClock,
  zoneClock,
  zoneOfOffset,
} from "../../../../platform/time/local-time.rule.ts";
import type { CsvColumns } from "./csv-columns.ts";
import { type Conventions, conventionsOf } from "./csv-conventions.ts";
import {
  type CostReading,
  costReadingOf,
  type PrintedAmounts,
  readCosts,
  signedCosts,
} from "./csv-costs.rule.ts";
import {
  type CsvRow,
  type CsvTable,
  isFooter,
  numberParts,
  statedTotals,
  statesBalances,
  type TradePart,
} from "./csv-table.ts";
import { readCurrency } from "./labelled-values.ts";
import { parsePlatformNumber, parsePlatformVolume, toCents } from "./platform-number.rule.ts";
import { offsetOf, parsePlatformTime } from "./platform-time.rule.ts";
import {
  addAmounts,
  amountNames,
  noAmounts,
  type ParsedStatement,
  type StatementReading,
  type TradeAmounts,
  UnreadableStatementError,
} from "./statement.ts";
import { StatementDraft } from "./statement-draft.ts";

/** The maximum length of a ticket or symbol, as in the feed; PostgreSQL cannot index texts of any length. */
const MAX_NAME = 64;

/** What some platforms write after a volume: `0.30 Lots`. */
const VOLUME_UNIT = /\s*(?:lots?|units?|contracts?|shares?)$/i;

/** The types of orders that wait for a price. */
const PENDING = /\b(limit|stop)\b/;

/** The words for orders that were never executed, and for payments that were never made. */
const NEVER_EXECUTED =
  /\b(?:cancell?ed|deleted|rejected|declined|failed|expired|pending|unfilled|placed|working)\b/;

/** The closing time of an open trade, in files that have no empty times. */
const NEVER = /^(?:1970[./-]0?1[./-]0?1|0?1[./-]0?1[./-](?:1970|0001)|0{1,4}[./-]0)/;

/** A ticket that a spreadsheet has rounded: `1.23457E+11`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+?\d+$/i;

const operationTypes: [RegExp, "balance" | "credit" | "correction" | "fee"][] = [
  [/balance|deposit|withdraw|transfer|payout/, "balance"],
  [/credit|bonus/, "credit"],
  [/correct|adjust/, "correction"],
  [/fee|charge|commission|tax|financing|rollover|swap|interest/, "fee"],
];

/**
 * Reads a table of trades and operations. A row with an opening and a closing time becomes an `in` and an `out` deal,
 * as in MetaTrader 4 statements, so that both files of the same orders contain the same records. A row without a
 * closing time is an open trade. Rows of totals are compared with the others.
 * @throws UnreadableStatementError if a spreadsheet has rounded the tickets
 */
export function readCsvStatement(table: CsvTable, reading: StatementReading): ParsedStatement {
  const { rows, isComplete } = table;
  const footers = rows.filter(isFooter);
  const records = footers.length === 0 ? rows : rows.filter((row) => !isFooter(row));
  requireExactTickets(records);
  const reader = new CsvReader(table, reading);
  // Some platforms list the newest row first, but balances must be read in chronological order.
  const ordered = isNewestFirst(reader, records) ? records.toReversed() : records;
  reader.readAll(ordered);
  return reader.draft.finish({
    format: "csv",
    login: null,
    accountName: null,
    currency: table.currency ?? currencyIn(records),
    // Totals of open trades, in a section of their own, are not results.
    totals: footers
      .filter(({ columns }) => columns === rows[0]!.columns)
      .flatMap((footer) => statedTotals(footer, reader)),
    openingBalance: null,
    closingBalance: reader.lastBalance ?? null,
    statesBalances: statesBalances(rows),
    isTruncated: !isComplete,
    statedZone: reader.statedZone(),
  });
}

function requireExactTickets(rows: CsvRow[]): void {
  for (const { row, cells, columns } of rows) {
    const { ticket, fills } = columns;
    for (const column of [ticket, fills?.opening, fills?.closing]) {
      const text = cells[column ?? -1] ?? "";
      if (ROUNDED.test(text)) {
        throw new UnreadableStatementError(
          `A spreadsheet has rounded the tickets of this file: row ${row} has ${text.slice(0, 40)}. Export the file again, and import it without opening and saving it in a spreadsheet.`,
        );
      }
    }
  }
}

/** Returns the currency that all rows have in a column of their own. */
function currencyIn(rows: CsvRow[]): string | null {
  const found = new Set<string | null>();
  for (const { cells, columns } of rows) {
    const text = cells[columns.currency ?? -1] ?? "";
    if (text !== "") found.add(readCurrency(text));
  }
  return found.size === 1 ? [...found][0]! : null;
}

function isNewestFirst(reader: CsvReader, rows: CsvRow[]): boolean {
  // An open trade has no closing time, and may be anywhere.
  const first = rows.find((row) => !reader.isOpenTrade(row));
  const last = rows.findLast((row) => !reader.isOpenTrade(row));
  if (!first || !last) return false;
  const [start, end] = [reader.timeOf(first), reader.timeOf(last)];
  return start !== null && end !== null && start > end;
}

class CsvReader {
  readonly draft: StatementDraft;
  lastBalance: ParsedStatement["closingBalance"] | undefined;
  /** The sums of the columns of all trades, as they are printed. */
  readonly printedTotals: TradeAmounts = { ...noAmounts };
  readonly #reading: StatementReading;
  /** The clock of the zone that was chosen, which is not used for times with an offset. */
  readonly #chosenClock: ZoneClock;
  readonly #clock: ZoneClock;
  readonly #headerOffset: number | null;
  readonly #unreadZone: string | null;
  /** The offsets behind times, in minutes; `null` for times without one. */
  readonly #offsets = new Set<number | null>();
  #contradictsZone = false;
  /** The columns of purchases and sales, which depend on their times. */
  readonly #ordered = new Map<CsvRow, CsvColumns>();
  readonly #conventions: Conventions;
  #costs: CostReading = signedCosts;
  #parts = new Map<number, number>();
  /** How often each ticket was derived from the content of an operation. */
  readonly #derivedTickets = new Map<string, number>();

  constructor({ rows, offset, unreadZone }: CsvTable, reading: StatementReading) {
    this.#reading = reading;
    this.#headerOffset = offset;
    this.#unreadZone = unreadZone;
    this.#chosenClock = zoneClock(reading.timeZone);
    this.#clock = offset === null ? this.#chosenClock : zoneClock(zoneOfOffset(offset));
    this.draft = new StatementDraft(this.#clock);
    this.#conventions = conventionsOf(rows, reading);
    for (const guess of this.#conventions.guesses) this.draft.note(guess);
  }

  /** Returns the time at which the row took effect: the closing time, if it has one. */
  timeOf(row: CsvRow): number | null {
    const { openTime, closeTime } = this.#columnsOf(row);
    return this.#time(row, closeTime) ?? this.#time(row, openTime);
  }

  isOpenTrade(row: CsvRow): boolean {
    return this.#isOpen(row) && this.#sideOf(row) !== undefined;
  }

  /** Reads all rows in chronological order. */
  readAll(rows: CsvRow[]): void {
    this.#costs = this.#costReading(rows);
    this.#parts = numberParts(this.#sharingTickets(rows));
    for (const row of rows) this.#read(row);
    this.draft.countTrades();
  }

  /** Returns an amount as it is printed, or `null` if the cell is empty or not a number. */
  readonly printedAmount = (row: CsvRow, column: number | undefined): bigint | null => {
    const amount = this.#number(row, column);
    return amount === null ? null : toCents(amount);
  };

  /** The zone that the file states. If it was not the chosen one, or cannot be read, a note says so. */
  statedZone(): string | undefined {
    const offsets = [...this.#offsets];
    if (this.#headerOffset === null && (offsets.length === 0 || offsets.includes(null))) {
      if (this.#unreadZone !== null) this.#noteUnreadZone(this.#unreadZone);
      return undefined;
    }
    const [first = null] = offsets;
    const offset = this.#headerOffset ?? (offsets.length === 1 ? first : null);
    const zone = offset === null ? "UTC" : zoneOfOffset(offset);
    const { isZoneChosen, timeZone } = this.#reading;
    if (isZoneChosen && this.#contradictsZone) {
      const stated = offset === null ? "several offsets" : describeZone(zone);
      this.draft.note({
        code: "other_zone",
        message: `The file states the zone of its times, ${stated}, which was used in place of ${timeZone}.`,
        row: null,
        expected: timeZone,
        actual: stated,
      });
    }
    return zone;
  }

  #noteUnreadZone(stated: string): void {
    const { timeZone } = this.#reading;
    const text = stated.slice(0, 60);
    this.draft.note({
      code: "unreadable_zone",
      message: `The header says "${text}" about its times, which is not an offset that can be read, such as UTC+3. They are read as times of ${describeZone(timeZone)}.`,
      row: null,
      expected: timeZone,
      actual: text,
    });
  }

  #costReading(rows: CsvRow[]): CostReading {
    const columns = rows[0]?.columns;
    if (!columns) return signedCosts;
    let before: bigint | null = null;
    const printed: PrintedAmounts[] = [];
    for (const row of rows) {
      const after = this.printedAmount(row, columns.balance);
      const change = after === null || before === null ? null : after - before;
      before = after;
      const side = this.isOpenTrade(row) ? undefined : this.#sideOf(row);
      const amounts = side && this.#printedAmounts(row);
      if (!amounts) continue;
      const closePrice = Number(this.#number(row, this.#columnsOf(row).closePrice));
      const gain = this.#gainOf(row, side, closePrice);
      printed.push({
        ...amounts,
        net: this.printedAmount(row, columns.net),
        change,
        gain,
        closePrice,
      });
    }
    const { isCertain, ...costs } = costReadingOf(printed, columns);
    if (!isCertain) this.#noteCosts(rows[0]!.row, costs);
    return costs;
  }

  #noteCosts(row: number, { areIncluded }: CostReading): void {
    const meaning = areIncluded ? "after" : "before";
    this.draft.note({
      code: "guessed_costs",
      message: `The profits are read as results ${meaning} commission, swap and fees, which most of the prices and volumes agree with, but not all.`,
      row,
      expected: null,
      actual: null,
    });
  }

  #gainOf(row: CsvRow, side: "buy" | "sell", closePrice: number): number | null {
    const openPrice = this.#number(row, this.#columnsOf(row).openPrice);
    const volume = this.#volume(row);
    if (openPrice === null || volume === null || !(closePrice > 0)) return null;
    return (side === "buy" ? 1 : -1) * (closePrice - Number(openPrice)) * Number(volume);
  }

  /** Returns the trades of each ticket that is in several rows. */
  #sharingTickets(rows: CsvRow[]): TradePart[][] {
    const trades = rows.filter((row) => this.#sideOf(row));
    const groups = Map.groupBy(trades, (row) => this.#ticketOf(row));
    const sharing = [...groups.values()].filter((group) => group.length > 1);
    return sharing.map((group) => group.map((row) => this.#part(row)));
  }

  #part(row: CsvRow): TradePart {
    const { symbol, openTime, openPrice, closeTime } = this.#columnsOf(row);
    const opening = [symbol, openTime, openPrice].map((column) => row.cells[column ?? -1] ?? "");
    return {
      row: row.row,
      opening: [this.#sideOf(row), ...opening].join("\n"),
      closeTime: this.#time(row, closeTime),
      content: row.cells.join("\n"),
    };
  }

  /** Returns the columns of a row; a purchase and a sale are an opening and a closing in the order of time. */
  #columnsOf(row: CsvRow): CsvColumns {
    const { short, openTime, closeTime } = row.columns;
    if (!short) return row.columns;
    const known = this.#ordered.get(row);
    if (known) return known;
    const [bought, sold] = [this.#time(row, openTime), this.#time(row, closeTime)];
    const columns = bought !== null && sold !== null && sold < bought ? short : row.columns;
    this.#ordered.set(row, columns);
    return columns;
  }

  #ticketOf(row: CsvRow): string {
    const { ticket, fills } = this.#columnsOf(row);
    if (!fills) return row.cells[ticket ?? -1] ?? "";
    const numbers = [fills.opening, fills.closing].map((column) => row.cells[column] ?? "");
    return numbers.includes("") ? "" : numbers.join("-");
  }

  #typeOf({ cells, columns }: CsvRow): string {
    return (cells[columns.type ?? columns.side ?? -1] ?? "").toLowerCase();
  }

  /** Whether the words of a row say that nothing came of it. */
  #wasNeverExecuted(row: CsvRow): boolean {
    const status = (row.cells[row.columns.status ?? -1] ?? "").toLowerCase();
    return NEVER_EXECUTED.test(this.#typeOf(row)) || NEVER_EXECUTED.test(status);
  }

  #isOpen(row: CsvRow): boolean {
    const closed = row.cells[this.#columnsOf(row).closeTime ?? -1] ?? "";
    return closed === "" || NEVER.test(closed) || /\bopen\b/.test(this.#typeOf(row));
  }

  #sideOf(row: CsvRow): "buy" | "sell" | undefined {
    if (this.#wasNeverExecuted(row)) return undefined;
    const columns = this.#columnsOf(row);
    if (row.columns.short && columns.type === undefined && columns.side === undefined) {
      return columns === row.columns ? "buy" : "sell";
    }
    const type = this.#typeOf(row);
    return sideOf(type) ?? this.#sideBeside(row, type);
  }

  #read(row: CsvRow): void {
    const type = this.#typeOf(row);
    const side = this.#sideOf(row);
    if (side) return this.#readTrade(row, side);
    const operation = operationTypes.find(([pattern]) => pattern.test(type));
    if (operation && this.#wasNeverExecuted(row)) return this.#noteStatus(row);
    const order = `${type} ${(row.cells[row.columns.side ?? -1] ?? "").toLowerCase()}`;
    if (this.#wasNeverExecuted(row) || PENDING.test(order)) {
      this.draft.cancelledOrders += 1;
      return;
    }
    if (operation) return this.#readOperation(row, operation[1]);
    this.draft.reportUnknownType(row, type);
  }

  #noteStatus({ row, cells, columns }: CsvRow): void {
    const status = (cells[columns.status ?? -1] ?? "").slice(0, 40);
    this.draft.note({
      code: "not_executed",
      message: `Row ${row} was left out: its status is ${status || "not that of a completed payment"}.`,
      row,
      expected: null,
      actual: status || null,
    });
  }

  /** Returns the side of a trade whose type is that of its order, such as `market`. A limit that was not executed has none. */
  #sideBeside(row: CsvRow, type: string): "buy" | "sell" | undefined {
    const { side, closePrice } = row.columns;
    if (side === undefined || operationTypes.some(([pattern]) => pattern.test(type)))
      return undefined;
    if (PENDING.test(type) && this.#number(row, closePrice) === null) return undefined;
    return sideOf((row.cells[side] ?? "").toLowerCase());
  }

  #readTrade(row: CsvRow, side: "buy" | "sell"): void {
    const columns = this.#columnsOf(row);
    const order = this.#ticketOf(row);
    const time = this.#time(row, columns.openTime);
    const volume = this.#volume(row);
    const price = this.#number(row, columns.openPrice);
    const symbol = (row.cells[columns.symbol ?? -1] ?? "").toUpperCase();
    if (!isName(order))
      return this.#reportCell(row, "ticket", columns.fills?.opening ?? columns.ticket);
    if (!isName(symbol)) return this.#reportCell(row, "symbol", columns.symbol);
    if (time === null) return this.#reportCell(row, "open time", columns.openTime);
    if (volume === null) return this.#reportCell(row, "volume", columns.volume);
    if (price === null) return this.#reportCell(row, "open price", columns.openPrice);
    const trade = { order, time, volume, price, symbol, part: this.#parts.get(row.row) };
    if (this.#isOpen(row)) {
      return this.draft.addTrade(row.row, side, trade, undefined, this.#balance(row));
    }
    const closeTime = this.#time(row, columns.closeTime);
    const closePrice = this.#number(row, columns.closePrice);
    const amounts = this.#printedAmounts(row);
    if (closeTime === null) return this.#reportCell(row, "close time", columns.closeTime);
    if (closePrice === null) return this.#reportCell(row, "close price", columns.closePrice);
    if (!amounts) return this.draft.reportUnreadable(row, "one of its amounts cannot be read");
    addAmounts(this.printedTotals, amounts);
    const closed = {
      time: closeTime,
      isExact: offsetOf(row.cells[columns.closeTime!]!) !== null,
      price: closePrice,
      ...readCosts(amounts, this.#costs),
    };
    this.draft.addTrade(row.row, side, trade, closed, this.#balance(row));
  }

  #readOperation(row: CsvRow, type: "balance" | "credit" | "correction" | "fee"): void {
    const time = this.timeOf(row);
    const amount = this.#number(row, row.columns.profit);
    const ticket = this.#ticketOf(row) || this.#deriveTicket(time, amount);
    if (!isName(ticket) || time === null || amount === null) {
      return this.draft.reportUnreadable(row, "its ticket, time or amount cannot be read");
    }
    const isOutgoing = /withdraw|payout/.test(this.#typeOf(row));
    const cents = toCents(amount);
    this.draft.addOperation({
      row: row.row,
      ticket,
      time,
      type,
      // Some platforms print withdrawals without their sign.
      amount: isOutgoing && cents > 0n ? -cents : cents,
      balance: this.#balance(row),
      comment: row.cells[row.columns.comment ?? -1],
    });
  }

  /** Derives a ticket from the content, which is the same in the next file, unlike the number of the row. */
  #deriveTicket(time: number | null, amount: string | null): string {
    const content = `${time === null ? "" : new Date(time).toISOString()}/${amount}`;
    const count = (this.#derivedTickets.get(content) ?? 0) + 1;
    this.#derivedTickets.set(content, count);
    return count === 1 ? content : `${content}/${count}`;
  }

  #reportCell(row: CsvRow, name: string, column: number | undefined): void {
    const text = column === undefined ? "" : (row.cells[column] ?? "");
    const what =
      text === "" ? `it has no ${name}` : `its ${name} "${text.slice(0, 40)}" is invalid`;
    this.draft.reportUnreadable(row, what);
  }

  /** Returns the amounts of a trade, in which an empty cell is 0; `undefined` if one cannot be read. */
  #printedAmounts(row: CsvRow): TradeAmounts | undefined {
    const amounts: TradeAmounts = { ...noAmounts };
    for (const name of amountNames) {
      const column = row.columns[name];
      if ((row.cells[column ?? -1] ?? "") === "") continue;
      const amount = this.printedAmount(row, column);
      if (amount === null) return undefined;
      amounts[name] = amount;
    }
    return amounts;
  }

  #balance(row: CsvRow): bigint | null {
    const amount = this.printedAmount(row, row.columns.balance);
    if (amount === null) {
      const text = row.cells[row.columns.balance ?? -1] ?? "";
      if (text !== "") this.draft.reportBalance(row.row, text);
      return null;
    }
    this.lastBalance = { row: row.row, amount };
    return amount;
  }

  #time({ cells }: CsvRow, column: number | undefined): number | null {
    const text = column === undefined ? "" : (cells[column] ?? "");
    if (text === "") return null;
    const time = parsePlatformTime(text, this.#clock, this.#conventions.order);
    if (time === null) return null;
    const own = offsetOf(text);
    this.#offsets.add(own);
    const stated = own ?? this.#headerOffset;
    this.#contradictsZone ||=
      stated !== null && this.#chosenClock.offsetAt(time) !== stated * MINUTE;
    return time;
  }

  #volume({ cells, columns }: CsvRow): string | null {
    const text = cells[columns.volume ?? -1] ?? "";
    return parsePlatformVolume(text.replace(VOLUME_UNIT, ""), this.#conventions.separator);
  }

  #number({ cells }: CsvRow, column: number | undefined): string | null {
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
