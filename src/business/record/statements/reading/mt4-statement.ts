import { netOf } from "../../../rulebook/timeline/trading-record.rule.ts";
import type { ZoneClock } from "../../../../platform/time/local-time.rule.ts";
import type { HtmlRows } from "./html-rows.ts";
import { unreadableCurrency } from "./finding.rule.ts";
import {
  addAmounts,
  findValue,
  isBlank,
  noAmounts,
  type ParsedStatement,
  readCurrency,
  type StatedTotal,
  type StatementRow,
  type TradeAmounts,
} from "./statement.ts";
import { columnsOf, type Mt4Section, sectionOf, usualColumns } from "./mt4-layout.ts";
import {
  isPlatformTime,
  parsePlatformNumber,
  parsePlatformTime,
  parsePlatformVolume,
  toCents,
} from "./platform-values.rule.ts";
import { StatementDraft } from "./statement-draft.ts";

/** The types of closed transactions that are records. */
const RECORD_TYPE = /^(?:buy|sell|balance|credit)$/;
const PENDING_TYPE = /^(?:buy|sell) (?:limit|stop)/;

export function isMt4Statement({ title, rows }: HtmlRows): boolean {
  return /^statement\b/i.test(title) || rows.some(({ cells }) => sectionOf(cells) === "closed");
}

/**
 * Reads a Statement or DetailedStatement of MetaTrader 4, or the statement of a day or month that its server mails,
 * which may state the previous balance. Each trade becomes an `in` and an `out` deal with tickets derived from the order's;
 * commission, swap and taxes belong to the `out` deal.
 */
export function readMt4Statement(
  { rows, isComplete }: HtmlRows,
  clock: ZoneClock,
): ParsedStatement {
  const reader = new Mt4Reader(clock);
  for (const row of rows) reader.read(row);
  const balance = findValue(reader.summary, /^balance:/i);
  const closing = balance && parsePlatformNumber(balance.text);
  const previous = findValue(reader.summary, /^previous ledger balance:/i);
  const opening = previous && parsePlatformNumber(previous.text);
  if (previous && opening === null) reader.draft.reportBalance(previous.row, previous.text);
  const currency = headerValue(reader.header, /^currency:/i);
  if (currency !== null && readCurrency(currency) === null)
    reader.draft.note(unreadableCurrency(currency.slice(0, 40)));
  return reader.draft.finish({
    format: "mt4-html",
    login: headerValue(reader.header, /^(?:account|a\/c no):/i),
    accountName: headerValue(reader.header, /^name:/i),
    currency: readCurrency(currency ?? ""),
    totals: reader.totals(),
    openingBalance: opening ? toCents(opening) : null,
    closingBalance: balance && closing ? { row: balance.row, amount: toCents(closing) } : null,
    statesBalances: true,
    isTruncated: !isComplete,
  });
}

/** Above the first section, labels and their values share a cell, so that an empty value is not followed by the next label. */
function headerValue(rows: StatementRow[], label: RegExp): string | null {
  const cell = rows.flatMap(({ cells }) => cells).find((text) => label.test(text));
  return cell?.replace(label, "").trim() || null;
}

class Mt4Reader {
  readonly draft: StatementDraft;
  /** The rows above the first section. */
  readonly header: StatementRow[] = [];
  readonly summary: StatementRow[] = [];
  readonly #clock: ZoneClock;
  #section: Mt4Section = "header";
  #columns = usualColumns;
  /** The sums of the closed trades, which the totals row states as well; taxes are fees. */
  readonly #sums: TradeAmounts = { ...noAmounts };
  #stated: StatedTotal[] = [];

  constructor(clock: ZoneClock) {
    this.#clock = clock;
    this.draft = new StatementDraft(clock);
  }

