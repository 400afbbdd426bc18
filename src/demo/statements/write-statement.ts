import { stringify } from "csv-stringify/sync";
import type { StatementFormat } from "../../business/trading/statements/statement.rule.ts";
import { balanceChanges, type DemoStatement, timePrinter } from "./demo-statement.ts";
import { writeMt4Html } from "./write-mt4-html.ts";
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
