import { formatDecimal } from "../../../../platform/money/money.ts";
import { netOf } from "../../../rulebook/timeline/trading-record.rule.ts";
import { accountOf } from "./csv-account.ts";
import {
  lacksCosts,
  noCosts,
  requireClosings,
  requireExactTickets,
  unreadCosts,
} from "./csv-checks.ts";
import { CsvCells, operationTypes, PENDING } from "./csv-cells.ts";
import {
  type CostReading,
  costReadingOf,
  type FoundReading,
  netOfSteps,
  type PrintedAmounts,
  readCosts,
  signedCosts,
} from "./csv-costs.rule.ts";
import {
  type CsvRow,
  type CsvTable,
  isFooter,
  isShifted,
  numberParts,
  statedTotals,
  type TradePart,
} from "./csv-table.ts";
import { offsetOf, toCents } from "./platform-values.rule.ts";
import { sayAmount } from "./finding.rule.ts";
import {
  addAmounts,
  noAmounts,
  type ParsedStatement,
  type StatementReading,
  type TradeAmounts,
} from "./statement.ts";
import { StatementDraft } from "./statement-draft.ts";

/** The maximum length of a ticket or symbol, as in the feed; PostgreSQL cannot index texts of any length. */
const MAX_NAME = 64;

/**
 * Reads a table of trades and operations. A row with an opening and a closing time becomes an `in` and an `out` deal,
 * as in MetaTrader 4 statements, so that both files of the same orders contain the same records. A row without a
 * closing time is an open trade. Rows of totals are compared with the others.
 * @throws UnreadableStatementError if a spreadsheet has rounded the tickets, if the rows are deals, or if they belong to
 * several accounts
 */
export function readCsvStatement(table: CsvTable, reading: StatementReading): ParsedStatement {
  const { rows, isComplete } = table;
  const footers = rows.filter(isFooter);
  const records = footers.length === 0 ? rows : rows.filter((row) => !isFooter(row));
  requireExactTickets(records);
  const cells = new CsvCells(table, reading);
  requireClosings(cells, records);
  const { printedAmount } = cells;
  const reader = new CsvReader(cells);
  const { draft, printedTotals } = reader;
  // Some platforms list the newest row first, but balances must be read in chronological order.
  const ordered = isNewestFirst(cells, records) ? records.toReversed() : records;
  reader.readAll(ordered);
  const { zone, note } = cells.statedZone();
  if (note) draft.note(note);
  const unread = unreadCosts(cells, table, reader.costs);
  for (const each of [...unread, ...cells.daysWithoutTime()]) draft.note(each);
  if (reader.lacksCosts && table.unreadCosts.length === 0) draft.note(noCosts);
  const { note: currencies, ...account } = accountOf(table);
  if (currencies) draft.note(currencies);
  // Totals of open trades, in a section of their own, are not results.
  const ofTrades = footers.filter(({ columns }) => columns === rows[0]!.columns);
  for (const footer of ofTrades) reader.readClosingBalance(footer);
  return draft.finish({
    format: "csv",
    ...account,
    accountName: null,
    totals: ofTrades.flatMap((footer) =>
      statedTotals(footer, { draft, printedTotals, printedNet: reader.printedNet, printedAmount }),
    ),
    openingBalance: null,
    closingBalance: reader.lastBalance ?? null,
    statesBalances: cells.statesBalances,
    isTruncated: !isComplete,
    statedZone: zone,
  });
}

function isNewestFirst(cells: CsvCells, rows: CsvRow[]): boolean {
  // An open trade has no closing time, and may be anywhere.
  const first = rows.find((row) => !cells.isOpenTrade(row));
  const last = rows.findLast((row) => !cells.isOpenTrade(row));
  if (!first || !last) return false;
  const [start, end] = [cells.timeOf(first), cells.timeOf(last)];
  return start !== null && end !== null && start > end;
}

