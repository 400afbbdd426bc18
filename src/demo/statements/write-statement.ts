import { stringify } from "csv-stringify/sync";
import type { StatementFormat } from "../../business/record/statements/statement.rule.ts";
import {
  balanceChanges,
  closingBalance,
  type DemoStatement,
  type DemoTrade,
  escapeMarkup,
  printAmount,
  timePrinter,
} from "./demo-statement.ts";
import { writeMt5Html, writeMt5Xlsx } from "./write-mt5.ts";
import { formatDecimal } from "../../platform/money/money.ts";

const writers = {
  "mt4-html": writeMt4Html,
  "mt5-html": writeMt5Html,
  "mt5-xlsx": writeMt5Xlsx,
  csv: writeCsv,
} satisfies Record<StatementFormat, (statement: DemoStatement) => Buffer>;

export function writeStatement(statement: DemoStatement, format: StatementFormat): Buffer {
  return writers[format](statement);
}

const header = [
  "Ticket",
  "Open Time",
  "Type",
  "Volume",
  "Symbol",
  "Open Price",
  "Close Time",
  "Close Price",
  "Commission",
  "Swap",
  "Profit",
  "Balance",
];

/** Writes a table of trades as other platforms export it, in the order in which the balance changed. */
export function writeCsv(statement: DemoStatement): Buffer {
  const print = timePrinter(statement.timeZone);
  let balance = 0n;
  const changes = balanceChanges(statement).map((change) => {
    balance += change.amount;
    if ("operation" in change) {
      const { ticket, time, amount } = change.operation;
      return [
        ticket,
        print(time),
        "balance",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        formatDecimal(amount),
        formatDecimal(balance),
      ];
    }
    const { order, side, volume, symbol, openTime, openPrice, closed } = change.trade;
    const { time, price, commission, swap, profit } = closed!;
    return [
      order,
      print(openTime),
      side,
      volume,
      symbol,
      openPrice,
      print(time),
      price,
      formatDecimal(commission),
      formatDecimal(swap),
      formatDecimal(profit),
      formatDecimal(balance),
    ];
  });
  const open = statement.trades
    .filter(({ closed }) => !closed)
    .map(({ order, side, volume, symbol, openTime, openPrice }) => [
      order,
      print(openTime),
      side,
      volume,
      symbol,
      openPrice,
      "",
      "",
      "",
      "",
      "",
      "",
    ]);
  return Buffer.from(stringify([header, ...changes, ...open]));
}

const headings =
  "<td>Ticket</td><td nowrap>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td>";
const figures = "<td>Commission</td><td>Taxes</td><td>Swap</td><td>Profit</td>";

