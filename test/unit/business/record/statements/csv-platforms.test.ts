import { describe, expect, it } from "vitest";
import { parseStatement } from "../../../../../src/business/record/statements/reading/parse-statement.ts";
import { summariseStatement } from "../../../../../src/business/record/statements/summarise-statement.ts";

/** Files as other platforms export them, with their own columns, dates and numbers. */

const parse = (lines: string[]) => parseStatement(Buffer.from(`${lines.join("\n")}\n`), "UTC");
const summarise = (lines: string[]) => summariseStatement(parse(lines));
const times = (lines: string[]) =>
  parse(lines).deals.map(({ time }) => new Date(time).toISOString().slice(0, 16));

const ctrader = [
  "Deals",
  "Symbol,Opening direction,Opening time (UTC),Closing time (UTC),Entry price,Closing price,Closing Quantity,Gross USD,Commissions,Swap,Net USD,Balance USD,ID",
  'EURUSD,Buy,02/10/2026 09:15:01.123,02/10/2026 11:20:44.500,1.08345,1.08445,0.30 Lots,30.00,-1.05,0.00,28.95,"50 028.95",81234567',
  'EURUSD,Buy,02/10/2026 09:15:01.123,03/10/2026 14:02:10.001,1.08345,1.08545,0.20 Lots,40.00,-0.70,0.00,39.30,"50 068.25",81234567',
  'XAUUSD,Sell,05/10/2026 10:00:00.000,05/10/2026 15:30:00.000,4850.10,4845.10,0.10 Lots,50.00,-0.35,0.00,49.65,"50 117.90",81234600',
];
const ctraderTotal = "Total,,,,,,,120.00,-2.10,0.00,117.90,,";

const ninjaTrader = [
  "Trade number,Instrument,Account,Strategy,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Entry name,Exit name,Profit,Cum. net profit,Commission,",
  "1,ES 12-26,Sim101,,Long,1,6900.25,6905.25,10/5/2026 9:31:05 AM,10/5/2026 9:45:00 AM,Entry,Target,$245.82,$245.82,$4.18,",
  "2,ES 12-26,Sim101,,Short,2,6905.00,6907.00,10/5/2026 10:31:05 AM,10/5/2026 10:45:00 AM,Entry,Stop,($208.36),$37.46,$8.36,",
];

const tradeLocker = [
  "Position ID,Instrument,Side,Lots,Entry Price,Entry Time,Exit Price,Exit Time,Fees,Swap,Gross P&L,Net P&L",
  '11,EURUSD,Buy,0.50,1.08345,"Oct 05, 2026, 08:00:00",1.08445,"Oct 05, 2026, 09:30:00",$3.50,$0.00,$50.00,$46.50',
  '12,XAUUSD,Sell,0.10,4850.10,"Oct 05, 2026, 10:00:00",4860.10,"Oct 05, 2026, 12:30:00",$0.70,-$0.20,-$100.00,-$100.90',
];

const dxtrade = [
  "Position ID;Symbol;Side;Open Time;Close Time;Quantity;Open Price;Close Price;Commission;Swap;P&L",
  "4711;EUR/USD;Buy;05.10.2026 08:00:00;05.10.2026 09:30:00;50.000;1,08345;1,08445;-3,50;0,00;1.050,25",
  "4712;US100;Sell;06.10.2026 08:00:00;06.10.2026 09:30:00;2;24500,5;24480,5;0,00;-1,20;40,00",
  "Total;;;;;;;;-3,50;-1,20;1.090,25",
];

