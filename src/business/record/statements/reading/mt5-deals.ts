import { OpenPositions } from "../../../rulebook/timeline/open-positions.rule.ts";
import {
  compareWithinInstant,
  netOf,
  parseVolume,
} from "../../../rulebook/timeline/trading-record.rule.ts";
import type { ZoneClock } from "../../../../platform/time/local-time.rule.ts";
import {
  countFilled,
  type DealColumns,
  dealColumnsOf,
  directions,
  type Figures,
  isDeal,
  isEntry,
  isHeading,
  type OperationType,
  operationTypes,
  readFigures,
} from "./mt5-columns.ts";
import { findPositions, type PositionedDeal, type PositionRow } from "./mt5-positions.ts";
import {
  addAmounts,
  isBlank,
  isLabel,
  noAmounts,
  type ParsedStatement,
  type StatedTotal,
  type StatementDeal,
  type StatementRow,
  type TradeAmounts,
} from "./statement.ts";
import {
  isPlatformTime,
  parsePlatformNumber,
  parsePlatformTime,
  parsePlatformVolume,
  toCents,
} from "./platform-values.rule.ts";
import { StatementDraft } from "./statement-draft.ts";

/**
 * Reads the deals and operations of a report, and the totals below them. MetaTrader 5 translates titles and headings, but
 * never the types and directions of deals. Rows are therefore recognised by their shape, and columns by their number.
 */
export class DealReader {
  readonly draft: StatementDraft;
  readonly totals: StatedTotal[] = [];
  closingBalance: ParsedStatement["closingBalance"] = null;
  readonly #clock: ZoneClock;
  readonly #rows: StatementRow[];
  readonly #columns: DealColumns;
  /** The headings of tables that contain deals. */
  readonly #headings: Set<StatementRow>;
  /** One for each deal of the draft. */
  readonly #sought: PositionedDeal[] = [];
  readonly #sums: TradeAmounts = { ...noAmounts };
  /** The sums of the balance operations, and the sum of the credits, which are not among them. */
  readonly #booked: TradeAmounts = { ...noAmounts };
  #credited = 0n;
  /** Whether the rows belong to the Deals table, in which every row is a record or the totals. */
  #isAmongDeals = false;

  constructor(rows: StatementRow[], clock: ZoneClock) {
    this.#clock = clock;
    this.#rows = rows;
    this.draft = new StatementDraft(clock);
    this.#headings = headingsOfDeals(rows);
    const [heading] = this.#headings;
    this.#columns = dealColumnsOf(rows, heading?.cells);
  }

  /** Whether a deal has a running balance, which every build prints; without one, a summary proves nothing. */
  get isFollowed(): boolean {
    const { deals, operations } = this.draft;
    return this.closingBalance !== null || deals.length + operations.length === 0;
  }

