import { currencyOf, isCurrency } from "./csv-account.ts";
import { offsetMinutes } from "./platform-values.rule.ts";

/** The columns of a table of trades or operations, by index; `undefined` if the file lacks the column. */
export interface CsvColumns {
  ticket: number | undefined;
  openTime: number;
  closeTime: number | undefined;
  /** The fills or orders that opened and closed the trade, in files that number them in place of trades. */
  fills: { opening: number; closing: number } | undefined;
  type: number | undefined;
  side: number | undefined;
  symbol: number | undefined;
  volume: number | undefined;
  openPrice: number | undefined;
  closePrice: number | undefined;
  commission: number | undefined;
  swap: number | undefined;
  fee: number | undefined;
  /** The columns whose sum is the fee, in files without a column for all fees. */
  feeParts: number[];
  profit: number;
  /** The result after costs, if the file also prints the one before costs as `profit`. */
  net: number | undefined;
  /** The sum of the results up to the row. */
  cumulated: number | undefined;
  balance: number | undefined;
  currency: number | undefined;
  login: number | undefined;
  comment: number | undefined;
  /** Such as `Filled` or `Rejected`. */
  status: number | undefined;
  /** Whether the header says that `profit` is the result after costs. */
  isNet: boolean;
  /** Whether the header says that `profit` is the result before costs. */
  isGross: boolean;
  /** Whether the header says that `cumulated` adds up results after costs. */
  isCumulatedNet: boolean;
  /** Whether the platform writes dates with the month first, whatever its language is. */
  isMonthFirst: boolean;
  /**
   * The columns of a short trade, in files that print a purchase and a sale in place of an opening and a closing; the
   * others are then those of a long one.
   */
  short: CsvColumns | undefined;
}

type CsvColumn = Exclude<
  keyof CsvColumns,
  "isNet" | "isGross" | "isCumulatedNet" | "isMonthFirst" | "fills" | "feeParts" | "short"
>;

const netNames = ["netprofit", "net", "netpl", "netpnl", "netprofitloss"];
const grossNames = ["grossprofit", "gross", "grosspl", "grosspnl", "grossprofitloss"];
const cumulatedNetNames = ["cumnetprofit", "cumulativenetprofit", "cumnetpl", "cumulativenetpl"];
/** How NinjaTrader divides the costs that are not commissions. */
const feePartNames = ["clearingfee", "exchangefee", "ipfee", "nfafee"];
/** Names of TopstepX and Tradovate. */
const monthFirstNames = ["enteredat", "boughttimestamp"];