class CsvReader {
  readonly draft: StatementDraft;
  lastBalance: ParsedStatement["closingBalance"] | undefined;
  /** The sums of the columns of all trades, as they are printed. */
  readonly printedTotals: TradeAmounts = { ...noAmounts };
  /** The sum of the results after costs, as they are printed. */
  printedNet = 0n;
  readonly #cells: CsvCells;
  /** Whether the file has results before costs, and no column that is read as costs. */
  lacksCosts = false;
  /** How the file prints costs. */
  costs: FoundReading = { ...signedCosts, isCertain: true, isShown: false };
  #parts = new Map<number, number>();
  #arePaymentsUnsigned = false;
  /** How often each ticket was derived from the content of an operation. */
  readonly #derivedTickets = new Map<string, number>();

  constructor(cells: CsvCells) {
    this.#cells = cells;
    this.draft = new StatementDraft(cells.clock);
    for (const guess of cells.guesses) this.draft.note(guess);
  }

  /** Reads all rows in chronological order. */
  readAll(rows: CsvRow[]): void {
    this.costs = this.#costReading(rows);
    this.#parts = numberParts(this.#sharingTickets(rows));
    this.#arePaymentsUnsigned = this.#printsUnsigned(rows);
    for (const row of rows) this.#read(row);
    this.draft.countTrades();
  }

  /** Reads the balance in a row of totals, which is that of the account. */
  readClosingBalance(footer: CsvRow): void {
    const amount = this.#cells.printedAmount(footer, footer.columns.balance);
    if (amount !== null) this.lastBalance = { row: footer.row, amount };
  }

  #costReading(rows: CsvRow[]): FoundReading {
    const columns = rows[0]?.columns;
    if (!columns) return { ...signedCosts, isCertain: true, isShown: false };
    let before: bigint | null = null;
    const found: (PrintedAmounts & { cumulated: bigint | null })[] = [];
    for (const row of rows) {
      const after = this.#cells.printedAmount(row, columns.balance);
      const change = after === null || before === null ? null : after - before;
      before = after;
      const side = this.#cells.isOpenTrade(row) ? undefined : this.#cells.sideOf(row);
      const amounts = side && this.#cells.printedAmounts(row);
      if (!amounts) continue;
      const closePrice = Number(this.#cells.number(row, this.#cells.columnsOf(row).closePrice));
      const gain = this.#gainOf(row, side, closePrice);
      const net = this.#cells.printedAmount(row, columns.net);
      const cumulated = this.#cells.printedAmount(row, columns.cumulated);
      found.push({ ...amounts, net, cumulated, change, gain, closePrice });
    }
    const steps = netOfSteps(found);
    const printed = found.map((row, index) => ({ ...row, net: row.net ?? steps[index]! }));
    const costs = costReadingOf(printed, columns);
    if (!costs.isCertain) this.#noteCosts(printed, costs);
    if (printed.length > 0 && lacksCosts(columns, printed)) this.lacksCosts = true;
    return costs;
  }