  readAll(): void {
    for (const row of this.#rows) this.#read(row);
  }

  #read(row: StatementRow): void {
    const { cells } = row;
    if (isDeal(cells)) {
      this.#isAmongDeals = true;
      this.#readDeal(row);
    } else if (isHeading(cells)) this.#isAmongDeals = this.#headings.has(row);
    else if (!this.#isAmongDeals) {
      if (isCancelledOrder(cells)) this.draft.cancelledOrders += 1;
    } else if (isEndOfTable(cells) || this.#readTotals(row)) this.#isAmongDeals = false;
    else this.#reportUnreadable(row);
  }

  /** Finds the positions of all deals, and counts the trades. Must be called after the last row was read. */
  assignPositions(rows: PositionRow[], isNetting: boolean): void {
    const { deals } = this.draft;
    const guessed = new Set<PositionedDeal>();
    const positions = findPositions(this.#sought, rows, isNetting, (deal) => guessed.add(deal));
    for (const [index, deal] of deals.entries()) deal.position = positions[index]!;
    this.#noteGuesses(guessed);
    this.#orderTimes();
    const open = new OpenPositions();
    for (const deal of deals.toSorted((a, b) => a.time - b.time || compareWithinInstant(a, b)))
      open.apply(deal);
    const traded = [...new Set(positions)];
    this.draft.openTrades = traded.filter((position) => open.volumeOf(position) > 0n).length;
    this.draft.closedTrades = traded.length - this.draft.openTrades;
  }

  #noteGuesses(guessed: ReadonlySet<PositionedDeal>): void {
    const [first, ...others] = this.draft.deals.filter((_, at) => guessed.has(this.#sought[at]!));
    if (!first) return;
    const { row, ticket, position } = first;
    const more = others.length > 0 ? ` The same holds for ${others.length} more.` : "";
    this.draft.note({
      code: "guessed_position",
      message: `Row ${row}: deal ${ticket} closed a part of one of several open positions, and the report does not show which. It counts for position ${position}.${more} The balance does not depend on it, but the results of these trades do.`,
      row,
      expected: null,
      actual: position,
    });
  }

  /** Resolves the times of deals that close a position before the deal that opened it. */
  #orderTimes(): void {
    const { deals } = this.draft;
    const openings = new Map<string, StatementDeal>();
    for (const deal of deals)
      if (deal.entry === "in" && !openings.has(deal.position)) openings.set(deal.position, deal);
    for (const deal of deals) {
      const opening = openings.get(deal.position);
      if (deal.entry === "in" || !opening || deal.time >= opening.time) continue;
      const times = this.draft.orderTimes(deal.row, opening.time, deal.time);
      opening.time = times.opened;
      deal.time = times.closed;
    }
  }

  #readDeal(row: StatementRow): void {
    const { cells } = row;
    const time = parsePlatformTime(cells[0]!, this.#clock);
    const figures = readFigures(cells, this.#columns);
    if (time === null || !figures) {
      return this.draft.reportUnreadable(row, "its time or one of its amounts cannot be read");
    }
    const type = cells[3]!.toLowerCase();
    if (type === "buy" || type === "sell") this.#addDeal(row, type, time, figures);
    else this.#addOperation(row, operationTypes[type as OperationType], time, figures);
    const text = cells[this.#columns.balance] ?? "";
    if (figures.balance !== null) this.closingBalance = { row: row.row, amount: figures.balance };
    else if (text !== "") this.draft.reportBalance(row.row, text);
  }

  #addDeal(row: StatementRow, side: "buy" | "sell", time: number, figures: Figures): void {
    const { cells } = row;
    const entry = directions[cells[4]!.toLowerCase() as keyof typeof directions];
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
    addAmounts(this.#sums, amounts);
    this.draft.addStep({ row: row.row, change: netOf(amounts), balance });
  }

  #addOperation(
    { row, cells }: StatementRow,
    type: (typeof operationTypes)[OperationType],
    time: number,
    { balance, ...amounts }: Figures,
  ): void {
    const amount = netOf(amounts);
    if (type === "credit") this.#credited += amounts.profit;
    else addAmounts(this.#booked, amounts);
    const comment = cells[this.#columns.balance + 1];
    this.draft.addOperation({ row, ticket: cells[1]!, time, type, amount, balance, comment });
  }

  /**
   * Reads the first row below the deals that has figures in their columns and nothing before them.
   * @returns whether the row is one
   */
  #readTotals({ row, cells }: StatementRow): boolean {
    const columns = this.#columns;
    const stated = sumNames.flatMap((name) => {
      const text = cells[columns[name] ?? -1] ?? "";
      const number = text === "" ? null : parsePlatformNumber(text);
      return number === null ? [] : [{ name, amount: toCents(number) }];
    });
    if (stated.length < 3 || !cells.slice(0, 8).every(isBlank)) return false;
    for (const { name, amount } of stated) {
      const traded = this.#sums[name];
      // Some builds add up the whole column, including balance operations and credits.
      const booked = traded + this.#booked[name];
      const whole = name === "profit" ? booked + this.#credited : booked;
      const computed = [booked, whole].find((sum) => sum === amount) ?? traded;
      this.totals.push({ row, name, stated: amount, computed });
    }
    return true;
  }

  #reportUnreadable(row: StatementRow): void {
    const [time, ticket = "", , type = "", direction = ""] = row.cells;
    if (!isPlatformTime(time)) return this.draft.reportUnreadable(row, "its time cannot be read");
    if (!isEntry(row.cells)) {
      return this.draft.reportUnreadable(row, `its ticket "${ticket.slice(0, 40)}" cannot be read`);
    }
    if (!/^(?:buy|sell)$/i.test(type)) return this.draft.reportUnknownType(row, type);
    this.draft.reportUnreadable(row, `its direction "${direction.slice(0, 40)}" cannot be read`);
  }
}

const sumNames = ["commission", "fee", "swap", "profit"] as const;

/** Returns whether a row is blank, the title of another table, or the first line of the summary. */
const isEndOfTable = (cells: string[]) =>
  isLabel(cells[0]) || (countFilled(cells) < 2 && !isPlatformTime(cells[0]));

/** Returns the nearest heading above each deal. */
function headingsOfDeals(rows: StatementRow[]): Set<StatementRow> {
  const headings = new Set<StatementRow>();
  let heading: StatementRow | undefined;
  for (const row of rows) {
    if (isHeading(row.cells)) heading = row;
    else if (heading && isDeal(row.cells)) headings.add(heading);
  }
  return headings;
}

/**
 * Open time, order, symbol, type, volume, price, S/L, T/P, time, state. Of an order that was not executed, the volume is
 * `0 / 0.50` in every language.
 */
function isCancelledOrder(cells: string[]): boolean {
  const [, , , type = "", volume = "", , , , closed, state = ""] = cells;
  return (
    isEntry(cells) &&
    isPlatformTime(closed) &&
    /^(?:buy|sell)\b/i.test(type) &&
    (/^0(?:\.0+)? \/ /.test(volume) || /^(?:cancel|expire|reject)/i.test(state))
  );
}