/** The names that platforms use for a column, without spaces and punctuation. The first one found is used. */
const names: Record<CsvColumn, string[]> = {
  ticket: [
    "ticket",
    "ticketid",
    "ticketno",
    "ticketnumber",
    "order",
    "orderid",
    "deal",
    "dealid",
    "position",
    "positionid",
    "trade",
    "tradeid",
    "tradenumber",
    "transactionid",
    "id",
  ],
  openTime: [
    "opentime",
    "opendate",
    "opendatetime",
    "opened",
    "openedat",
    "openingtime",
    "openingdate",
    "entrytime",
    "entrydate",
    "enteredat",
    "timeopen",
    "boughttimestamp",
    "time",
    "date",
    "datetime",
    "transactiontime",
    "transactiondate",
    "createdat",
    "created",
    "open",
  ],
  closeTime: [
    "closetime",
    "closedate",
    "closedatetime",
    "closed",
    "closedat",
    "closingtime",
    "closingdate",
    "exittime",
    "exitdate",
    "exitedat",
    "timeclose",
    "soldtimestamp",
    "close",
  ],
  type: ["type", "action", "tradetype", "transactiontype", "operationtype", "operation"],
  side: [
    "side",
    "direction",
    "openingdirection",
    "tradeside",
    "buysell",
    "marketpos",
    "marketposition",
    "positionside",
    "entrybuysell",
  ],
  symbol: [
    "symbol",
    "item",
    "instrument",
    "contractname",
    "contract",
    "market",
    "pair",
    "asset",
    "ticker",
  ],
  volume: [
    "volume",
    "lots",
    "lot",
    "lotsize",
    "size",
    "quantity",
    "qty",
    "closingquantity",
    "pairedqty",
    "fillsize",
    "contracts",
    "unitslots",
    "units",
  ],
  openPrice: [
    "openprice",
    "openingprice",
    "openrate",
    "openedprice",
    "entryprice",
    "priceopen",
    "avgentryprice",
    "avgopenprice",
    "buyprice",
    "entry",
    "price",
    "open",
  ],
  closePrice: [
    "closeprice",
    "closingprice",
    "closerate",
    "closedprice",
    "exitprice",
    "priceclose",
    "avgexitprice",
    "avgcloseprice",
    "sellprice",
    "exit",
    "close",
  ],
  commission: ["commission", "commissions", "commis", "commissionfees"],
  swap: ["swap", "swaps", "rollover", "overnightfee", "overnightfees", "financing"],
  fee: ["fee", "fees", "taxes", "tax"],
  profit: [
    "profit",
    ...grossNames,
    "pl",
    "pnl",
    "profitloss",
    "realizedpl",
    "realizedpnl",
    "realizedprofit",
    "realisedpl",
    "realisedpnl",
    "realisedprofit",
    "tradepl",
    "closedpl",
    "closedpnl",
    "amount",
    ...netNames,
    "result",
  ],
  net: netNames,
  cumulated: [...cumulatedNetNames, "cumprofit", "cumulativeprofit", "cumpl", "cumulativepl"],
  balance: ["balance", "runningbalance", "accountbalance", "balanceafter"],
  currency: ["currency"],
  login: ["login", "account", "accountid", "accountnumber", "accountno", "accountlogin"],
  comment: ["comment", "ordercomment", "details", "description"],
  status: ["status"],
};

const known = new Set(Object.values(names).flat());

/** What may follow the name of a column: `Open Time (UTC+3)`, `Opening time UTC`, `Gross CZK`, `Volume (lots)`. */
const UNIT = /\s*(?:[([]([^)\]]*)[)\]]?|\b((?:utc|gmt)\b.*)|\b([A-Z]{3,4}))$/i;
const OFFSET = /^(?:utc|gmt)\s*(?:([+\-\u2212])([01]?\d|2[0-3])(?::?([0-5]\d))?)?$/i;

/** Profits and costs are also printed in units that are no money, beside the amounts. */
const NO_MONEY = /%|\b(?:pips?|points?|pts|ticks?|percent)\b/i;

/** A name as it is compared, and the unit that follows it. */
interface ColumnName {
  name: string;
  unit: string | undefined;
}

