import { describe, expect, it } from "vitest";
import { parseStatement } from "../../../../../src/business/record/statements/reading/parse-statement.ts";
import { reconcile } from "../../../../../src/business/record/statements/reading/reconcile.rule.ts";

type Row = [
  ticket: string,
  opened: string,
  closed: string,
  type: string,
  symbol: string,
  volume: string,
  open: string,
  close: string,
  commission: string,
  swap: string,
  profit: string,
  balance: string,
];

const rows: Row[] = [
  ["1", "2026.01.05 07:00:00", "", "deposit", "", "", "", "", "", "", "1000.00", "1000.00"],
  // prettier-ignore
  ["2", "2026.01.05 08:00:00", "2026.01.05 21:30:00", "buy", "EURUSD", "1.00", "1.08", "1.09", "-7.00", "-0.50", "100.00", "1092.50"],
  ["3", "2026.01.06 12:15:00", "", "sell", "XAUUSD", "0.50", "2650.1", "", "", "", "", "1092.50"],
];

const parse = (header: string, lines: string[][]) => {
  const file = [header.split(","), ...lines].map((cells) => cells.join(";")).join("\n");
  return parseStatement(Buffer.from(`${file}\n`), "UTC");
};
const read = (header: string, change: (row: Row) => string[] = (row) => row) =>
  parse(
    header,
    rows.map((row) => change([...row])),
  );

const columns =
  "Ticket,Open Time,Close Time,Type,Symbol,Volume,Open Price,Close Price,Commission,Swap,Profit,Balance";
const expected = read(columns);

it("the columns are found by the names of MetaTrader", () => {
  expect(expected).toMatchObject({ closedTrades: 1, openTrades: 1, operations: [{ ticket: "1" }] });
  expect(reconcile(expected).status).toBe("reconciled");
});

it.each([
  "Position ID,Opening Time,Closing Time,Direction,Instrument,Lots,Entry Price,Exit Price,Commissions,Swaps,P&L,Balance",
  "Position ID,Opening time,Closing time,Opening direction,Symbol,Closing Quantity,Entry price,Closing price,Commissions,Swap,Gross,Balance",
  "Id,EnteredAt,ExitedAt,Type,ContractName,Size,EntryPrice,ExitPrice,Commissions,Swap,PnL,Balance",
  "Ticket,Open,Close,Type,Symbol,Units/Lots,Price,Price,Commissions,Swap,Profit,Balance",
  "Ticket No,Open date,Close date,Action,Symbol,Lot size,Open rate,Close rate,Commission,Swap,Profit,Balance",
  "Trade #,Entry date,Exit date,Type,Symbol,Contracts,Entry,Exit,Commission,Swap,Net P/L,Running balance",
  "Transaction ID,Created at,Closed at,Position side,Asset,Quantity,Avg. entry price,Avg. exit price,Commission,Overnight fee,Realised P/L,Balance after",
  "Position ID,Open time,Close time,Operation type,Ticker,Qty,Avg. open price,Avg. close price,Commission,Swap,Closed P&L,Balance",
  "TICKET,OPENED AT,CLOSED AT,TYPE,SYMBOL,VOLUME,OPENED PRICE,CLOSED PRICE,COMMISSION,SWAP,PROFIT/LOSS,BALANCE",
])("the columns are found by the names %s", (header) => {
  const { notes, ...statement } = read(header);
  expect({ ...statement, notes: [] }).toEqual(expected);
  // The row shows that its result is before costs, whatever the header says.
  const isCalledNet = header.includes("Net P/L");
  expect(notes).toMatchObject(isCalledNet ? [{ code: "guessed_costs" }] : []);
});

it.each([
  ["Open Time (UTC),Close Time (UTC)", "2026-01-05T08:00:00.000Z"],
  ["Opening time UTC+1,Closing time UTC+1", "2026-01-05T07:00:00.000Z"],
  ["Opening Time (UTC-5),Closing Time (UTC-5)", "2026-01-05T13:00:00.000Z"],
  ["Opening Time (GMT+5:30),Closing Time (GMT+5:30)", "2026-01-05T02:30:00.000Z"],
  ["Opening Time (UTC+99),Closing Time (UTC+99)", "2026-01-05T08:00:00.000Z"],
])("the times %s have the offset in the header, if there is one", (times, opened) => {
  const { deals } = read(columns.replace("Open Time,Close Time", times));
  expect(new Date(deals[0]!.time).toISOString()).toBe(opened);
});

