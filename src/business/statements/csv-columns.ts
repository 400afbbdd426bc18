/** The columns of a table of trades, by index; `undefined` if the file lacks the column. */
export interface CsvColumns {
  ticket: number;
  openTime: number;
  closeTime: number | undefined;
  type: number;
  side: number | undefined;
  symbol: number;
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
  /** Whether `profit` is the result after costs. */
  isNet: boolean;
}

type CsvColumn = Exclude<keyof CsvColumns, "isNet">;

const netNames = ["netprofit", "net", "netpl", "netpnl"];

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
    "timeopen",
    "time",
    "date",
    "datetime",
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
    "timeclose",
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
  symbol: ["symbol", "item", "instrument", "market", "pair"],
  volume: [
    "volume",
    "lots",
    "lot",
    "lotsize",
    "size",
    "quantity",
    "qty",
    "closingquantity",
    "contracts",
  ],
  openPrice: [
    "openprice",
    "openingprice",
    "openrate",
    "openedprice",
    "entryprice",
    "priceopen",
    "entry",
    "price",
  ],
  closePrice: [
    "closeprice",
    "closingprice",
    "closerate",
    "closedprice",
    "exitprice",
    "priceclose",
    "exit",
  ],
  commission: ["commission", "commissions", "commis"],
  swap: ["swap", "swaps", "rollover", "financing"],
  fee: ["fee", "fees", "taxes", "tax"],
  profit: [
    "profit",
    "grossprofit",
    "gross",
    "grosspl",
    "grosspnl",
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
};

/** What may follow the name of a column: `Open Time (UTC)`, `Opening time UTC+1`, `Profit USD`. */
const UNIT = /\s*(?:[([].*|\b(?:utc|gmt)\b.*|\b(?:usd|eur|gbp|chf|jpy|aud|cad|nzd|usdt|usdc))$/;

/** Finds the first line that names all required columns. */
export function findHeader(lines: string[][]): { index: number; columns: CsvColumns } | undefined {
  for (const [index, line] of lines.entries()) {
    const columns = readHeader(line);
    if (columns) return { index, columns };
  }
  return undefined;
}

/** @returns what the line with the most known columns lacks to be a header; `undefined` if none is like one */
export function missingFrom(lines: string[][]): { line: number; missing: string[] } | undefined {
  const candidates = lines.map((cells, index) => {
    const columns = findColumns(cells.map(nameOf));
    const count = Object.values(columns).filter((column) => column !== undefined).length;
    return { line: index + 1, count, missing: missingOf(columns) };
  });
  const best = candidates.reduce((one, other) => (other.count > one.count ? other : one));
  return best.count >= SIMILAR ? best : undefined;
}

/** A line that names so many columns is a header of trades or orders. */
const SIMILAR = 4;

type FoundColumns = Record<CsvColumn, number | undefined>;

function missingOf({ ticket, openTime, profit, type, side }: FoundColumns): string[] {
  const needed = { ticket, "open time": openTime, type: type ?? side, profit };
  return Object.entries(needed).flatMap(([name, column]) => (column === undefined ? [name] : []));
}

const nameOf = (cell: string) =>
  cell
    .toLowerCase()
    .trim()
    .replace(UNIT, "")
    .replaceAll(/[^a-z]/g, "");

/** @param cells the names in a line, as `nameOf` returns them */
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
  ) as FoundColumns;
  takeRepeatedPrice(cells, columns, "price", "closePrice");
  takeRepeatedPrice(cells, columns, "time", "closeTime");
  const amount = cells.indexOf("amount");
  if (amount >= 0 && !taken.has(amount)) columns.volume ??= amount;
  return columns;
}

function readHeader(line: string[]): CsvColumns | undefined {
  const cells = line.map(nameOf);
  const columns = findColumns(cells);
  if (missingOf(columns).length > 0) return undefined;
  // Results that are added up are after costs.
  const isNet = netNames.includes(cells[columns.profit!]!) || cells.includes("cumnetprofit");
  const type = columns.type ?? columns.side!;
  return { ...(columns as CsvColumns), type, symbol: columns.symbol ?? -1, isNet };
}

/** MetaTrader gives the opening and the closing column the same name; the second one is the closing column. */
function takeRepeatedPrice(
  cells: string[],
  columns: FoundColumns,
  name: string,
  column: "closePrice" | "closeTime",
): void {
  const second = cells.indexOf(name, cells.indexOf(name) + 1);
  if (columns[column] === undefined && cells.includes(name) && second > 0) columns[column] = second;
}
