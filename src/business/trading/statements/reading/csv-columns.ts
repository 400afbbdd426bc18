import { offsetMinutes } from "./platform-time.rule.ts";

/** The columns of a table of trades or operations, by index; `undefined` if the file lacks the column. */
export interface CsvColumns {
  ticket: number | undefined;
  openTime: number;
  closeTime: number | undefined;
  /** The fills that opened and closed the trade, in files that number fills in place of trades. */
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
  profit: number;
  /** The result after costs, if the file also prints the one before costs as `profit`. */
  net: number | undefined;
  balance: number | undefined;
  currency: number | undefined;
  comment: number | undefined;
  /** Such as `Filled` or `Rejected`. */
  status: number | undefined;
  /** Whether the header says that `profit` is the result after costs. */
  isNet: boolean;
  /** Whether the header says that `profit` is the result before costs. */
  isGross: boolean;
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
  "isNet" | "isGross" | "isMonthFirst" | "fills" | "short"
>;

const netNames = ["netprofit", "net", "netpl", "netpnl"];
const grossNames = ["grossprofit", "gross", "grosspl", "grosspnl"];
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
  type: ["type", "action", "tradetype"],
  side: [
    "side",
    "direction",
    "openingdirection",
    "tradeside",
    "buysell",
    "marketpos",
    "marketposition",
  ],
  symbol: ["symbol", "item", "instrument", "contractname", "contract", "market", "pair"],
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
    "sellprice",
    "exit",
    "close",
  ],
  commission: ["commission", "commissions", "commis"],
  swap: ["swap", "swaps", "rollover", "financing"],
  fee: ["fee", "fees", "taxes", "tax"],
  profit: [
    "profit",
    ...grossNames,
    "pl",
    "pnl",
    "profitloss",
    "realizedpl",
    "realizedpnl",
    "amount",
    ...netNames,
    "result",
  ],
  net: netNames,
  balance: ["balance", "runningbalance", "accountbalance"],
  currency: ["currency"],
  comment: ["comment", "ordercomment", "details", "description"],
  status: ["status"],
};

const known = new Set(Object.values(names).flat());
const currencies = new Set([...Intl.supportedValuesOf("currency"), "USDT", "USDC"]);

/** What may follow the name of a column: `Open Time (UTC+3)`, `Opening time UTC`, `Gross CZK`, `Volume (lots)`. */
const UNIT = /\s*(?:[([]([^)\]]*)[)\]]?|\b((?:utc|gmt)\b.*)|\b([A-Z]{3,4}))$/i;
const OFFSET = /^(?:utc|gmt)\s*(?:([+-])([01]?\d|2[0-3])(?::?([0-5]\d))?)?$/i;

/** A name as it is compared, and the unit that follows it. */
interface ColumnName {
  name: string;
  unit: string | undefined;
}