it.each([
  ["Gross CZK,Balance CZK", "CZK"],
  ["Profit (EUR),Balance (EUR)", "EUR"],
  ["Net USDT,Balance", "USDT"],
  ["Profit (€),Balance (€)", "EUR"],
  ["Profit £,Balance", "GBP"],
  ["Profit ($),Balance ($)", null],
  ["Profit USD,Balance EUR", null],
  ["Profit,Balance", null],
])("the amounts %s have the currency %s", (amounts, currency) => {
  expect(read(columns.replace("Profit,Balance", amounts)).currency).toBe(currency);
});

it.each([
  ["Open Time (UTC+99),Close Time (UTC+99)", "UTC+99"],
  ["Open Time (EET),Close Time", "EET"],
  ["Open Time (UTC+2),Close Time (UTC+3)", "UTC+2, UTC+3"],
])("a zone in the header that cannot be read is a finding: %s", (times, actual) => {
  const statement = read(columns.replace("Open Time,Close Time", times));
  expect(statement.statedZone).toBeUndefined();
  expect(statement.deals).toEqual(expected.deals);
  expect(reconcile(statement)).toMatchObject({
    status: "reconciled",
    findings: [{ code: "unreadable_zone", row: null, expected: "UTC", actual }],
  });
});

it("the pattern of a time in the header is not a zone", () => {
  const pattern = "Open Time (dd.mm.yyyy hh:mm:ss),Close Time (dd.mm.yyyy hh:mm:ss)";
  expect(read(columns.replace("Open Time,Close Time", pattern))).toEqual(expected);
});

it("the currency may be in a column of its own, if it is the same in all rows", () => {
  const withCurrency = (...currencies: string[]) =>
    parse(
      `${columns},Currency`,
      rows.map((row, index) => [...row, currencies[index]!]),
    ).currency;
  expect(withCurrency("eur", "EUR", "EUR")).toBe("EUR");
  expect(withCurrency("EUR", "EUR", "USD")).toBeNull();
});

describe("several currencies, or a word that is none, are a finding", () => {
  const currencyAbove = (line: string) => {
    const file = [line, columns, ...rows.map((row) => row.join(","))].join("\n");
    const { currency, notes } = parseStatement(Buffer.from(file), "UTC");
    return { currency, notes };
  };
  const finding = { code: "unreadable_currency", row: null };

  it("in the header", () => {
    expect(read(columns.replace("Profit,Balance", "Profit USD,Balance EUR")).notes).toEqual([
      expect.objectContaining({ ...finding, expected: null, actual: "USD, EUR" }),
    ]);
  });

  it("in a column beside the header, which counts", () => {
    const header = `${columns.replace("Profit", "Profit EUR")},Currency`;
    const statement = parse(
      header,
      rows.map((row) => [...row, "USD"]),
    );
    expect(statement.currency).toBe("EUR");
    expect(statement.notes).toEqual([
      expect.objectContaining({ ...finding, expected: "EUR", actual: "EUR, USD" }),
    ]);
  });

  it("in the amounts, whose sign counts if it is the only one", () => {
    const signed = (sign: string) => read(columns, (row) => row.with(10, `${sign}${row[10]}`));
    expect(signed("€")).toMatchObject({ currency: "EUR", notes: [] });
    expect(signed("$")).toMatchObject({ currency: null, notes: [] });
    expect(currencyAbove("Currency: USC")).toEqual({ currency: "USC", notes: [] });
    expect(currencyAbove("Currency: Euro")).toMatchObject({
      currency: null,
      notes: [{ ...finding, actual: "Euro" }],
    });
    const mixed = read(columns, (row) => row.with(10, `€${row[10]}`).with(11, `£${row[11]}`));
    expect(mixed.notes).toMatchObject([{ ...finding, actual: "EUR, GBP" }]);
  });
});

describe("the account of a file", () => {
  const above = (lines: string) => {
    const file = [lines, columns, ...rows.map((row) => row.join(","))].join("\n");
    return parseStatement(Buffer.from(`${file}\n`), "UTC");
  };

  it.each([
    "Account,5002001\nCurrency,EUR\nTime zone,UTC+3",
    "Account: 5002001\n\nAccount currency: EUR\nTime zone: UTC+3",
    "Account number;5002001\nCurrency;eur\nTimezone;GMT+3".replaceAll(";", ","),
    "Login: 5002001 (Hedge)\nCurrency: €\nTime Zone: UTC+03:00",
  ])("is stated above the header: %j", (lines) => {
    const statement = above(lines);
    expect(statement).toMatchObject({ login: "5002001", currency: "EUR", statedZone: "Etc/GMT-3" });
    expect(new Date(statement.deals[0]!.time).toISOString()).toBe("2026-01-05T05:00:00.000Z");
  });

  it.each(["Name,Account: 77777\nName: Currency: GBP", "Account,Sim101\nTime: 2026.03.06"])(
    "is not a name or a text that looks like it: %j",
    (lines) => {
      expect(above(lines)).toEqual(expected);
    },
  );

  it.each(["Login", "Account", "Account ID", "Account number"])(
    "may be in the column %s",
    (column) => {
      const inColumn = (...logins: string[]) =>
        parse(
          `${column},${columns}`,
          rows.map((row, index) => [logins[index]!, ...row]),
        );
      expect(inColumn("5002001", "5002001", "")).toEqual({ ...expected, login: "5002001" });
      expect(() => inColumn("5002001", "5002002", "5002001")).toThrow(
        "The file has the trades of several accounts: 5002001, 5002002.",
      );
    },
  );
});

