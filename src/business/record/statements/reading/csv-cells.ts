import { MINUTE } from "../../../../platform/time/durations.rule.ts";
import {
  describeZone,
  type ZoneClock,
  zoneClock,
  zoneOfOffset,
} from "../../../../platform/time/local-time.rule.ts";
import type { CsvColumns } from "./csv-columns.ts";
import { type Conventions, conventionsOf } from "./csv-conventions.ts";
import { type CsvRow, type CsvTable, statesBalances } from "./csv-table.ts";
import {
  offsetOf,
  parsePlatformNumber,
  parsePlatformTime,
  parsePlatformVolume,
  toCents,
} from "./platform-values.rule.ts";
import {
  amountNames,
  noAmounts,
  type StatementFinding,
  type StatementReading,
  type TradeAmounts,
} from "./statement.ts";

/** What some platforms write after a volume: `0.30 Lots`. */
const VOLUME_UNIT = /\s*(?:lots?|units?|contracts?|shares?)$/i;

/** The words for orders that were never executed, and for payments that were never made. */
const NEVER_EXECUTED =
  /\b(?:cancell?ed|deleted|rejected|declined|failed|expired|pending|unfilled|placed|working)\b/;

/** The closing time of an open trade, in files that have no empty times. */
const NEVER = /^(?:1970[./-]0?1[./-]0?1|0?1[./-]0?1[./-](?:1970|0001)|0{1,4}[./-]0)/;

/** The types of orders that wait for a price. */
export const PENDING = /\b(limit|stop)\b/;

/** The words for what is no trade, with the type of the operation. */
export const operationTypes: [RegExp, "balance" | "credit" | "correction" | "fee"][] = [
  [/balance|deposit|withdraw|transfer|payout/, "balance"],
  [/credit|bonus/, "credit"],
  [/correct|adjust/, "correction"],
  [/fee|charge|commission|tax|financing|rollover|swap|interest/, "fee"],
];

/** Operations that reduce the balance, and the words for those that take them back. */
const WITHDRAWAL = /withdraw|payout|\bout(?:going)?\b/;
const COST = /\bfees?\b|charge|commission|\btax/;
const TAKEN_BACK = /\b(?:revers|refund|return|rebate|cashback)/;

/** What platforms print beside the side of a single deal. */
const DIRECTION = /^(?:in|out|in ?\/ ?out|inout|out by)$/i;

/** Reads the cells of rows by the conventions of their file, and what they say a row is. */
export class CsvCells {
  /** The clock of times without an offset. */
  readonly clock: ZoneClock;
  readonly #reading: StatementReading;
  /** The clock of the zone that was chosen, which is not used for times with an offset. */
  readonly #chosenClock: ZoneClock;
  readonly #headerOffset: number | null;
  readonly #unreadZone: string | null;
  /** The offsets behind times, in minutes; `null` for times without one. */
  readonly #offsets = new Set<number | null>();
  #contradictsZone = false;
  #dayWithoutTime: { row: number; text: string } | undefined;
  /** The columns of purchases and sales, which depend on their times. */
  readonly #ordered = new Map<CsvRow, CsvColumns>();
  readonly #conventions: Conventions;
  /** Whether the file prints balances, with which its amounts can be compared. */
  readonly statesBalances: boolean;

  constructor({ rows, offset, unreadZone }: CsvTable, reading: StatementReading) {
    this.#reading = reading;
    this.#headerOffset = offset;
    this.#unreadZone = unreadZone;
    this.#chosenClock = zoneClock(reading.timeZone);
    this.clock = offset === null ? this.#chosenClock : zoneClock(zoneOfOffset(offset));
    this.#conventions = conventionsOf(rows, reading);
    this.statesBalances = statesBalances(rows);
  }

  /** The conventions that could only be guessed, as notes. */
  get guesses(): Conventions["guesses"] {
    return this.#conventions.guesses;
  }

  /** Returns what the row says that it is, in small letters. */
  typeOf({ cells, columns }: CsvRow): string {
    return (cells[columns.type ?? columns.side ?? -1] ?? "").toLowerCase();
  }