/** Writes a DetailedStatement as MetaTrader 4 saves it, in UTF-8. */
export function writeMt4Html(statement: DemoStatement): Buffer {
  const { login, name, currency, company, operations, trades, cancelledOrders } = statement;
  const print = timePrinter(statement.timeZone);
  const closed = trades.filter((trade) => trade.closed);
  const sum = (pick: (trade: NonNullable<DemoTrade["closed"]>) => bigint) =>
    closed.reduce((total, trade) => total + pick(trade.closed!), 0n);
  const [commission, swap, profit] = [
    sum((trade) => trade.commission),
    sum((trade) => trade.swap),
    sum((trade) => trade.profit),
  ];
  const moved = operations.reduce((total, { amount }) => total + amount, 0n);
  const balance = closingBalance(statement);
  const rows = [
    ...operations.map(
      ({ ticket, time, amount, comment }) =>
        `<tr align=right><td title="${escapeMarkup(comment)}">${ticket}</td><td class=msdate nowrap>${print(time)}</td><td>balance</td><td colspan=10 align=left>${escapeMarkup(comment)}</td><td class=mspt>${printAmount(amount)}</td></tr>`,
    ),
    ...closed.map((trade) => closedRow(trade, print)),
    ...cancelledOrders.map(
      ({ order, time, type, volume, symbol, price, cancelledAt }) =>
        `<tr align=right><td title="cancelled">${order}</td><td class=msdate nowrap>${print(time)}</td><td>${type}</td><td class=mspt>${volume}</td><td>${symbol.toLowerCase()}</td><td>${price}</td><td>0.00000</td><td>0.00000</td><td class=msdate nowrap>${print(cancelledAt)}</td><td>${price}</td><td colspan=4 align=center>cancelled</td></tr>`,
    ),
  ];
  const open = trades.filter((trade) => !trade.closed).map((trade) => openRow(trade, print));
  const heading = (title: string, columns: string) =>
    `<tr align=left><td colspan=14><b>${title}</b></td></tr>\n<tr align=center bgcolor="#C0C0C0">${columns}</tr>`;
  return Buffer.from(`<html><head><title>Statement: ${login} - ${escapeMarkup(name)}</title>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head>
<body topmargin=1 marginheight=1><div align=center><div style="font: 20pt Times New Roman"><b>${escapeMarkup(company)}</b></div><br>
<table cellspacing=1 cellpadding=3 border=0>
<tr align=left><td colspan=2><b>Account: ${login}</b></td><td colspan=5><b>Name: ${escapeMarkup(name)}</b></td><td colspan=2><b>Currency: ${currency}</b></td><td colspan=2><b>Leverage: 1:100</b></td><td colspan=3 align=right><b>${print(statement.printedAt).slice(0, 16)}</b></td></tr>
${heading("Closed Transactions:", `${headings}<td nowrap>Close Time</td><td>Price</td>${figures}`)}
${rows.join("\n")}
<tr align=right><td colspan=10>&nbsp;</td><td class=mspt>${printAmount(commission)}</td><td class=mspt>0.00</td><td class=mspt>${printAmount(swap)}</td><td class=mspt>${printAmount(profit)}</td></tr>
<tr align=right><td colspan=12 align=right><b>Closed P/L:</b></td><td colspan=2 align=right class=mspt><b>${printAmount(commission + swap + profit)}</b></td></tr>
${heading("Open Trades:", `${headings}<td>&nbsp;</td><td>Price</td>${figures}`)}
${open.length > 0 ? open.join("\n") : "<tr align=right><td colspan=13 align=center>No transactions</td></tr>"}
<tr align=left><td colspan=14><b>Working Orders:</b></td></tr>
<tr align=right><td colspan=13 align=center>No transactions</td></tr>
<tr align=left><td colspan=14><b>Summary:</b></td></tr>
<tr align=right><td colspan=2><b>Deposit/Withdrawal:</b></td><td colspan=2 class=mspt><b>${printAmount(moved)}</b></td><td colspan=4><b>Credit Facility:</b></td><td class=mspt><b>0.00</b></td><td colspan=5>&nbsp;</td></tr>
<tr align=right><td colspan=2><b>Closed Trade P/L:</b></td><td colspan=2 class=mspt><b>${printAmount(commission + swap + profit)}</b></td><td colspan=4><b>Floating P/L:</b></td><td class=mspt><b>0.00</b></td><td colspan=3><b>Margin:</b></td><td colspan=2 class=mspt><b>0.00</b></td></tr>
<tr align=right><td colspan=2><b>Balance:</b></td><td colspan=2 class=mspt><b>${printAmount(balance)}</b></td><td colspan=4><b>Equity:</b></td><td class=mspt><b>${printAmount(balance)}</b></td><td colspan=3><b>Free Margin:</b></td><td colspan=2 class=mspt><b>${printAmount(balance)}</b></td></tr>
</table></div></body></html>
`);
}

function opening(
  { order, side, volume, symbol, openTime, openPrice }: DemoTrade,
  print: (instant: number) => string,
): string {
  return `<td title="">${order}</td><td class=msdate nowrap>${print(openTime)}</td><td>${side}</td><td class=mspt>${volume}</td><td>${symbol.toLowerCase()}</td><td>${openPrice}</td><td>0.00000</td><td>0.00000</td>`;
}

function closedRow(trade: DemoTrade, print: (instant: number) => string): string {
  const { time, price, commission, swap, profit } = trade.closed!;
  return `<tr align=right>${opening(trade, print)}<td class=msdate nowrap>${print(time)}</td><td>${price}</td><td class=mspt>${printAmount(commission)}</td><td class=mspt>0.00</td><td class=mspt>${printAmount(swap)}</td><td class=mspt>${printAmount(profit)}</td></tr>`;
}

function openRow(trade: DemoTrade, print: (instant: number) => string): string {
  return `<tr align=right>${opening(trade, print)}<td>&nbsp;</td><td>${trade.openPrice}</td><td class=mspt>0.00</td><td class=mspt>0.00</td><td class=mspt>0.00</td><td class=mspt>0.00</td></tr>`;
}
