import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseStatement } from "../../../../../src/business/record/statements/reading/parse-statement.ts";
import { summariseStatement } from "../../../../../src/business/record/statements/summarise-statement.ts";

/** Small files, each of which was once read wrongly. */

const folder = new URL("../../../../fixtures/statements/", import.meta.url);
const parse = (bytes: Buffer, timeZone = "UTC") => parseStatement(bytes, timeZone);
const read = (name: string) => parse(readFileSync(new URL(`${name}.csv`, folder)));
const readLines = (lines: string[], timeZone?: string) =>
  parse(Buffer.from(`${lines.join("\n")}\n`), timeZone);

describe("a trade list of NinjaTrader", () => {
  it.each([
    ["ninjatrader-commission", "-7.44", "0.00", []],
    ["ninjatrader-fees", "-3.72", "-3.72", []],
    ["ninjatrader-after-costs", "-7.44", "0.00", []],
    ["ninjatrader-cumulated-before-costs", "-7.44", "0.00", ["guessed_costs"]],
  ])("%s has the profit that its prices and its sums show", (name, commission, fee, codes) => {
    const { totals, reconciliation } = summariseStatement(read(name));
    expect(totals).toMatchObject({ profit: "23.75", commission, fee });
    expect(reconciliation.findings.map(({ code }) => code)).toEqual(codes);
  });

  it("whose figures decide nothing is read as its header says, and a finding says so", () => {
    const { notes } = readLines([
      "Trade number,Instrument,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Profit,Cum. net profit,Commission",
      "1,XX 06-26,Long,3,5210.25,5214.00,4/14/2026 9:32:10 AM,4/14/2026 9:48:55 AM,$47.11,$47.11,$3.72",
    ]);
    expect(notes).toMatchObject([{ code: "guessed_costs", expected: "47.11 or 43.39" }]);
  });
});

it("a performance report of Rithmic has its login and its symbols above its header", () => {
  const statement = read("rithmic-performance");
  expect(summariseStatement(statement)).toMatchObject({
    login: "EXAMPLE-EVAL-0042",
    counts: { trades: 2 },
    totals: { profit: "61.00", commission: "-7.32" },
    reconciliation: { findings: [] },
  });
  expect(statement.deals.filter(({ entry }) => entry === "in")).toMatchObject([
    { ticket: "810000101-810000102/in", side: "buy", symbol: "MNQM6", volume: "2" },
    { ticket: "810000103-810000104/in", side: "sell", symbol: "MNQM6", volume: "1" },
  ]);
});

it("a report of Rithmic with several contracts has a symbol for each of them", () => {
  const [account, sums, , header, ...trades] = readFileSync(
    new URL("rithmic-performance.csv", folder),
    "utf8",
  )
    .trim()
    .split("\n");
  const sections = [
    `MNQM6,87.00,4.88`,
    header!,
    trades[0]!,
    `MESM6,-26.00,2.44`,
    header!,
    trades[1]!,
  ];
  const symbols = readLines([account!, sums!, ...sections]).deals.map(({ symbol }) => symbol);
  expect(symbols).toEqual(["MNQM6", "MNQM6", "MESM6", "MESM6"]);
});

it("numbers with more decimals than are kept are rounded", () => {
  const statement = read("long-decimals");
  expect(summariseStatement(statement)).toMatchObject({
    counts: { trades: 3 },
    totals: { profit: "176.00", commission: "-11.20" },
    reconciliation: { status: "partial", findings: [] },
  });
  expect(statement.deals[0]).toMatchObject({ price: "1.081" });
});

describe("an opening balance that the file does not state", () => {
  it("is impossible below zero, so the file lacks a row", () => {
    expect(summariseStatement(read("negative-opening-balance"))).toMatchObject({
      openingBalance: "0.00",
      closingBalance: "47049.75",
      firstDeposit: "50000.00",
      reconciliation: {
        status: "inconsistent",
        difference: "-3119.75",
        findings: [{ code: "opening_balance", expected: "0.00", actual: "-3119.75" }],
      },
    });
  });

  it("is a finding above zero if the file has a deposit", () => {
    const lines = [
      "Ticket,Time,Type,Profit,Balance",
      "1,2026.03.02 08:00:00,deposit,500.00,1500.00",
    ];
    expect(summariseStatement(readLines(lines))).toMatchObject({
      openingBalance: "1000.00",
      reconciliation: {
        status: "partial",
        findings: [{ code: "opening_balance", actual: "1000.00" }],
      },
    });
  });
});

