import {
  balanceChanges,
  closingBalance,
  type DemoStatement,
  type DemoTrade,
  printAmount,
  timePrinter,
} from "./demo-statement.ts";

/** A trade history report of MetaTrader 5 as rows of texts; the HTML and XLSX files contain the same rows. */
export interface Mt5Report {
  title: string;
  heading: string;
  /** Label and value, above the tables. */
  header: [string, string][];
  tables: { title: string; columns: string[]; rows: string[][] }[];
  results: [string, string][];
}

const positionColumns = [
  "Time",
  "Position",
  "Symbol",
  "Type",
  "Volume",
  "Price",
  "S / L",
  "T / P",
  "Time",
  "Price",
  "Commission",
  "Swap",
  "Profit",
];
const orderColumns = [
  "Open Time",
  "Order",
  "Symbol",
  "Type",
  "Volume",
  "Price",
  "S / L",
  "T / P",
  "Time",
  "State",
  "Comment",
];
const dealColumns = [
  "Time",
  "Deal",
  "Symbol",
  "Type",
  "Direction",
  "Volume",
  "Price",
  "Order",
  "Commission",
  "Fee",
  "Swap",
  "Profit",
  "Balance",
  "Comment",
];

const HEADING = "Trade History Report";

export function mt5Report(statement: DemoStatement): Mt5Report {
  const { login, name, currency, company } = statement;
  const print = timePrinter(statement.timeZone);
  const balance = printAmount(closingBalance(statement));
  return {
    title: `${login}: ${name} - ${HEADING}`,
    heading: HEADING,
    header: [
      ["Name:", name],
      ["Account:", `${login} (${currency}, ${company}-Live, real, Hedge)`],
      ["Company:", company],
      ["Date:", print(statement.printedAt).slice(0, 16)],
    ],
    tables: [
      { title: "Positions", columns: positionColumns, rows: positions(statement, print) },
      { title: "Orders", columns: orderColumns, rows: orders(statement, print) },
      { title: "Deals", columns: dealColumns, rows: deals(statement, print) },
    ],
    results: [
      ["Balance:", balance],
      ["Credit Facility:", "0.00"],
      ["Equity:", balance],
    ],
  };
}

type Print = (instant: number) => string;

function positions({ trades }: DemoStatement, print: Print): string[][] {
  return trades.flatMap(({ order, symbol, side, volume, openTime, openPrice, closed }) =>
    closed
      ? [
          [
            print(openTime),
            String(order),
            symbol,
            side,
            volume,
            openPrice,
            "",
            "",
            print(closed.time),
            closed.price,
            printAmount(closed.commission),
            printAmount(closed.swap),
            printAmount(closed.profit),
          ],
        ]
      : [],
  );
}

function orders({ trades, cancelledOrders }: DemoStatement, print: Print): string[][] {
  const filled = trades.flatMap((trade) => {
    const { order, symbol, side, volume, openTime, closed } = trade;
    const row = (ticket: number, type: string, time: number) => [
      print(time),
      String(ticket),
      symbol,
      type,
      `${volume} / ${volume}`,
      "market",
      "",
      "",
      print(time),
      "filled",
      "",
    ];
    return [
      row(order, side, openTime),
      ...(closed ? [row(closed.order, opposite(trade), closed.time)] : []),
    ];
  });
  const cancelled = cancelledOrders.map(
    ({ order, symbol, type, volume, price, time, cancelledAt }) => [
      print(time),
      String(order),
      symbol,
      type,
      `0 / ${volume}`,
      price,
      "",
      "",
      print(cancelledAt),
      "canceled",
      "",
    ],
  );
  return [...filled, ...cancelled];
}

/** Returns the number of the opening deal; deals and orders are numbered separately. */
export const openingDeal = (trade: DemoTrade) => trade.order + 50_000_000;
export const closingDeal = (trade: DemoTrade) => trade.closed!.order + 50_000_000;

function deals(statement: DemoStatement, print: Print): string[][] {
  const opened = statement.trades.map((trade) => ({
    time: trade.openTime,
    amount: 0n,
    opened: trade,
  }));
  const events = [...opened, ...balanceChanges(statement)].toSorted((a, b) => a.time - b.time);
  let balance = 0n;
  const rows = events.map((event) => {
    balance += event.amount;
    if ("operation" in event) {
      const { ticket, time, amount, comment } = event.operation;
      return [
        print(time),
        String(ticket),
        "",
        "balance",
        "",
        "",
        "",
        "",
        "0.00",
        "0.00",
        "0.00",
        printAmount(amount),
        printAmount(balance),
        comment,
      ];
    }
    return "opened" in event
      ? openingRow(event.opened, print, balance)
      : closingRow(event.trade, print, balance);
  });
  return [...rows, totalsRow(statement)];
}

function openingRow(trade: DemoTrade, print: Print, balance: bigint): string[] {
  const { symbol, side, volume, openPrice, order, openTime } = trade;
  return [
    print(openTime),
    String(openingDeal(trade)),
    symbol,
    side,
    "in",
    volume,
    openPrice,
    String(order),
    "0.00",
    "0.00",
    "0.00",
    "0.00",
    printAmount(balance),
    "",
  ];
}

function closingRow(trade: DemoTrade, print: Print, balance: bigint): string[] {
  const { order, time, price, commission, swap, profit } = trade.closed!;
  return [
    print(time),
    String(closingDeal(trade)),
    trade.symbol,
    opposite(trade),
    "out",
    trade.volume,
    price,
    String(order),
    printAmount(commission),
    "0.00",
    printAmount(swap),
    printAmount(profit),
    printAmount(balance),
    "",
  ];
}

function totalsRow(statement: DemoStatement): string[] {
  const closed = statement.trades.flatMap((trade) => trade.closed ?? []);
  const sum = (name: "commission" | "swap" | "profit") =>
    printAmount(closed.reduce((total, trade) => total + trade[name], 0n));
  return [
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    sum("commission"),
    "0.00",
    sum("swap"),
    sum("profit"),
    printAmount(closingBalance(statement)),
    "",
  ];
}

function opposite({ side }: DemoTrade): "buy" | "sell" {
  return side === "buy" ? "sell" : "buy";
}
