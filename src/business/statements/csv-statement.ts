import { CsvError, parse } from "csv-parse/sync";
import type { ZoneClock } from "../../platform/time/local-time.rule.ts";
import { type CsvColumns, findHeader } from "./csv-columns.ts";
import {
  type DecimalSeparator,
  parsePlatformNumber,
  parsePlatformVolume,
  toCents,
} from "./platform-number.rule.ts";
import { type DateOrder, parsePlatformTime } from "./platform-time.rule.ts";
import type { ParsedStatement, StatementRow } from "./statement.ts";
import { StatementDraft } from "./statement-draft.ts";

const DELIMITERS = [",", ";", "\t"] as const;
/** The header must be within this many lines. */
const HEADER_WITHIN = 20;
/** The maximum length of a ticket or symbol, as in the feed; PostgreSQL cannot index texts of any length. */
const MAX_NAME = 64;

/** What some platforms write in place of an empty cell. */
const ABSENT = /^(?:[-\u2013\u2014]+|n\/a)$/i;

/** A delimited file with a header that names at least a ticket, a time, a type and an amount. */
export interface CsvTable {
  columns: CsvColumns;
  rows: StatementRow[];
  /** Whether the last line is complete; one that was cut off could be mistaken for an open trade. */
  isComplete: boolean;
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** Parses all records. If a file ends within quotes, they are closed, so that the rows before them can be read. */
function parseRecords(
  text: string,
  delimiter: string,
): { records: CsvRecord[]; isClosed: boolean } {
  const options = {
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  };
  // The parser's types do not reflect `info`, which wraps each record in an object.
  const read = (csv: string) => parse(csv, options) as unknown as CsvRecord[];
  try {
    return { records: read(text), isClosed: true };
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    return { records: read(`${text}"`), isClosed: false };
  }
}

/** @returns `undefined` if no line within the first 20 is such a header */
export function readCsvTable(text: string): CsvTable | undefined {
  for (const delimiter of DELIMITERS) {
    const head = text.slice(0, 16_384).split(/\r\n?|\n/, HEADER_WITHIN);
    if (!findHeader(head.map((line) => line.split(delimiter)))) continue;
    const { records, isClosed } = parseRecords(text, delimiter);
    const header = findHeader(records.slice(0, HEADER_WITHIN).map(({ record }) => record));
    if (!header) continue;
    const headerLine = records[header.index]!.info.lines;
    const rows = records.slice(header.index + 1).map(({ record, info }) => ({
      row: info.lines - headerLine + 1,
      cells: record.map((cell) => (ABSENT.test(cell) ? "" : cell)),
    }));
    const width = records[header.index]!.record.length;
    const isComplete = isClosed && (/[\r\n]$/.test(text) || records.at(-1)!.record.length >= width);
    return { columns: header.columns, rows, isComplete };
  }
  return undefined;
}

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
 * time is an open trade.
 */
export function readCsvStatement(
  { columns, rows, isComplete }: CsvTable,
  clock: ZoneClock,
): ParsedStatement {
  const reader = new CsvReader(columns, clock, conventionsOf(rows, columns));
  // Some platforms list the newest row first, but balances must be read in chronological order.
  const ordered = isNewestFirst(reader, rows) ? rows.toReversed() : rows;
  for (const row of ordered) reader.read(row);
  const last = columns.balance === undefined ? undefined : reader.lastBalance;
  return reader.draft.finish({
    format: "csv",
    login: null,
    accountName: null,
    currency: null,
    totals: [],
    openingBalance: null,
    closingBalance: last ?? null,
    isTruncated: !isComplete,
  });
}

/** A date that begins with its day or its month. */
const DAY_OR_MONTH = /^(\d{1,2})[./-]\d{1,2}[./-]\d{4}/;

interface Conventions {
  separator: DecimalSeparator;
  order: DateOrder;
}

/** Detects how the file writes fractions and dates from all of its rows. */
function conventionsOf(rows: StatementRow[], columns: CsvColumns): Conventions {
  const { openTime, closeTime, volume, openPrice, closePrice, profit, commission, swap } = columns;
  const numbers = [volume, openPrice, closePrice, profit, commission, swap, columns.balance];
  let separator: DecimalSeparator = ".";
  let order: DateOrder = "month-first";
  for (const { cells } of rows) {
    // Three digits after a comma may be thousands.
    if (numbers.some((column) => /\d,(?:\d{1,2}|\d{4,})$/.test(cells[column ?? -1] ?? "")))
      separator = ",";
    for (const column of [openTime, closeTime]) {
      const [, first = "0"] = DAY_OR_MONTH.exec(cells[column ?? -1] ?? "") ?? [];
      if (Number(first) > 12) order = "day-first";
    }
  }
  return { separator, order };
}

function isNewestFirst(reader: CsvReader, rows: StatementRow[]): boolean {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return false;
  const [start, end] = [reader.timeOf(first), reader.timeOf(last)];
  return start !== null && end !== null && start > end;
}

class CsvReader {
  readonly draft = new StatementDraft();
  lastBalance: ParsedStatement["closingBalance"] | undefined;
  readonly #columns: CsvColumns;
  readonly #clock: ZoneClock;
  readonly #conventions: Conventions;

  constructor(columns: CsvColumns, clock: ZoneClock, conventions: Conventions) {
    this.#columns = columns;
    this.#clock = clock;
    this.#conventions = conventions;
  }

  /** Returns the time at which the row took effect: the closing time, if it has one. */
  timeOf(row: StatementRow): number | null {
    return this.#time(row, this.#columns.closeTime) ?? this.#time(row, this.#columns.openTime);
  }

  read(row: StatementRow): void {
    const type = (row.cells[this.#columns.type] ?? "").toLowerCase();
    const side = sideOf(type) ?? this.#sideBeside(row, type);
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
    const isNamed = isName(order) && isName(symbol);
    if (!isNamed || time === null || volume === null || price === null) {
      return this.draft.reportUnreadable(
        row,
        "its ticket, open time, symbol, volume or open price cannot be read",
      );
    }
    const trade = { order, time, volume, price, symbol };
    if ((row.cells[columns.closeTime ?? -1] ?? "") === "") {
      return this.draft.addTrade(row.row, side, trade, undefined, this.#balance(row));
    }
    const closeTime = this.#time(row, columns.closeTime);
    const closePrice = this.#number(row, columns.closePrice);
    const amounts = this.#amounts(row);
    if (closeTime === null || closePrice === null || !amounts) {
      return this.draft.reportUnreadable(
        row,
        "its close time, close price or an amount cannot be read",
      );
    }
    const closed = { time: closeTime, price: closePrice, ...amounts };
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

  #amounts(row: StatementRow) {
    const { profit, commission, swap, fee } = this.#columns;
    const values = [profit, commission, swap, fee].map((column) =>
      column === undefined || (row.cells[column] ?? "") === "" ? "0" : this.#number(row, column),
    );
    const [earned, paid, swapped, charged] = values;
    if (earned == null || paid == null || swapped == null || charged == null) return undefined;
    return {
      profit: toCents(earned),
      commission: toCents(paid),
      swap: toCents(swapped),
      fee: toCents(charged),
    };
  }

  #balance(row: StatementRow): bigint | null {
    const balance = this.#number(row, this.#columns.balance);
    if (balance === null) return null;
    const amount = toCents(balance);
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
    return parsePlatformVolume(text, this.#conventions.separator);
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