  read(row: StatementRow): void {
    const section = sectionOf(row.cells);
    if (section) this.#section = section;
    else if (this.#section === "closed") this.#readClosed(row);
    else if (this.#section === "open") this.#readOpen(row);
    else if (this.#isTicketed(row) && RECORD_TYPE.test(this.#typeOf(row))) {
      this.draft.reportUnreadable(row, "it is not among the transactions or the open trades");
    } else if (this.#section === "header") this.header.push(row);
    else if (this.#section === "summary") this.summary.push(row);
  }

  /** Returns the totals row, `Closed P/L` and the summary, each with the amount computed from the rows. */
  totals(): StatedTotal[] {
    const closed = netOf(this.#sums);
    const moved = this.draft.operationsTotal();
    const stated = (label: RegExp, name: string, computed: bigint): StatedTotal[] => {
      const value = findValue(this.summary, label);
      const number = value && parsePlatformNumber(value.text);
      return number ? [{ row: value.row, name, stated: toCents(number), computed }] : [];
    };
    return [
      ...this.#stated,
      ...stated(/^deposit\/withdrawal:/i, "deposits and withdrawals", moved),
      ...stated(/^closed trade p\/l:/i, "closed profit", closed),
    ];
  }

  #readClosed(row: StatementRow): void {
    if (this.#isTicketed(row)) return this.#readTransaction(row);
    const columns = columnsOf(row.cells);
    if (columns) this.#columns = columns;
    else if (this.#isRecord(row)) this.#reportTicket(row);
    else if (!this.#readClosedTotal(row)) this.#readTotals(row);
  }

  #readTransaction(row: StatementRow): void {
    const type = this.#typeOf(row);
    if (type === "balance" || type === "credit") this.#readOperation(row, type);
    else if (type === "buy" || type === "sell") {
      if (!this.#isEmptyTrade(row)) this.#readTrade(row, type);
    } else if (PENDING_TYPE.test(type)) this.draft.cancelledOrders += 1;
    else this.draft.reportUnreadable(row, "its type is not one that MetaTrader 4 prints");
  }

  #isTicketed({ cells }: StatementRow): boolean {
    return /^\d+$/.test(cells[this.#columns.ticket] ?? "");
  }

  /** Whether a row has the time or the type of a record, which comments, totals and headings do not have. */
  #isRecord(row: StatementRow): boolean {
    return isPlatformTime(row.cells[this.#columns.openTime]) || RECORD_TYPE.test(this.#typeOf(row));
  }

  #typeOf({ cells }: StatementRow): string {
    return (cells[this.#columns.type] ?? "").toLowerCase();
  }

  #reportTicket(row: StatementRow): void {
    const ticket = row.cells[this.#columns.ticket] ?? "";
    this.draft.reportUnreadable(row, `its ticket "${ticket.slice(0, 40)}" cannot be read`);
  }

  /**
   * Whether a trade has neither a size nor an amount. If one order is closed by an opposite one, MetaTrader 4 shows the
   * result with the first and leaves the second empty.
   */
  #isEmptyTrade(row: StatementRow): boolean {
    const size = this.#numberOf(row, this.#columns.size);
    const amounts = this.#amountsOf(row);
    if (size === null || Number(size) !== 0 || !amounts) return false;
    return Object.values(amounts).every((amount) => amount === 0n);
  }

  #readTrade(row: StatementRow, side: "buy" | "sell"): void {
    const trade = this.#tradeOf(row);
    const closeTime = this.#timeOf(row, this.#columns.closeTime);
    const closePrice = this.#numberOf(row, this.#columns.closePrice);
    const amounts = this.#amountsOf(row);
    if (!trade || closeTime === null || closePrice === null || !amounts) {
      return this.draft.reportUnreadable(
        row,
        "its volume, a time, a price or an amount cannot be read",
      );
    }
    this.draft.addTrade(row.row, side, trade, { time: closeTime, price: closePrice, ...amounts });
    addAmounts(this.#sums, amounts);
  }

  #readOpen(row: StatementRow): void {
    if (!this.#isTicketed(row)) {
      if (this.#isRecord(row)) this.#reportTicket(row);
      return;
    }
    const type = this.#typeOf(row);
    if (PENDING_TYPE.test(type)) return;
    if (type !== "buy" && type !== "sell") {
      return this.draft.reportUnreadable(row, "its type is not that of an open trade");
    }
    const trade = this.#tradeOf(row);
    if (trade) this.draft.addTrade(row.row, type, trade);
    else this.draft.reportUnreadable(row, "its open time, volume or price cannot be read");
  }

  #readOperation(row: StatementRow, type: "balance" | "credit"): void {
    const time = this.#timeOf(row, this.#columns.openTime);
    const amount = this.#numberOf(row, this.#columns.profit) ?? this.#amountBehindComment(row);
    const ticket = row.cells[this.#columns.ticket]!;
    if (time === null || amount === null) {
      return this.draft.reportUnreadable(row, "its time or amount cannot be read");
    }
    const comment = row.cells[this.#columns.type + 1];
    this.draft.addOperation({ row: row.row, ticket, time, type, amount: toCents(amount), comment });
  }

  /** Returns the last number of an operation's row, which is narrower in some builds. Its comment follows the type. */
  #amountBehindComment({ cells }: StatementRow): string | null {
    const last = cells.findLastIndex((cell) => cell !== "");
    return last > this.#columns.type + 1 ? parsePlatformNumber(cells[last]!) : null;
  }

  /** Reads the row without a ticket below the trades: commission, taxes, swap and profit. */
  #readTotals({ row, cells }: StatementRow): void {
    const numbers = cells.map((cell) => (cell === "" ? null : parsePlatformNumber(cell)));
    const { commission, profit } = this.#columns;
    const isTotals =
      numbers[profit] != null &&
      numbers[commission] != null &&
      cells.slice(0, commission).every(isBlank);
    if (!isTotals) return;
    const sums = { ...this.#sums, taxes: this.#sums.fee };
    for (const name of ["commission", "taxes", "swap", "profit"] as const) {
      const stated = numbers[this.#columns[name] ?? -1];
      if (stated == null) continue;
      this.#stated.push({ row, name, stated: toCents(stated), computed: sums[name] });
    }
  }

  /** Reads `Closed P/L` and the amount beside it. A comment of an order is alone in its row. */
  #readClosedTotal({ row, cells }: StatementRow): boolean {
    const [label = "", amount] = cells.filter((cell) => !isBlank(cell));
    if (!/^closed p\/l:$/i.test(label) || amount === undefined) return false;
    const number = parsePlatformNumber(amount);
    if (number === null) return false;
    const computed = netOf(this.#sums);
    this.#stated.push({ row, name: "closed profit", stated: toCents(number), computed });
    return true;
  }

  #tradeOf(row: StatementRow) {
    const { ticket, openTime, size, item, openPrice } = this.#columns;
    const time = this.#timeOf(row, openTime);
    const volume = parsePlatformVolume(row.cells[size] ?? "");
    const price = this.#numberOf(row, openPrice);
    const symbol = (row.cells[item] ?? "").toUpperCase();
    if (time === null || volume === null || price === null || symbol === "") return undefined;
    return { order: row.cells[ticket]!, time, volume, price, symbol };
  }

  #amountsOf(row: StatementRow) {
    const { commission, taxes, swap, profit } = this.#columns;
    const amount = (column: number | undefined) =>
      column === undefined ? "0" : this.#numberOf(row, column);
    const [paid, taxed, swapped, earned] = [commission, taxes, swap, profit].map(amount);
    if (paid == null || taxed == null || swapped == null || earned == null) return undefined;
    return {
      commission: toCents(paid),
      fee: toCents(taxed),
      swap: toCents(swapped),
      profit: toCents(earned),
    };
  }

  #timeOf({ cells }: StatementRow, column: number): number | null {
    return parsePlatformTime(cells[column] ?? "", this.#clock);
  }

  #numberOf({ cells }: StatementRow, column: number): string | null {
    return parsePlatformNumber(cells[column] ?? "");
  }
}