describe("a CSV file", () => {
  it("may write units after volumes, and dates that begin with the day", () => {
    expect(summarise(ctrader)).toMatchObject({
      counts: { trades: 2, openTrades: 0, deals: 6 },
      totals: { profit: "120.00", commission: "-2.10" },
      openingBalance: "50000.00",
      closingBalance: "50117.90",
      reconciliation: { status: "partial", findings: [] },
    });
    expect(times(ctrader)[0]).toBe("2026-10-02T09:15");
  });

  it("may write dates that begin with the month, without a day after the 12th", () => {
    const american = ctrader.map((line) => line.replaceAll(/(\d\d)\/(\d\d)\/2026/g, "$2/$1/2026"));
    expect(parse(american)).toEqual(parse(ctrader));
  });

  it("may end with a row of totals, which is compared with the others", () => {
    expect(summarise([...ctrader, ctraderTotal])).toEqual(summarise(ctrader));
    const newestFirst = [...ctrader.slice(0, 2), ...ctrader.slice(2).toReversed()];
    expect(summarise([...newestFirst, ctraderTotal])).toMatchObject({
      closingBalance: "50117.90",
      reconciliation: { status: "partial", findings: [] },
    });
    const wrong = ctraderTotal.replace("120.00", "130.00");
    expect(summarise([...ctrader, wrong]).reconciliation).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "total", row: 5, expected: "120.00", actual: "130.00" }],
    });
  });

  it("may end with a trade that is open, although it was opened first", () => {
    const open = 'EURUSD,Buy,01/10/2026 09:00:00.000,,1.08345,,0.10 Lots,,,,,"50 117.90",7';
    expect(summarise([...ctrader, open])).toMatchObject({
      counts: { openTrades: 1 },
      reconciliation: { status: "partial", findings: [] },
    });
  });

  it("may write decimal commas and groups of thousands", () => {
    expect(summarise(dxtrade)).toMatchObject({
      counts: { trades: 2 },
      totals: { profit: "1090.25", commission: "-3.50", swap: "-1.20" },
      reconciliation: { status: "partial", findings: [] },
    });
  });

  it("may write results after costs, which are not subtracted again", () => {
    expect(summarise(ninjaTrader)).toMatchObject({
      counts: { trades: 2 },
      totals: { profit: "50.00", commission: "-12.54" },
    });
    const sides = parse(ninjaTrader).deals.map(({ side }) => side);
    expect(sides).toEqual(["buy", "sell", "sell", "buy"]);
  });

  it("may write costs without a sign, if its results after costs or its balances show it", () => {
    expect(summarise(tradeLocker).totals).toMatchObject({
      profit: "-50.00",
      fee: "-4.20",
      swap: "-0.20",
    });
    expect(times(tradeLocker)[0]).toBe("2026-10-05T08:00");
    const unsigned = ctrader.map((line) => line.replaceAll(/-(?=[01]\.)/g, ""));
    const withoutNet = unsigned.map((line) => line.replace("Net USD", "Comment"));
    expect(summarise(withoutNet)).toEqual(summarise(ctrader));
  });

  it("says which columns are missing, as in the list of orders of TradingView", () => {
    const header =
      "Symbol,Side,Type,Qty,Limit Price,Stop Price,Fill Price,Status,Commission,Placing Time,Order ID";
    const order = "FX:EURUSD,Buy,Market,10000,,,1.08345,Filled,,2026-10-05 08:00:00,1234567890";
    expect(() => parse([header, order])).toThrow(
      "The header in line 1 has no column for: open time, profit.",
    );
  });

  it("says what is wrong with the first row if no row can be read", () => {
    const lines = ctrader.map((line) => line.replace(" Lots", " pieces"));
    expect(() => parse(lines)).toThrow('Row 2 was left out: its volume "0.30 pieces" is invalid.');
  });
});

describe("a row that does not count", () => {
  const header =
    "Ticket,Open Time,Close Time,Type,Symbol,Lots,Open Price,Close Price,Commission,Profit";
  const trade = "1,2026.03.02 09:00,2026.03.02 10:00,buy,EURUSD,1.00,1.1000,1.1010,0.00,100.00";

  it("is a finding if it repeats another one", () => {
    expect(parse([header, trade, trade, trade.replace("1,", "2,")]).notes).toMatchObject([
      {
        code: "repeated_row",
        row: 3,
        message: "Row 3 repeats row 2 with the ticket 1, and counts once.",
      },
    ]);
    expect(parse([header, trade, trade.replace("100.00", "99.00")]).notes).toEqual([]);
  });

  it.each([
    ["its type", header, trade.replace("buy", "buy limit")],
    ["its status", `${header},Status`, `${trade},Cancelled`],
  ])(
    "is a finding if it has a result, but %s says that nothing was executed",
    (_what, head, row) => {
      const executed = `${trade.replace("1,", "2,")}${head === header ? "" : ",Filled"}`;
      const statement = parse([head, row, executed]);
      expect(statement).toMatchObject({
        closedTrades: 1,
        cancelledOrders: 1,
        notes: [{ code: "not_executed", row: 2, actual: "100.00" }],
      });
      expect(parse([head, row.replace("100.00", "0.00"), executed]).notes).toEqual([]);
    },
  );

  it("is a finding if it has no profit, unless its prices are the same", () => {
    const withoutProfit = trade.replace("100.00", "");
    expect(parse([header, withoutProfit, trade.replace("1,", "2,")]).findings).toMatchObject([
      { code: "unreadable_row", row: 2, message: "Row 2 was left out: it has no profit." },
    ]);
    const unchanged = withoutProfit.replace("1.1010", "1.1000");
    expect(parse([header, unchanged])).toMatchObject({ closedTrades: 1, findings: [] });
  });

  it("is no total if it has the type of a trade", () => {
    const named = `Total,${trade.replace("2026.03.02 09:00", "")}`;
    expect(parse([`Comment,${header}`, named, `a,${trade}`]).findings).toMatchObject([
      { code: "unreadable_row", row: 2 },
    ]);
  });
});

