import type { ZoneClock } from "../../platform/time/local-time.rule.ts";
import type { HtmlRows } from "./html-rows.ts";
import { findValue, readCurrency, valueOf } from "./labelled-values.ts";
import { parsePlatformNumber, parsePlatformVolume, toCents } from "./platform-number.rule.ts";
import { parsePlatformTime } from "./platform-time.rule.ts";
import type { ParsedStatement, StatedTotal, StatementRow } from "./statement.ts";
import { StatementDraft } from "./statement-draft.ts";

/** The column of each figure of a trade. Old builds number the rows and, like servers, omit the taxes. */
interface Columns {
  ticket: number;
  openTime: number;
  type: number;
  size: number;
  item: number;
  openPrice: number;
  closeTime: number;
  closePrice: number;
  commission: number;
  taxes: number | undefined;
  swap: number;
  profit: number;
}

const usualColumns: Columns = {
  ticket: 0,
  openTime: 1,
  type: 2,
  size: 3,
  item: 4,
  openPrice: 5,
  closeTime: 8,
  closePrice: 9,
  commission: 10,
  taxes: 11,
  swap: 12,
  profit: 13,
};

const sections = {
  closed: /^closed transactions/i,
  open: /^open trades/i,
  working: /^working orders/i,
  summary: /^(?:a\/c )?summary/i,
  details: /^details/i,
} as const;

type Section = keyof typeof sections | "header";

export function isMt4Statement({ title, rows }: HtmlRows): boolean {
  return (
    /^statement\b/i.test(title) ||
    rows.some(({ cells }) => cells.some((cell) => sections.closed.test(cell)))
  );
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
  return reader.draft.finish({
    format: "mt4-html",
    login: findValue(rows, /^(?:account|a\/c no):/i)?.text ?? null,
    accountName: findValue(rows, /^name:/i)?.text ?? null,
    currency: readCurrency(findValue(rows, /^currency:/i)?.text),
    totals: reader.totals(),
    openingBalance: opening ? toCents(opening) : null,
    closingBalance: balance && closing ? { row: balance.row, amount: toCents(closing) } : null,
    isTruncated: !isComplete,
  });
}

/** The sums of the trades in a section, which its totals row states as well. */
interface Sums {
  commission: bigint;
  taxes: bigint;
  swap: bigint;
  profit: bigint;
}

class Mt4Reader {
  readonly draft: StatementDraft;
  readonly summary: StatementRow[] = [];
  readonly #clock: ZoneClock;
  #section: Section = "header";
  #columns = usualColumns;
  #sums: Sums = { commission: 0n, taxes: 0n, swap: 0n, profit: 0n };
  #stated: StatedTotal[] = [];

  constructor(clock: ZoneClock) {
    this.#clock = clock;
    this.draft = new StatementDraft();
  }

