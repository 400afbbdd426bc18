/** A closed trade of 0.10 lots, opened and closed at local times of the platform. */
interface PageTrade {
  opened: string;
  closed: string;
  symbol?: string;
  profit: string;
  /** Printed in a row below the trade. */
  comment?: string;
}

interface PageOptions {
  account?: string;
  name?: string;
  trades?: PageTrade[];
  deposit?: string;
  /** What the terminal prints in front of the totals. */
  blank?: string;
}

const january = (day: number, profit: string): PageTrade => ({
  opened: `2026.01.0${day} 09:00:00`,
  closed: `2026.01.0${day} 10:00:00`,
  profit,
});

/** Three trades after a deposit of 10,000.00, which leave 9,350.00. */
export const threeTrades = [january(6, "30.00"), january(7, "-700.00"), january(8, "20.00")];

/** Creates a statement of MetaTrader 4 as its terminal prints it, with comments and without a declared encoding. */
export function mt4Page({
  account = "5009003",
  name = "Field Test",
  trades = threeTrades,
  deposit = "Deposit",
  blank = "&nbsp;",
}: PageOptions = {}): string {
  const closed = trades.map(({ profit }) => Number(profit)).reduce((sum, each) => sum + each, 0);
  const rows = trades.flatMap(
    ({ opened, closed: at, symbol = "eurusd", profit, comment }, index) => [
      `${101 + index}|${opened}|buy|0.10|${symbol}|1.10000|0.00000|0.00000|${at}|1.10030|0.00|0.00|0.00|${profit}`
        .split("|")
        .map((cell) => `<td>${cell}</td>`)
        .join(""),
      ...(comment === undefined ? [] : [`<td colspan=9>&nbsp;</td><td colspan=5>${comment}</td>`]),
    ],
  );
  const label = (text: string, amount: string) =>
    `<td colspan=2><b>${text}:</b></td><td colspan=2><b>${amount}</b></td>`;
  const lines = [
    `<td colspan=2><b>Account: ${account}</b></td><td colspan=5><b>Name: ${name}</b></td><td colspan=2><b>Currency: USD</b></td><td colspan=2><b>Leverage: 1:100</b></td><td colspan=3><b>2026 March 6, 13:27</b></td>`,
    "<td colspan=13><b>Closed Transactions:</b></td>",
    "<td>Ticket</td><td>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td><td>Close Time</td><td>Price</td><td>Commission</td><td>Taxes</td><td>Swap</td><td>Profit</td>",
    `<td>1</td><td>2026.01.05 00:00:00</td><td>balance</td><td colspan=10>${deposit}</td><td>10000.00</td>`,
    ...rows,
    `<td colspan=10>${blank}</td><td>0.00</td><td>0.00</td><td>0.00</td><td>${closed.toFixed(2)}</td>`,
    `<td colspan=12 align=right><b>Closed P/L:</b></td><td colspan=2><b>${closed.toFixed(2)}</b></td>`,
    "<td colspan=14><b>Open Trades:</b></td>",
    "<td colspan=14><b>Summary:</b></td>",
    label("Deposit/Withdrawal", "10000.00"),
    label("Closed Trade P/L", closed.toFixed(2)),
    label("Balance", (10_000 + closed).toFixed(2)),
  ];
  const table = lines.map((line) => `<tr>${line}</tr>`).join("\n");
  return `<html><head><title>Statement: ${account}</title></head><body><table>\n${table}\n</table></body></html>\n`;
}