function readName(cell: string): ColumnName {
  const text = cell.trim();
  const whole = lettersOf(text);
  if (NO_MONEY.test(text)) return { name: "", unit: undefined };
  const [ending, ...units] = UNIT.exec(text) ?? [];
  if (ending === undefined || known.has(whole))
    return { name: whole, unit: /[€£]/.exec(text)?.[0] };
  const unit = units.find((group) => group !== undefined)!.trim();
  const isUnit = /[([]/.test(ending) || OFFSET.test(unit) || isCurrency(unit.toUpperCase());
  return isUnit
    ? { name: lettersOf(text.slice(0, -ending.length).replace(/[([].*/, "")), unit }
    : { name: whole, unit: undefined };
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "");

/** What a header states besides the names of its columns. */
export interface CsvHeader {
  columns: CsvColumns;
  /** What is printed behind the names of times. */
  zones: string[];
  /** The currencies that are printed behind the names of amounts. */
  currencies: string[];
  /** Further columns that look like costs, which are not read, because they may be parts or sums of the others. */
  unreadCosts: { column: number; name: string }[];
}

/** What a column of costs is called, such as `Exchange Fee` or `Opening commission`. */
const COST =
  /^(?:commission|fee|swap|tax)|(?:commissions?|fees?|swaps?|tax(?:es)?|rollover|financing|charges?)$/;

/** @returns `undefined` if the line does not name all required columns */
export function readHeader(line: string[]): CsvHeader | undefined {
  const cells = line.map(readName);
  const named = findColumns(cells);
  if (missingOf(named).length > 0) return undefined;
  const unitOf = (column: number | undefined) => cells[column ?? -1]?.unit;
  const unitsOf = (...columns: (number | undefined)[]) =>
    columns.map(unitOf).filter((unit) => unit !== undefined);
  return {
    columns: completeColumns(named, cells),
    zones: unitsOf(named.openTime, named.closeTime),
    currencies: unitsOf(named.profit, named.net, named.balance).map(currencyOf).filter(isCurrency),
    unreadCosts: line.flatMap((name, column) => {
      const isRead = [...Object.values(named), ...named.feeParts].includes(column);
      return !isRead && COST.test(cells[column]!.name) ? [{ column, name }] : [];
    }),
  };
}

/** The pattern of a time, such as `dd.mm.yyyy hh:mm:ss`, which may be printed in place of its zone. */
const TIME_PATTERN = /^[dmyhs\W]*$/i;

/** The zone of the times in a file. */
export interface CsvZone {
  /** How many minutes the times are ahead of UTC; `null` if the file does not say. */
  offset: number | null;
  /** What the file says about the zone, if that is not one offset; `null` if it is. */
  unreadZone: string | null;
}

/** Reads what is printed behind the names of times or above the header. */
export function zoneOf(units: string[]): CsvZone {
  const stated = new Set(units.filter((unit) => !TIME_PATTERN.test(unit)));
  const offsets = new Set([...stated].map(offsetOf));
  const [offset = null] = offsets;
  return offsets.size > 1 || (offset === null && stated.size > 0)
    ? { offset: null, unreadZone: [...stated].join(", ") }
    : { offset, unreadZone: null };
}

/** @returns minutes; `null` if the unit of a time is not an offset */
function offsetOf(unit: string): number | null {
  const [matched, ...parts] = OFFSET.exec(unit) ?? [];
  return matched === undefined ? null : offsetMinutes(parts);
}

/** Finds the first line that names all required columns. */
export function findHeader(lines: string[][]): { index: number; header: CsvHeader } | undefined {
  for (const [index, line] of lines.entries()) {
    const header = readHeader(line);
    if (header) return { index, header };
  }
  return undefined;
}

/** @returns what the line with the most known columns lacks to be a header; `undefined` if none is like one */
export function missingFrom(lines: string[][]): { line: number; missing: string[] } | undefined {
  const candidates = lines.map((cells, index) => {
    const columns = findColumns(cells.map(readName));
    const count = Object.values(columns).filter((column) => column !== undefined).length;
    return { line: index + 1, count, missing: missingOf(columns) };
  });
  const best = candidates.reduce((one, other) => (other.count > one.count ? other : one));
  return best.count >= SIMILAR ? best : undefined;
}

/** A line that names so many columns is a header of trades or orders. */
const SIMILAR = 4;

interface NamedColumns
  extends Record<CsvColumn, number | undefined>, Pick<CsvColumns, "fills" | "feeParts"> {
  /** Whether the file prints a purchase and a sale in place of an opening and a closing. */
  isPair: true | undefined;
}

function missingOf(columns: NamedColumns): string[] {
  const { ticket, fills, openTime, profit, type, side, isPair } = columns;
  const needed = {
    ticket: ticket ?? fills ?? (isListOfOperations(columns) ? true : undefined),
    "open time": openTime,
    type: type ?? side ?? isPair,
    profit,
  };
  return Object.entries(needed).flatMap(([name, column]) => (column === undefined ? [name] : []));
}

/** Deposits and withdrawals, which some platforms export without tickets. */
function isListOfOperations({ type, symbol, side, volume, openPrice }: NamedColumns): boolean {
  const ofTrades = [symbol, side, volume, openPrice];
  return type !== undefined && ofTrades.every((column) => column === undefined);
}

/** @param line the names in a line, as `readName` returns them */
function findColumns(line: ColumnName[]): NamedColumns {
  const cells = line.map(({ name }) => name);
  // Of amounts in several currencies, those in the currency of the balance change it.
  const currency = line.find(({ name }) => names.balance.includes(name))?.unit;
  const inCurrency = line.map(({ name, unit }) => (unit === currency ? name : ""));
  const indexOf = (alias: string) =>
    inCurrency.includes(alias) ? inCurrency.indexOf(alias) : cells.indexOf(alias);
  const taken = new Set<number>();
  const columns = Object.fromEntries(
    Object.entries(names).map(([column, aliases]) => {
      const index = aliases.map(indexOf).find((at) => at >= 0 && !taken.has(at));
      if (index !== undefined) taken.add(index);
      return [column, index];
    }),
  ) as Record<CsvColumn, number | undefined>;
  takeRepeatedPrice(cells, columns, "price", "closePrice");
  takeRepeatedPrice(cells, columns, "time", "closeTime");
  const gross = cells.findIndex((cell) => grossNames.includes(cell));
  // Beside a result before costs, a profit is the one after them.
  if (gross >= 0 && gross !== columns.profit && columns.net === undefined)
    Object.assign(columns, { profit: gross, net: columns.profit });
  const amount = cells.indexOf("amount");
  if (amount >= 0 && !taken.has(amount)) columns.volume ??= amount;
  // A column for all fees may be the sum of the others.
  const feeParts = columns.fee === undefined ? feePartNames.map((name) => cells.indexOf(name)) : [];
  return { ...columns, feeParts: feeParts.filter((at) => at >= 0), ...readPair(cells) };
}

/**
 * Reads the columns of a purchase and a sale, whose order in time distinguishes long from short trades, or those of the
 * orders that opened and closed a trade.
 */
function readPair(cells: string[]): Pick<NamedColumns, "fills" | "isPair"> {
  const isPair = cells.includes("boughttimestamp") && cells.includes("soldtimestamp");
  const orders = isPair ? ["buyfillid", "sellfillid"] : ["entryordernumber", "exitordernumber"];
  const [opening = -1, closing = -1] = orders.map((name) => cells.indexOf(name));
  return {
    fills: opening >= 0 && closing >= 0 ? { opening, closing } : undefined,
    isPair: isPair || undefined,
  };
}

function completeColumns({ isPair, ...named }: NamedColumns, cells: ColumnName[]): CsvColumns {
  const hasName = (column: number | undefined, wanted: string[]) =>
    column !== undefined && wanted.includes(cells[column]!.name);
  const columns: CsvColumns = {
    ...named,
    // A position has the same id in all its rows.
    ticket: named.fills ? undefined : named.ticket,
    openTime: named.openTime!,
    profit: named.profit!,
    isNet: hasName(named.profit, netNames),
    isGross: hasName(named.profit, grossNames),
    isCumulatedNet: hasName(named.cumulated, cumulatedNetNames),
    isMonthFirst: hasName(named.openTime, monthFirstNames),
    short: undefined,
  };
  if (!isPair) return columns;
  const { openTime, closeTime, openPrice, closePrice, fills } = columns;
  const short = {
    ...columns,
    openTime: closeTime!,
    closeTime: openTime,
    openPrice: closePrice,
    closePrice: openPrice,
    fills: fills && { opening: fills.closing, closing: fills.opening },
  };
  return { ...columns, short };
}

/** MetaTrader gives the opening and the closing column the same name; the second one is the closing column. */
function takeRepeatedPrice(
  cells: string[],
  columns: Record<CsvColumn, number | undefined>,
  name: string,
  column: "closePrice" | "closeTime",
): void {
  const second = cells.indexOf(name, cells.indexOf(name) + 1);
  if (columns[column] === undefined && cells.includes(name) && second > 0) columns[column] = second;
}