it.each(["Profit (pips)", "Profit %", "Profit, points", "Profit in ticks"])(
  "%s is not an amount",
  (name) => {
    const header = columns.split(",").map((column) => (column === "Profit" ? name : column));
    const lines = [header, ...rows].map((cells) => cells.join(";"));
    expect(() => parseStatement(Buffer.from(`${lines.join("\n")}\n`), "UTC")).toThrow(
      "The header in line 1 has no column for: profit.",
    );
    const beside = [[...header, "Profit USD"], ...rows.map((row) => [...row, row[10]])];
    const { deals } = parseStatement(
      Buffer.from(beside.map((cells) => cells.join(";")).join("\n")),
      "UTC",
    );
    expect(deals).toEqual(expected.deals);
  },
);

it("a profit beside a gross profit is the result after costs", () => {
  const header = columns.replace("Profit,Balance", "Profit,Gross profit");
  const withGross = (row: Row) =>
    row[10] === "100.00" ? row.with(10, "92.50").with(11, "100.00") : row.with(11, row[10]);
  expect(read(header, withGross).deals).toEqual(expected.deals);
});

it("the side may be in a column of its own, beside the type of the order", () => {
  const header = `Side,${columns}`;
  const typed = (type: string) =>
    read(header, (row) => {
      const side = row[3] === "deposit" ? "" : row[3].toUpperCase();
      if (side !== "") row[3] = type;
      return [side, ...row];
    });
  expect(typed("Market")).toEqual(expected);
  expect(typed("Limit")).toMatchObject({ closedTrades: 1, openTrades: 0, cancelledOrders: 1 });
  expect(
    read(columns, (row) => row.with(3, row[3] === "deposit" ? "deposit" : `Market ${row[3]}`)),
  ).toEqual(expected);
});

it("an absent time may be written as a dash", () => {
  expect(read(columns, (row) => row.with(2, row[2] || "-"))).toEqual(expected);
});

it("a total of the profits may include the deposits or exclude them", () => {
  const withTotal = (profit: string) => {
    const total = ["Total", "", "", "", "", "", "", "", "-7.00", "-0.50", profit, ""];
    return reconcile(parse(columns, [...rows, total]));
  };
  for (const profit of ["100.00", "1100.00"])
    expect(withTotal(profit)).toMatchObject({ status: "reconciled", findings: [] });
  expect(withTotal("900.00")).toMatchObject({
    status: "inconsistent",
    findings: [{ code: "total", expected: "100.00", actual: "900.00" }],
  });
});

it("times may have a half of the day", () => {
  const american = (time: string) =>
    time.replace(/(\d{4})\.0?(\d+)\.0?(\d+) (\d+)/, (_, year, month, day, hour: string) => {
      return `${month}/${day}/${year} ${Number(hour) % 12 || 12}`;
    }) + (time === "" ? "" : Number(time.slice(11, 13)) < 12 ? " AM" : " PM");
  const file = read(columns, (row) => row.with(1, american(row[1])).with(2, american(row[2])));
  expect(file.deals).toEqual(expected.deals);
});

it("the order of day and month is also found in closing times", () => {
  const numbers = (time: string) => time.replace(/(\d{4})\.(\d\d)\.(\d\d)/, "$3/$2/$1");
  const late = (row: Row) => row.map((cell) => cell.replace("2026.01.05 21", "2026.01.13 21"));
  const file = read(columns, (row) => late(row).with(1, numbers(row[1])).map(numbers));
  expect(file).toEqual(read(columns, late));
});

it("decimal commas are also found in prices", () => {
  const whole = (row: Row) => row.map((cell) => cell.replace(/\.00$|(?<=-0)\.50$/, ""));
  const commas = (row: Row) =>
    whole(row).map((cell, index) => (index > 4 ? cell.replace(".", ",") : cell));
  expect(read(columns, commas).deals).toEqual(read(columns, whole).deals);
});