  /** Returns the side of a trade; `undefined` if the row is none. */
  sideOf(row: CsvRow): "buy" | "sell" | undefined {
    if (this.wasNeverExecuted(row)) return undefined;
    const columns = this.columnsOf(row);
    if (row.columns.short && columns.type === undefined && columns.side === undefined) {
      return columns === row.columns ? "buy" : "sell";
    }
    const type = this.typeOf(row);
    return sideOf(type) ?? this.#sideBeside(row, type);
  }

  /** Returns the side of a trade whose type is that of its order, such as `market`. A limit that was not executed has none. */
  #sideBeside(row: CsvRow, type: string): "buy" | "sell" | undefined {
    const { side, closePrice } = row.columns;
    if (side === undefined || operationTypes.some(([pattern]) => pattern.test(type)))
      return undefined;
    if (PENDING.test(type) && this.number(row, closePrice) === null) return undefined;
    return sideOf((row.cells[side] ?? "").toLowerCase());
  }

  /** Whether the row is a trade that has not been closed. */
  isOpenTrade(row: CsvRow): boolean {
    return this.isOpen(row) && this.sideOf(row) !== undefined;
  }

  /** Whether the row says that it has not been closed. */
  isOpen(row: CsvRow): boolean {
    const closed = row.cells[this.columnsOf(row).closeTime ?? -1] ?? "";
    return closed === "" || NEVER.test(closed) || this.#isCalledOpen(row);
  }

  /** Whether a row without a closing time has the price and the result of a closing, and no word that it is open. */
  mayBeClosed(row: CsvRow): boolean {
    const { closeTime, closePrice, profit } = this.columnsOf(row);
    return (
      closeTime !== undefined &&
      (row.cells[closeTime] ?? "") === "" &&
      !this.#isCalledOpen(row) &&
      Number(this.number(row, closePrice) ?? 0) !== 0 &&
      (this.printedAmount(row, profit) ?? 0n) !== 0n
    );
  }

  #isCalledOpen(row: CsvRow): boolean {
    const status = row.cells[row.columns.status ?? -1] ?? "";
    return /\bopen\b/.test(this.typeOf(row)) || /^open$/i.test(status);
  }

  /** Whether the words of a row say that nothing came of it. */
  wasNeverExecuted(row: CsvRow): boolean {
    const status = (row.cells[row.columns.status ?? -1] ?? "").toLowerCase();
    return NEVER_EXECUTED.test(this.typeOf(row)) || NEVER_EXECUTED.test(status);
  }

  /** Whether an operation reduces the balance, whatever its sign is. */
  isOutgoing(row: CsvRow): boolean {
    const type = this.typeOf(row);
    if (TAKEN_BACK.test(type) || this.sideOf(row) !== undefined) return false;
    return WITHDRAWAL.test(type) || COST.test(type);
  }

  /** Whether the type of an operation is a withdrawal. */
  isWithdrawal(row: CsvRow): boolean {
    return WITHDRAWAL.test(this.typeOf(row));
  }

  /** Whether the row is a deal that opened or closed a position, and not a trade. */
  hasDirection({ cells, columns }: CsvRow): boolean {
    return DIRECTION.test(cells[columns.side ?? -1] ?? "");
  }

  /** Whether the row states an amount, or something that cannot be read in its place. */
  hasResult(row: CsvRow): boolean {
    const amounts = this.printedAmounts(row);
    return !amounts || Object.values(amounts).some((cents) => cents !== 0n);
  }

  /** Returns the columns of a row; a purchase and a sale are an opening and a closing in the order of time. */
  columnsOf(row: CsvRow): CsvColumns {
    const { short, openTime, closeTime } = row.columns;
    if (!short) return row.columns;
    const known = this.#ordered.get(row);
    if (known) return known;
    const [bought, sold] = [this.time(row, openTime), this.time(row, closeTime)];
    const columns = bought !== null && sold !== null && sold < bought ? short : row.columns;
    this.#ordered.set(row, columns);
    return columns;
  }

  ticketOf(row: CsvRow): string {
    const { ticket, fills } = this.columnsOf(row);
    if (!fills) return row.cells[ticket ?? -1] ?? "";
    const numbers = [fills.opening, fills.closing].map((column) => row.cells[column] ?? "");
    return numbers.includes("") ? "" : numbers.join("-");
  }

  /** Returns the time at which the row took effect: the closing time, if it has one. */
  timeOf(row: CsvRow): number | null {
    const { openTime, closeTime } = this.columnsOf(row);
    return this.time(row, closeTime) ?? this.time(row, openTime);
  }

  time({ row, cells }: CsvRow, column: number | undefined): number | null {
    const text = column === undefined ? "" : (cells[column] ?? "");
    if (text === "") return null;
    const time = parsePlatformTime(text, this.clock, this.#conventions.order);
    if (time === null) return null;
    if (!text.includes(":")) this.#dayWithoutTime ??= { row, text };
    const own = offsetOf(text);
    this.#offsets.add(own);
    const stated = own ?? this.#headerOffset;
    this.#contradictsZone ||=
      stated !== null && this.#chosenClock.offsetAt(time) !== stated * MINUTE;
    return time;
  }

  volume({ cells, columns }: CsvRow): string | null {
    const text = cells[columns.volume ?? -1] ?? "";
    return parsePlatformVolume(text.replace(VOLUME_UNIT, ""), this.#conventions.separator);
  }

  number({ cells }: CsvRow, column: number | undefined): string | null {
    const text = column === undefined ? "" : (cells[column] ?? "");
    return text === "" ? null : parsePlatformNumber(text, this.#conventions.separator);
  }

  /** Returns an amount as it is printed, or `null` if the cell is empty or not a number. */
  readonly printedAmount = (row: CsvRow, column: number | undefined): bigint | null => {
    const amount = this.number(row, column);
    return amount === null ? null : toCents(amount);
  };

  /** Returns the amounts of a trade, in which an empty cell is 0; `undefined` if one cannot be read. */
  printedAmounts(row: CsvRow): TradeAmounts | undefined {
    const amounts: TradeAmounts = { ...noAmounts };
    for (const name of amountNames) {
      const column = row.columns[name];
      if ((row.cells[column ?? -1] ?? "") === "") continue;
      const amount = this.printedAmount(row, column);
      if (amount === null) return undefined;
      amounts[name] = amount;
    }
    for (const column of row.columns.feeParts) {
      if ((row.cells[column] ?? "") === "") continue;
      const amount = this.printedAmount(row, column);
      if (amount === null) return undefined;
      amounts.fee += amount;
    }
    return amounts;
  }

  /** Returns the zone that the file states, and a note if it was not the chosen one, or cannot be read. */
  statedZone(): { zone: string | undefined; note?: StatementFinding } {
    const offsets = [...this.#offsets];
    if (this.#headerOffset === null && (offsets.length === 0 || offsets.includes(null))) {
      if (this.#unreadZone === null) return { zone: undefined };
      return { zone: undefined, note: this.#noteUnreadZone(this.#unreadZone) };
    }
    const [first = null] = offsets;
    const offset = this.#headerOffset ?? (offsets.length === 1 ? first : null);
    const zone = offset === null ? "UTC" : zoneOfOffset(offset);
    const { isZoneChosen, timeZone } = this.#reading;
    if (!isZoneChosen || !this.#contradictsZone) return { zone };
    const stated = offset === null ? "several offsets" : describeZone(zone);
    const note = {
      code: "other_zone",
      message: `The file states the zone of its times, ${stated}, which was used in place of ${timeZone}.`,
      row: null,
      expected: timeZone,
      actual: stated,
    } as const;
    return { zone, note };
  }

  /** Returns a note if a date has no time of day, which decides about the trading day. */
  daysWithoutTime(): StatementFinding[] {
    if (!this.#dayWithoutTime) return [];
    const { row, text } = this.#dayWithoutTime;
    const message = `Row ${row}: ${text} has no time of day, so it is read as the start of that day. Its trades may count in the wrong order, or in the trading day before.`;
    return [{ code: "ambiguous_dates", message, row, expected: null, actual: text }];
  }

  #noteUnreadZone(stated: string): StatementFinding {
    const { timeZone } = this.#reading;
    const text = stated.slice(0, 60);
    return {
      code: "unreadable_zone",
      message: `The file says "${text}" about the zone of its times, which is not an offset such as UTC+3. They are read in the zone ${describeZone(timeZone)}.`,
      row: null,
      expected: timeZone,
      actual: text,
    };
  }
}

function sideOf(type: string): "buy" | "sell" | undefined {
  const [, side] = /^(?:market )?(buy|long|b|sell|short|s)(?: market)?$/.exec(type) ?? [];
  if (side === undefined) return undefined;
  return /^[bl]/.test(side) ? "buy" : "sell";
}