  #noteCosts(printed: PrintedAmounts[], costs: FoundReading): void {
    const [meaning, other] = costs.areIncluded ? ["after", "before"] : ["before", "after"];
    const resultOf = (reading: CostReading) =>
      printed.reduce((sum, row) => sum + netOf(readCosts(row, reading)), 0n);
    const chosen = resultOf(costs);
    const rejected = resultOf({ ...costs, areIncluded: !costs.areIncluded });
    const why = costs.isShown
      ? `The header says that the results are ${other} commission, swap and fees, but the figures show that its profits are ${meaning} them.`
      : "The file does not show for certain whether its profits are before or after commission, swap and fees.";
    this.draft.note({
      code: "guessed_costs",
      message: `${why} They are read as results ${meaning} these costs: the trades made ${sayAmount(chosen)} in total. If they are results ${other} these costs, the total is ${sayAmount(rejected)}.`,
      row: null,
      expected: `${formatDecimal(chosen)} or ${formatDecimal(rejected)}`,
      actual: null,
    });
  }

  #gainOf(row: CsvRow, side: "buy" | "sell", closePrice: number): number | null {
    const openPrice = this.#cells.number(row, this.#cells.columnsOf(row).openPrice);
    const volume = this.#cells.volume(row);
    if (openPrice === null || volume === null || !(closePrice > 0)) return null;
    return (side === "buy" ? 1 : -1) * (closePrice - Number(openPrice)) * Number(volume);
  }

  /** Returns the trades of each ticket that is in several rows. */
  #sharingTickets(rows: CsvRow[]): TradePart[][] {
    const trades = rows.filter((row) => this.#cells.sideOf(row));
    const groups = Map.groupBy(trades, (row) => this.#cells.ticketOf(row));
    const sharing = [...groups.values()].filter((group) => group.length > 1);
    return sharing.map((group) => group.map((row) => this.#part(row)));
  }

  #part(row: CsvRow): TradePart {
    const { symbol, openTime, openPrice, closeTime } = this.#cells.columnsOf(row);
    const opening = [symbol, openTime, openPrice].map((column) => row.cells[column ?? -1] ?? "");
    return {
      row: row.row,
      opening: [this.#cells.sideOf(row), ...opening].join("\n"),
      closeTime: this.#cells.time(row, closeTime),
      content: row.cells.join("\n"),
    };
  }

  #read(row: CsvRow): void {
    if (isShifted(row)) {
      const what = `it has ${row.cells.length} values, but the header names ${row.width} columns`;
      return this.draft.reportUnreadable(row, what);
    }
    const type = this.#cells.typeOf(row);
    const side = this.#cells.sideOf(row);
    if (side) return this.#readTrade(row, side);
    const operation = operationTypes.find(([pattern]) => pattern.test(type));
    if (operation && this.#cells.wasNeverExecuted(row)) return this.#noteStatus(row);
    const order = `${type} ${(row.cells[row.columns.side ?? -1] ?? "").toLowerCase()}`;
    if (this.#cells.wasNeverExecuted(row) || PENDING.test(order)) {
      this.draft.cancelledOrders += 1;
      if (this.#cells.hasResult(row)) this.#noteResult(row);
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

  #noteResult(row: CsvRow): void {
    this.draft.note({
      code: "not_executed",
      message: `Row ${row.row} was left out: it says that its order was not executed, although it states a result.`,
      row: row.row,
      expected: null,
      actual: row.cells[row.columns.profit] ?? null,
    });
  }

  #noteOpen({ row, cells, columns }: CsvRow): void {
    const result = cells[columns.profit] ?? "";
    this.draft.note({
      code: "open_result",
      message: `Row ${row} has a close price and a result of ${result.slice(0, 40)}, but no close time: it counts as an open trade, without its result.`,
      row,
      expected: null,
      actual: result,
    });
  }

  #readTrade(row: CsvRow, side: "buy" | "sell"): void {
    const columns = this.#cells.columnsOf(row);
    const order = this.#cells.ticketOf(row);
    const time = this.#cells.time(row, columns.openTime);
    const volume = this.#cells.volume(row);
    const price = this.#cells.number(row, columns.openPrice);
    const symbol = (row.cells[columns.symbol ?? -1] ?? row.section ?? "").toUpperCase();
    if (!isName(order))
      return this.#reportCell(row, "ticket", columns.fills?.opening ?? columns.ticket);
    if (!isName(symbol)) return this.#reportCell(row, "symbol", columns.symbol);
    if (time === null) return this.#reportTime(row, "open time", columns.openTime);
    if (volume === null) return this.#reportCell(row, "volume", columns.volume);
    if (price === null) return this.#reportCell(row, "open price", columns.openPrice);
    const trade = { order, time, volume, price, symbol, part: this.#parts.get(row.row) };
    if (this.#cells.isOpen(row)) {
      if (this.#cells.mayBeClosed(row)) this.#noteOpen(row);
      return this.draft.addTrade(row.row, side, trade, undefined, this.#balance(row));
    }
    const closeTime = this.#cells.time(row, columns.closeTime);
    const closePrice = this.#cells.number(row, columns.closePrice);
    const amounts = this.#cells.printedAmounts(row);
    if (closeTime === null) return this.#reportTime(row, "close time", columns.closeTime);
    if (closePrice === null) return this.#reportCell(row, "close price", columns.closePrice);
    if (!amounts) return this.draft.reportUnreadable(row, "one of its amounts cannot be read");
    // Some platforms leave out zeros.
    if ((row.cells[columns.profit] ?? "") === "" && Number(price) !== Number(closePrice))
      return this.#reportCell(row, "profit", columns.profit);
    addAmounts(this.printedTotals, amounts);
    const net = this.#cells.printedAmount(row, columns.net);
    if (net !== null) this.printedNet += net;
    const costs = readCosts(amounts, this.costs);
    if (net !== null && !this.#cells.statesBalances) this.#compareNet(row, net, netOf(costs));
    const closed = {
      time: closeTime,
      isExact: offsetOf(row.cells[columns.closeTime!]!) !== null,
      price: closePrice,
      ...costs,
    };
    this.draft.addTrade(row.row, side, trade, closed, this.#balance(row));
  }

  /** Reports a result after costs that its row contradicts, if no balance shows which of them is right. */
  #compareNet(row: CsvRow, stated: bigint, computed: bigint): void {
    const rounded = row.cells.some((cell) => /\d[.,]\d{3}/.test(cell)) ? 2n : 0n;
    const difference = stated > computed ? stated - computed : computed - stated;
    if (difference > rounded) this.draft.reportResult(row.row, computed, stated);
  }

  #readOperation(row: CsvRow, type: "balance" | "credit" | "correction" | "fee"): void {
    const time = this.#cells.timeOf(row);
    const amount = this.#cells.number(row, row.columns.profit);
    const ticket = this.#cells.ticketOf(row) || this.#deriveTicket(time, amount);
    if (!isName(ticket) || time === null || amount === null) {
      return this.draft.reportUnreadable(row, "its ticket, time or amount cannot be read");
    }
    const before = this.lastBalance?.amount ?? null;
    const balance = this.#balance(row);
    this.draft.addOperation({
      row: row.row,
      ticket,
      time,
      type,
      amount: this.#signed(
        row,
        toCents(amount),
        before === null || balance === null ? null : balance - before,
      ),
      balance,
      comment: row.cells[row.columns.comment ?? -1],
    });
  }

  /** Returns the amount of an operation with its sign, which some platforms do not print for what leaves the account. */
  #signed(row: CsvRow, cents: bigint, change: bigint | null): bigint {
    if (cents <= 0n || !this.#cells.isOutgoing(row)) return cents;
    if (change === cents || change === -cents) return change;
    if (this.#arePaymentsUnsigned) return -cents;
    if (!this.#cells.isWithdrawal(row)) this.#noteUnsigned(row, cents);
    return cents;
  }

  #noteUnsigned({ row }: CsvRow, cents: bigint): void {
    this.draft.note({
      code: "guessed_costs",
      message: `Row ${row} is a cost without a minus sign, and nothing in the file shows whether its sign is left out: ${sayAmount(cents)} was added to the balance.`,
      row,
      expected: null,
      actual: formatDecimal(cents),
    });
  }

  /** Whether the platform prints withdrawals, and so costs, without their sign. */
  #printsUnsigned(rows: CsvRow[]): boolean {
    const outgoing = rows.filter((row) => this.#cells.isOutgoing(row));
    const amountOf = (row: CsvRow) => this.#cells.printedAmount(row, row.columns.profit) ?? 0n;
    return (
      outgoing.some((row) => this.#cells.isWithdrawal(row) && amountOf(row) > 0n) &&
      outgoing.every((row) => amountOf(row) >= 0n)
    );
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

  #reportTime(row: CsvRow, name: string, column: number | undefined): void {
    const text = row.cells[column ?? -1] ?? "";
    if (text === "") return this.#reportCell(row, name, column);
    const what = `its ${name} "${text.slice(0, 40)}" is not a time with a four-digit year, such as 2026-01-05 09:30`;
    this.draft.reportUnreadable(row, what);
  }

  #balance(row: CsvRow): bigint | null {
    const amount = this.#cells.printedAmount(row, row.columns.balance);
    if (amount === null) {
      const text = row.cells[row.columns.balance ?? -1] ?? "";
      if (text !== "") this.draft.reportBalance(row.row, text);
      return null;
    }
    this.lastBalance = { row: row.row, amount };
    return amount;
  }
}

const isName = (text: string) => text !== "" && text.length <= MAX_NAME;