describe("a column of costs that is not read", () => {
  const trade = (costs: string, others = "") =>
    `1,2026.03.02 09:00,2026.03.02 10:00,buy,EURUSD,1.00,1.1000,1.1010,${costs},100.00${others}`;
  const header = (costs: string, others = "") =>
    `Ticket,Open Time,Close Time,Type,Symbol,Lots,Open Price,Close Price,${costs},Profit${others}`;

  it.each([
    ["Opening Commission", "Closing Commission"],
    ["Commission charges", "Overnight financing"],
  ])("is a finding: %s, %s", (...names) => {
    expect(parse([header(names.join(",")), trade("-3.50,-1.20")]).notes).toMatchObject(
      names.map((actual) => ({ code: "unread_column", row: 2, actual })),
    );
    expect(parse([header(names.join(",")), trade("0.00,")]).notes).toEqual([]);
  });

  it("is none if it is one of the fees of NinjaTrader, which are added up", () => {
    const lines = [header("Exchange Fee,NFA Fee"), trade("-3.50,-1.20")];
    expect(parse(lines).notes).toEqual([]);
    expect(summarise(lines).totals.fee).toBe("-4.70");
  });

  it("is a finding if another one was read in its place", () => {
    const statement = parse([header("Fee,Taxes"), trade("-3.50,-1.20")]);
    expect(statement.notes).toMatchObject([{ code: "unread_column", actual: "Taxes" }]);
    expect(summarise([header("Fee,Taxes"), trade("-3.50,-1.20")]).totals.fee).toBe("-3.50");
  });

  it("is none if a result after costs or a balance stands beside it", () => {
    for (const [name, value] of [
      ["Net", "100.00"],
      ["Balance", "1100.00"],
    ]) {
      const lines = [header("Execution Fee", `,${name}`), trade("-3.50", `,${value}`)];
      expect(parse(lines).notes).toEqual([]);
    }
  });
});

describe("a row whose numbers were split at their commas", () => {
  const header =
    "Ticket,Open Time,Close Time,Type,Symbol,Lots,Open Price,Close Price,Profit,Comment";
  const read = "2,2026.03.02 09:00,2026.03.02 10:00,buy,EURUSD,1.00,1.1000,1.1010,100.00";

  it.each([
    "1,2026.03.02 09:00,2026.03.02 10:00,buy,EURUSD,1.00,1.1000,1.1010,(1,000.00),,50",
    "1,2026.03.02 09:00,2026.03.02 10:00,buy,EURUSD,1,00,1,1000,1,1010,0,00,100,00",
  ])("is left out, because its values are not in their columns: %s", (row) => {
    expect(parse([header, row, read])).toMatchObject({
      closedTrades: 1,
      findings: [{ code: "unreadable_row", row: 2 }],
    });
  });

  it("is read if only a text has a comma, or a value has no column", () => {
    for (const rest of ["hold, then close", ",9.5", "hold,100.00"])
      expect(parse([header, `${read},${rest}`]).findings).toEqual([]);
  });
});

it("a trade is open if its status says so, although the file prints the current time and price", () => {
  const header =
    "Ticket,Open Time,Close Time,Type,Symbol,Lots,Open Price,Close Price,Profit,Status";
  const trade = "2026.03.02 09:00,2026.03.02 10:00,buy,EURUSD,1.00,1.1000,1.1010,100.00";
  expect(parse([header, `1,${trade},Open`, `2,${trade},Closed`])).toMatchObject({
    openTrades: 1,
    closedTrades: 1,
  });
});

