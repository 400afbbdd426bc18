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
  balance: number | undefined;
}

/** The names that platforms use for a column, without spaces and punctuation. The first one found is used. */
const names: Record<keyof CsvColumns, string[]> = {
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
  side: ["side", "direction", "openingdirection", "tradeside", "buysell"],
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
    "amount",
    "netprofit",
    "net",
    "netpl",
    "netpnl",
    "result",
  ],
  balance: ["balance", "runningbalance", "accountbalance"],
};

/** What may follow the name of a column: `Open Time (UTC)`, `Opening time UTC+1`, `Profit USD`. */
const UNIT = /\s*(?:[([].*|\b(?:utc|gmt)\b.*|\b(?:usd|eur|gbp|chf|jpy|aud|cad|nzd|usdt|usdc))$/;

const required = ["ticket", "openTime", "profit"] as const;

/** Finds the first line that names all required columns. */
export function findHeader(lines: string[][]): { index: number; columns: CsvColumns } | undefined {
  for (const [index, line] of lines.entries()) {
    const columns = readHeader(line);
    if (columns) return { index, columns };
  }
  return undefined;
}

function readHeader(line: string[]): CsvColumns | undefined {
  const cells = line.map((cell) => {
    const name = cell.toLowerCase().trim();
    return name.replace(UNIT, "").replaceAll(/[^a-z]/g, "");
  });
  const taken = new Set<number>();
  const columns = Object.fromEntries(
    Object.entries(names).map(([column, aliases]) => {
      const index = aliases
        .map((alias) => cells.indexOf(alias))
        .find((at) => at >= 0 && !taken.has(at));
      if (index !== undefined) taken.add(index);
      return [column, index];
    }),
  ) as Record<keyof CsvColumns, number | undefined>;
  takeRepeatedPrice(cells, columns, "price", "closePrice");
  takeRepeatedPrice(cells, columns, "time", "closeTime");
  const type = columns.type ?? columns.side;
  if (type === undefined || required.some((column) => columns[column] === undefined))
    return undefined;
  return { ...(columns as CsvColumns), type, symbol: columns.symbol ?? -1 };
}

/** MetaTrader gives the opening and the closing column the same name; the second one is the closing column. */
function takeRepeatedPrice(
  cells: string[],
  columns: Record<keyof CsvColumns, number | undefined>,
  name: string,
  column: "closePrice" | "closeTime",
): void {
  const second = cells.indexOf(name, cells.indexOf(name) + 1);
  if (columns[column] === undefined && cells.includes(name) && second > 0) columns[column] = second;
}