describe("a list of prices and results", () => {
  const header = (profit: string) =>
    `Ticket,Symbol,Side,Volume,Open Time,Close Time,Open Price,Close Price,${profit}`;
  const trade = (profit: string) =>
    `1,EURUSD,buy,1.00,2026-03-16 09:00:00,2026-03-16 10:00:00,1.0810,1.0823,${profit}`;
  const codes = (profit: string, result: string) =>
    readLines([header(profit), trade(result)]).notes.map(({ code }) => code);

  it("lacks its costs, which is a finding", () => {
    expect(codes("Profit", "130.00")).toEqual(["no_costs"]);
    expect(read("tradovate-performance").notes).toMatchObject([{ code: "no_costs" }]);
  });

  it("has them if its header says so, and its prices do not contradict it", () => {
    expect(codes("Net profit", "123.00")).toEqual([]);
    expect(codes("Net profit", "130.00")).toEqual(["no_costs"]);
  });
});

it("of results in several currencies, those in the currency of the balance count", () => {
  const statement = readLines([
    "ID,Symbol,Opening Direction,Opening Time (UTC),Closing Time (UTC),Entry Price,Closing Price,Closing Quantity,Commission,Net USD,Net EUR,Balance EUR",
    "1,EURUSD,Buy,2026-03-16 09:00:00,2026-03-16 10:00:00,1.10,1.11,0.10 Lots,0.00,110.00,100.00,1100.00",
  ]);
  expect(summariseStatement(statement)).toMatchObject({
    currency: "EUR",
    totals: { profit: "100.00" },
    openingBalance: "1000.00",
  });
});

it("the offset in a header may have a minus sign", () => {
  const { deals } = readLines([
    "Ticket,Symbol,Side,Volume,Open Time (UTC\u22125),Close Time (UTC\u22125),Open Price,Close Price,Swap,Profit",
    "1,EURUSD,buy,1.00,2026-03-16 09:00:00,2026-03-16 10:00:00,1.0810,1.0823,0.00,130.00",
  ]);
  expect(new Date(deals[0]!.time).toISOString()).toBe("2026-03-16T14:00:00.000Z");
});

it("a chosen zone that agrees with the stated one at the times of the file is no finding", () => {
  const lines = [
    "Ticket,Symbol,Side,Volume,Open Time (UTC+3),Close Time (UTC+3),Open Price,Close Price,Swap,Profit",
    "1,EURUSD,buy,1.00,2026-07-16 09:00:00,2026-07-16 10:00:00,1.0810,1.0823,0.00,130.00",
    "2,EURUSD,buy,1.00,2026-07-16 11:00:00,1970-01-01 00:00:00,1.0810,0,0.00,0.00",
  ];
  expect(readLines(lines, "Europe/Athens").notes).toEqual([]);
  expect(readLines(lines, "Europe/Berlin").notes).toMatchObject([{ code: "other_zone" }]);
});

it("running balances decide between dates that begin with the day and with the month", () => {
  const header =
    "Ticket,Symbol,Side,Volume,Open Time,Close Time,Open Price,Close Price,Swap,Profit,Balance";
  const trade = (ticket: number, day: string, profit: string, balance: string) =>
    `${ticket},EURUSD,buy,1.00,${day} 09:00,${day} 10:00,1.0810,1.0823,0.00,${profit},${balance}`;
  // Sorted by neither date, so that only the balances show which row came first.
  const { deals, notes } = readLines([
    header,
    trade(1, "02/03/2026", "10.00", "1040.00"),
    trade(2, "01/04/2026", "30.00", "1030.00"),
    trade(3, "03/02/2026", "5.00", "1045.00"),
  ]);
  const days = deals.map(({ time }) => new Date(time).toISOString().slice(0, 10));
  expect(days.filter((_, index) => index % 2 === 0)).toEqual([
    "2026-02-03",
    "2026-01-04",
    "2026-03-02",
  ]);
  expect(notes.map(({ code }) => code)).not.toContain("ambiguous_dates");
});