describe("a trade without a close time that has a close price and a result", () => {
  const header =
    "Ticket,Open Time,Close Time,Type,Symbol,Lots,Open Price,Close Price,Profit,Status";
  const read = (closed: string, profit: string, type: string, status: string) =>
    parse([
      header,
      `1,2026.03.02 09:00,${closed},${type},EURUSD,1.00,1.1000,1.1010,${profit},${status}`,
    ]);

  it("is open, and a finding says that its result does not count", () => {
    expect(read("", "100.00", "buy", "")).toMatchObject({
      openTrades: 1,
      notes: [{ code: "open_result", row: 2, actual: "100.00" }],
    });
  });

  it.each([
    ["its result is zero", read("", "0.00", "buy", "")],
    [
      "its close price is zero",
      parse([header, "1,2026.03.02 09:00,,buy,EURUSD,1.00,1.1,0.00,5.00,"]),
    ],
    ["its status says that it is open", read("", "100.00", "buy", "Open")],
    ["its closing time is that of an open trade", read("1970.01.01 00:00", "100.00", "buy", "")],
  ])("has no finding if %s", (_why, statement) => {
    expect(statement).toMatchObject({ openTrades: 1, notes: [] });
  });
});

describe("costs beside a profit that could be before or after them", () => {
  const header =
    "Ticket,Open Time,Close Time,Type,Symbol,Lots,Open Price,Close Price,Commission,Profit";
  const read = (amounts: string) =>
    parse([
      header,
      `1,2026.03.02 09:00,2026.03.02 10:00,buy,GBPJPY,1.00,190.000,190.500,${amounts}`,
    ]);

  it("are subtracted, and a finding names both results", () => {
    const { notes } = read("-7.00,327.41");
    expect(notes).toMatchObject([
      { code: "guessed_costs", row: null, expected: "320.41 or 327.41" },
    ]);
    expect(notes[0]!.message).toContain("results before these costs");
  });

  it("are no finding if all of them are zero", () => {
    expect(read("0.00,327.41").notes).toEqual([]);
  });
});

describe("a list of single deals is rejected, because their positions are not known", () => {
  it.each([
    "Time,Deal,Symbol,Type,Direction,Volume,Price,Profit,Balance\n2026.03.02 09:00,2,EURUSD,buy,in,0.1,1.08,0.00,1000.00",
    "Time,Deal,Symbol,Type,Direction,Volume,Price,Profit\n2026.03.02 09:00,2,EURUSD,buy,in,0.1,1.08,0.00",
    "Time,Order,Symbol,Type,Volume,Price,Profit\n2026.03.02 09:00,2,EURUSD,buy,0.1,1.08,100.00",
  ])("%j", (file) => {
    expect(() => parse([file])).toThrow(/no column for the close time.*HTML or XLSX report/);
  });
});

describe("the totals below the trades", () => {
  const header =
    "Ticket,Open Time,Close Time,Type,Symbol,Lots,Open Price,Close Price,Commission,Gross,Net,Balance";
  const trade = (balance: string) =>
    `1,2026.03.02 09:00,2026.03.02 10:00,buy,EURUSD,1.00,1.1000,1.1010,-7.00,100.00,93.00,${balance}`;
  const judged = (balance: string, total: string) =>
    summarise([header, trade(balance), `Total,,,,,,,,${total}`]);

  it("are compared with the results after costs", () => {
    expect(judged("", "-7.00,100.00,93.00,").reconciliation).toMatchObject({ findings: [] });
    expect(judged("", "-7.00,100.00,90.00,").reconciliation).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "total", row: 3, expected: "93.00", actual: "90.00" }],
    });
  });

  it("state the closing balance", () => {
    expect(judged("", "-7.00,100.00,93.00,1093.00")).toMatchObject({
      openingBalance: "1000.00",
      closingBalance: "1093.00",
      reconciliation: { status: "partial", findings: [] },
    });
    expect(judged("1093.00", "-7.00,100.00,93.00,9999.00")).toMatchObject({
      reconciliation: {
        status: "inconsistent",
        findings: [{ code: "closing_balance", row: 3, expected: "1093.00", actual: "9999.00" }],
      },
    });
  });
});