function readName(cell: string): ColumnName {
  const text = cell.trim();
  const whole = lettersOf(text);
  const [ending, ...units] = UNIT.exec(text) ?? [];
  if (ending === undefined || known.has(whole)) return { name: whole, unit: undefined };
  const unit = units.find((found) => found !== undefined)!.trim();
  const isUnit = /[([]/.test(ending) || OFFSET.test(unit) || currencies.has(unit.toUpperCase());
  return isUnit
    ? { name: lettersOf(text.slice(0, -ending.length).replace(/[([].*/, "")), unit }
    : { name: whole, unit: undefined };
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "");

/** What a header states besides the names of its columns. */
export interface CsvHeader {
  columns: CsvColumns;
  /** How many minutes the times are ahead of UTC; `null` if the header does not say. */
  offset: number | null;
  /** What the header says about the zone of the times, if that is not one offset; `null` if it is. */
  unreadZone: string | null;
  /** The currency of the amounts; `null` if the header names none or several. */
  currency: string | null;
}

/** @returns `undefined` if the line does not name all required columns */
export function readHeader(line: string[]): CsvHeader | undefined {
  const cells = line.map(readName);
  const found = findColumns(cells.map(({ name }) => name));
  if (missingOf(found).length > 0) return undefined;
  const unitOf = (column: number | undefined) => cells[column ?? -1]?.unit;
  const amounts = [found.profit, found.net, found.balance].map((column) =>
    unitOf(column)?.toUpperCase(),
  );
  const stated = new Set(amounts.filter((unit) => unit !== undefined && currencies.has(unit)));
  return {
    columns: completeColumns(found, cells),
    ...zoneOf([found.openTime, found.closeTime].map(unitOf)),
    currency: stated.size === 1 ? [...stated][0]! : null,
  };
}

/** The pattern of a time, such as `dd.mm.yyyy hh:mm:ss`, which may be printed in place of its zone. */
const TIME_PATTERN = /^[dmyhs\W]*$/i;

/** Reads what is printed behind the names of times. */
function zoneOf(units: (string | undefined)[]): Pick<CsvHeader, "offset" | "unreadZone"> {
  const stated = new Set(units.filter((unit) => unit !== undefined && !TIME_PATTERN.test(unit)));
  const offsets = new Set([...stated].map((unit) => offsetOf(unit!)));
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
    const columns = findColumns(cells.map((cell) => readName(cell).name));
    const count = Object.values(columns).filter((column) => column !== undefined).length;
    return { line: index + 1, count, missing: missingOf(columns) };
  });
  const best = candidates.reduce((one, other) => (other.count > one.count ? other : one));
  return best.count >= SIMILAR ? best : undefined;
}

/** A line that names so many columns is a header of trades or orders. */
const SIMILAR = 4;

interface FoundColumns extends Record<CsvColumn, number | undefined>, Pick<CsvColumns, "fills"> {
  /** Whether the file prints a purchase and a sale in place of an opening and a closing. */
  isPair: true | undefined;
}

function missingOf(columns: FoundColumns): string[] {
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
function isListOfOperations({ type, symbol, side, volume, openPrice }: FoundColumns): boolean {
  const ofTrades = [symbol, side, volume, openPrice];
  return type !== undefined && ofTrades.every((column) => column === undefined);
}

/** @param cells the names in a line, as `readName` returns them */
function findColumns(cells: string[]): FoundColumns {
  const taken = new Set<number>();
  const columns = Object.fromEntries(
    Object.entries(names).map(([column, aliases]) => {
      const index = aliases
        .map((alias) => cells.indexOf(alias))
        .find((at) => at >= 0 && !taken.has(at));
      if (index !== undefined) taken.add(index);
      return [column, index];
    }),
  ) as Record<CsvColumn, number | undefined>;
  takeRepeatedPrice(cells, columns, "price", "closePrice");
  takeRepeatedPrice(cells, columns, "time", "closeTime");
  const amount = cells.indexOf("amount");
  if (amount >= 0 && !taken.has(amount)) columns.volume ??= amount;
  return { ...columns, ...readPair(cells) };
}

/** Reads the columns of a purchase and a sale, whose order in time distinguishes long from short trades. */
function readPair(cells: string[]): Pick<FoundColumns, "fills" | "isPair"> {
  const isPair = cells.includes("boughttimestamp") && cells.includes("soldtimestamp");
  const [bought, sold] = [cells.indexOf("buyfillid"), cells.indexOf("sellfillid")];
  const hasFills = isPair && bought >= 0 && sold >= 0;
  return {
    fills: hasFills ? { opening: bought, closing: sold } : undefined,
    isPair: isPair || undefined,
  };
}

function completeColumns({ isPair, ...found }: FoundColumns, cells: ColumnName[]): CsvColumns {
  const hasName = (column: number | undefined, wanted: string[]) =>
    column !== undefined && wanted.includes(cells[column]!.name);
  const columns: CsvColumns = {
    ...found,
    // A position has the same id in all its rows.
    ticket: found.fills ? undefined : found.ticket,
    openTime: found.openTime!,
    profit: found.profit!,
    // Results that are added up are after costs.
    isNet: hasName(found.profit, netNames) || cells.some(({ name }) => name === "cumnetprofit"),
    isGross: hasName(found.profit, grossNames),
    isMonthFirst: hasName(found.openTime, monthFirstNames),
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