  read(row: StatementRow): void {
    const first = row.cells.find((cell) => cell !== "") ?? "";
    const section = Object.entries(sections).find(([, title]) => title.test(first))?.[0];
    if (section) this.#section = section as Section;
    else if (this.#section === "closed") this.#readClosed(row);
    else if (this.#section === "open") this.#readOpen(row);
    else if (this.#section === "summary") this.summary.push(row);
  }

  /** Returns the totals row, `Closed P/L` and the summary, each with the amount computed from the rows. */
  totals(): StatedTotal[] {
    const closed = this.#closedProfit();
    const moved = this.draft.operationsTotal();
    const stated = (label: RegExp, name: string, computed: bigint): StatedTotal[] => {
      const found = findValue(this.summary, label);
      const number = found && parsePlatformNumber(found.text);
      return number ? [{ row: found.row, name, stated: toCents(number), computed }] : [];
    };
    return [
      ...this.#stated,
      ...stated(/^deposit\/withdrawal:/i, "deposits and withdrawals", moved),
      ...stated(/^closed trade p\/l:/i, "closed profit", closed),
    ];
  }

  #readClosed(row: StatementRow): void {
    const { cells } = row;
    const columns = this.#columns;
    if (cells.some((cell) => /^ticket$/i.test(cell))) {
      this.#columns = columnsOf(cells) ?? columns;
      return;
    }
    const closed = valueOf(cells, /^closed p\/l:/i);
    if (closed !== undefined) return this.#readClosedTotal(row, closed);
    if (!/^\d+$/.test(cells[columns.ticket] ?? "")) return this.#readTotals(row);
    const type = (cells[columns.type] ?? "").toLowerCase();
    if (type === "balance" || type === "credit") this.#readOperation(row, type);
    else if (type === "buy" || type === "sell") {
      if (!this.#isEmptyTrade(row)) this.#readTrade(row, type);
    } else if (/^(buy|sell) (limit|stop)/.test(type)) this.draft.cancelledOrders += 1;
    else this.draft.reportUnreadable(row, "its type is not one that MetaTrader 4 prints");
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
    const { commission, fee, swap, profit } = amounts;
    this.#sums.commission += commission;
    this.#sums.taxes += fee;
    this.#sums.swap += swap;
    this.#sums.profit += profit;
  }

  #readOpen(row: StatementRow): void {
    const { cells } = row;
    const side = (cells[this.#columns.type] ?? "").toLowerCase();
    if (side !== "buy" && side !== "sell") return;
    const trade = this.#tradeOf(row);
    if (trade) this.draft.addTrade(row.row, side, trade);
    else this.draft.reportUnreadable(row, "its open time, volume or price cannot be read");
  }

  #readOperation(row: StatementRow, type: "balance" | "credit"): void {
    const time = this.#timeOf(row, this.#columns.openTime);
    const amount = this.#numberOf(row, this.#columns.profit) ?? lastNumber(row.cells);
    const ticket = row.cells[this.#columns.ticket]!;
    if (time === null || amount === null) {
      return this.draft.reportUnreadable(row, "its time or amount cannot be read");
    }
    this.draft.addOperation({ row: row.row, ticket, time, type, amount: toCents(amount) });
  }

  /** Reads the row without a ticket below the trades: commission, taxes, swap and profit. */
  #readTotals({ row, cells }: StatementRow): void {
    const numbers = cells.map((cell) => (cell === "" ? null : parsePlatformNumber(cell)));
    const { commission, taxes, swap, profit } = this.#columns;
    const isTotals =
      numbers[profit] != null &&
      numbers[commission] != null &&
      cells.slice(0, commission).every((cell) => cell === "");
    if (!isTotals) return;
    const columns = { commission, taxes, swap, profit };
    for (const [name, column] of Object.entries(columns)) {
      const stated = column === undefined ? null : numbers[column];
      if (stated == null) continue;
      const computed = this.#sums[name as keyof Sums];
      this.#stated.push({ row, name, stated: toCents(stated), computed });
    }
  }

  #closedProfit(): bigint {
    const { commission, taxes, swap, profit } = this.#sums;
    return commission + taxes + swap + profit;
  }

  #readClosedTotal({ row }: StatementRow, text: string): void {
    const number = parsePlatformNumber(text);
    if (number === null) return;
    const computed = this.#closedProfit();
    this.#stated.push({ row, name: "closed profit", stated: toCents(number), computed });
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

/** `undefined` if the header lacks a column that every build prints. */
function columnsOf(header: string[]): Columns | undefined {
  const names = header.map((cell) => cell.toLowerCase().replaceAll(" ", ""));
  const at = (...wanted: string[]) => names.findIndex((name) => wanted.includes(name));
  const prices = names.flatMap((name, index) => (name === "price" ? [index] : []));
  const taxes = at("taxes");
  const columns: Columns = {
    ticket: at("ticket"),
    openTime: at("opentime"),
    type: at("type"),
    size: at("size", "lots", "volume"),
    item: at("item", "symbol"),
    openPrice: prices[0] ?? -1,
    closeTime: at("closetime"),
    closePrice: prices[1] ?? -1,
    commission: at("commission", "commis"),
    taxes: taxes < 0 ? undefined : taxes,
    swap: at("swap", "r/oswap"),
    profit: at("profit", "tradep/l"),
  };
  return Object.values(columns).some((column) => column === -1) ? undefined : columns;
}

function lastNumber(cells: string[]): string | null {
  for (const cell of cells.toReversed()) {
    const number = cell === "" ? null : parsePlatformNumber(cell);
    if (number !== null) return number;
  }
  return null;
}