describe("a result after costs that differs from the other amounts of its row", () => {
  const header =
    "Ticket,Open Time,Close Time,Type,Symbol,Lots,Open Price,Close Price,Commission,Profit,Net Profit,Balance";
  const row = (amounts: string) =>
    `1,2026.03.02 09:00,2026.03.02 10:00,buy,EURUSD,1.00,1.1000,1.1010,${amounts}`;

  it("is inconsistent", () => {
    expect(summarise([header, row("-7.00,100.00,50.00,")]).reconciliation).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "total", row: 2, expected: "93.00", actual: "50.00" }],
    });
  });

  it("may have been rounded", () => {
    const { reconciliation } = summarise([header, row("-7.004,100.004,93.01,")]);
    expect(reconciliation).toMatchObject({ status: "partial", findings: [] });
  });

  it("does not count if the balances are followed without it", () => {
    const rows = [row("-7.00,100.00,50.00,1093.00"), row("-7.00,100.00,50.00,1186.00")];
    expect(
      summarise([header, ...rows.map((line, at) => line.replace("1,", `${at + 1},`))]),
    ).toMatchObject({
      closingBalance: "1186.00",
      reconciliation: { status: "partial", findings: [] },
    });
  });
});

describe("withdrawals and costs that are booked on the balance", () => {
  const amounts = (rows: string[], header = "Ticket,Time,Type,Profit") =>
    parse([header, ...rows.map((row, at) => `${at + 1},2026.03.02 09:00,${row}`)]).operations.map(
      ({ amount }) => Number(amount) / 100,
    );

  it("have a minus sign, whether it is printed or not", () => {
    const rows = ["deposit,1000", "withdrawal,100", "Transfer out,50", "Payout,20", "Commission,5"];
    expect(amounts(rows)).toEqual([1000, -100, -50, -20, -5]);
    expect(amounts(rows.map((row) => row.replace(/,(?=\d{1,3}$)/, ",-")))).toEqual([
      1000, -100, -50, -20, -5,
    ]);
  });

  it("are additions if they are taken back, or if others have a sign", () => {
    expect(amounts(["withdrawal,100", "Withdrawal reversal,100", "Fee refund,5"])).toEqual([
      -100, 100, 5,
    ]);
    expect(amounts(["withdrawal,-5", "withdrawal,5", "fee,3"])).toEqual([-5, 5, 3]);
    expect(amounts(["deposit,100", "fee,5"])).toEqual([100, 5]);
    const unclear = ["Ticket,Time,Type,Profit", "1,2026.03.02 09:00,fee,5"];
    expect(parse(unclear).notes).toMatchObject([{ code: "guessed_costs", row: 2, actual: "5.00" }]);
  });

  it("have the sign that the balance shows", () => {
    const header = "Ticket,Time,Type,Profit,Balance";
    const rows = ["deposit,1000,1000", "commission,5,1005", "commission,6,999"];
    expect(amounts(rows, header)).toEqual([1000, 5, -6]);
    expect(amounts([...rows, "payout,9,990", "payout,9,999"], header)).toEqual([
      1000, 5, -6, -9, 9,
    ]);
  });
});

describe("positions that were closed in parts", () => {
  const tickets = (lines: string[]) => parse(lines).deals.map(({ ticket }) => ticket);
  const first = ["81234567/in", "81234567/out"];
  const second = ["81234567/in/2", "81234567/out/2"];

  it("are one trade whose parts are numbered by closing time", () => {
    expect(tickets(ctrader).slice(0, 4)).toEqual([...first, ...second]);
    const swapped = [...ctrader.slice(0, 2), ctrader[3]!, ctrader[2]!];
    expect(tickets(swapped).toSorted()).toEqual([...first, ...second].toSorted());
    expect(summarise(swapped)).toMatchObject({ closingBalance: "50068.25" });
  });

  it("keep their numbers in a later file, in which the rest has been closed", () => {
    const open = ctrader[3]!.replace("03/10/2026 14:02:10.001", "").replace("1.08545", "");
    const earlier = [...ctrader.slice(0, 3), open];
    expect(tickets(earlier).toSorted()).toEqual(["81234567/in/2", ...first].toSorted());
    expect(parse(earlier)).toMatchObject({ openTrades: 1, closedTrades: 0 });
  });

  it("are not rows that are printed twice, or that contradict each other", () => {
    expect(tickets([...ctrader.slice(0, 3), ctrader[2]!])).toEqual([...first, ...first]);
    const other = ctrader[3]!.replace("1.08345", "1.09345");
    expect(tickets([...ctrader.slice(0, 3), other])).toEqual([...first, ...first]);
  });
});
