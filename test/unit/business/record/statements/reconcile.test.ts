import { describe, expect, it } from "vitest";
import { parseStatement } from "../../../../../src/business/record/statements/reading/parse-statement.ts";
import { reconcile } from "../../../../../src/business/record/statements/reading/reconcile.rule.ts";
import { writeCsv, writeMt4Html } from "../../../../../src/demo/statements/write-statement.ts";
import { writeMt5Html } from "../../../../../src/demo/statements/write-mt5.ts";
import { demoStatement } from "../../../../support/demo-statements.ts";

const mt4 = () => writeMt4Html(demoStatement()).toString();
const mt5 = () => writeMt5Html(demoStatement()).toString("utf16le").slice(1);
const csv = () => writeCsv(demoStatement()).toString();

const judge = (text: string) => reconcile(parseStatement(Buffer.from(text), "UTC"));

/** Replaces the only occurrence of a text. */
function replaceOnce(text: string, from: string, to: string): string {
  expect(text.split(from)).toHaveLength(2);
  return text.replace(from, to);
}

describe("MetaTrader 4", () => {
  it("without the deposit is partial: the closing balance implies an opening balance", () => {
    const withoutDeposit = mt4()
      .replace(/<tr[^>]*><td title="Deposit">.*?<\/tr>/, "")
      .replace(/(Deposit\/Withdrawal:.*?<b>)100 000\.00/, "$10.00");
    expect(judge(withoutDeposit)).toMatchObject({
      status: "partial",
      openingBalance: 10_000_000n,
      closingBalance: 9_976_589n,
      difference: 0n,
      findings: [],
    });
  });

  it("with a wrong total of a column names the row and both figures", () => {
    const wrong = replaceOnce(
      mt4(),
      "<td class=mspt>-3.11</td><td class=mspt>-210.00</td></tr>",
      "<td class=mspt>-3.12</td><td class=mspt>-210.00</td></tr>",
    );
    expect(judge(wrong)).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "total", row: 12, expected: "-3.11", actual: "-3.12" }],
    });
  });

  it("with a wrong Closed P/L is inconsistent", () => {
    const wrong = mt4().replace(/(Closed P\/L:.*?<b>)-234\.11/, "$1-134.11");
    expect(judge(wrong)).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "total", expected: "-234.11", actual: "-134.11" }],
    });
  });

  it("with an edited amount is inconsistent", () => {
    const wrong = mt4().replace("-120.00</td></tr>", "-20.00</td></tr>");
    expect(judge(wrong)).toMatchObject({
      status: "inconsistent",
      openingBalance: 0n,
      closingBalance: 9_976_589n,
      difference: -10_000n,
    });
  });

  it("includes taxes in the totals", () => {
    const taxed = mt4()
      .replace("-3.50</td><td class=mspt>0.00", "-3.50</td><td class=mspt>-1.00")
      .replace("-21.00</td><td class=mspt>0.00", "-21.00</td><td class=mspt>-1.00")
      .replaceAll("-234.11", "-235.11")
      .replaceAll("99 765.89", "99 764.89");
    expect(judge(taxed)).toMatchObject({
      status: "reconciled",
      closingBalance: 9_976_489n,
      findings: [],
    });
  });

  it("leaves out the empty order by which another one was closed", () => {
    const dates = "<td>2026.01.07 08:00</td><td>sell</td><td>0.00</td><td>eurusd</td>";
    const prices = "<td>1.1</td><td>0.0</td><td>0.0</td><td>2026.01.07 09:00</td><td>1.1</td>";
    const hedge = (profit: string) => {
      const amounts = `<td>0.00</td><td>0.00</td><td>0.00</td><td>${profit}</td>`;
      const row = `<tr><td title="close hedge by #7">8</td>${dates}${prices}${amounts}</tr>`;
      return mt4().replace(/<tr[^>]*><td title="Deposit">.*?<\/tr>/, `$&${row}`);
    };
    const parsed = parseStatement(Buffer.from(hedge("0.00")), "UTC");
    expect(parsed.deals).toHaveLength(12);
    expect(reconcile(parsed)).toMatchObject({ status: "reconciled", findings: [] });
    expect(judge(hedge("1.00"))).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "unreadable_row" }],
    });
  });

  it("cut short is never reconciled", () => {
    const text = mt4();
    for (const share of [0.5, 0.7, 0.9]) {
      const result = judge(text.slice(0, Math.floor(text.length * share)));
      expect(result.status).toBe("inconsistent");
      expect(result.findings.at(-1)).toMatchObject({ code: "truncated" });
    }
  });
});

describe("the statement of a day that a server of MetaTrader 4 mails", () => {
  const cells = (texts: string[]) => texts.map((text) => `<td>${text}</td>`).join("");
  const columns = ["Ticket", "Open Time", "Type", "Lots", "Item", "Price", "S / L", "T / P"];
  const figures = ["Price", "Commission", "R/O Swap", "Trade P/L"];
  const rows = [
    cells(["A/C No: <b>5002001</b>", "Name: <b>Olivia Bennett</b>", "2026 March 2, 23:59"]),
    cells(["<b>Closed Transactions:</b>"]),
    cells([...columns, "Close Time", ...figures]),
    "<td>7</td><td>2026.03.02 08:00</td><td>balance</td><td colspan=9>Withdrawal</td><td>-20.00</td>",
    cells(["8", "2026.03.02 09:00", "buy", "0.10", "EURUSD", "1.08000", "0.00000", "0.00000"]) +
      cells(["2026.03.02 10:00", "1.08100", "-0.70", "-0.10", "10.00"]),
    "<td colspan=10>&nbsp;</td><td>-0.70</td><td>-0.10</td><td>10.00</td>",
    cells(["<b>Open Trades:</b>"]),
    cells([...columns, "&nbsp;", ...figures]),
    "<td colspan=13>No transactions</td>",
    cells(["<b>Working Orders:</b>"]),
    cells(["<b>A/C Summary:</b>"]),
    "<td colspan=3>Previous Ledger Balance:</td><td>1 000.00</td><td>Floating P/L:</td><td>0.00</td>",
    "<td colspan=3>Closed Trade P/L:</td><td>9.20</td><td>Total Credit Facility:</td><td>0.00</td>",
    "<td colspan=3>Deposit/Withdrawal:</td><td>-20.00</td><td>Equity:</td><td>989.20</td>",
    "<td colspan=3>Balance:</td><td>989.20</td><td>Margin Requirement:</td><td>0.00</td>",
  ];
  const file = (text = rows.map((row) => `<tr>${row}</tr>`).join("\n")) =>
    `<title>5002001: Daily Confirmation</title><table>${text}</table>`;

  it("is reconciled from the opening balance that it states", () => {
    expect(judge(file())).toEqual({
      status: "reconciled",
      openingBalance: 100_000n,
      closingBalance: 98_920n,
      difference: 0n,
      findings: [],
    });
    const { deals, operations, login } = parseStatement(Buffer.from(file()), "UTC");
    expect(login).toBe("5002001");
    expect(deals).toMatchObject([
      { ticket: "8/in" },
      { ticket: "8/out", profit: 1000n, commission: -70n, swap: -10n, fee: 0n },
    ]);
    expect(operations).toMatchObject([{ kind: "withdrawal", amount: -2000n }]);
  });

  it("is inconsistent if its rows do not lead from one balance to the other", () => {
    const changed = replaceOnce(file(), "<td>1 000.00</td>", "<td>1 000.01</td>");
    expect(judge(changed)).toMatchObject({
      status: "inconsistent",
      difference: -1n,
      findings: [{ code: "closing_balance", row: 15, expected: "989.21", actual: "989.20" }],
    });
  });

  it("is partial without the balance of the previous day, as that of a month", () => {
    const monthly = replaceOnce(file(), "Previous Ledger Balance:</td><td>1 000.00", "</td><td>");
    expect(judge(monthly)).toMatchObject({ status: "partial", openingBalance: 100_000n });
  });
});

describe("MetaTrader 5", () => {
  it("with one wrong running balance names its row, and reports it once", () => {
    const wrong = mt5().replace("<td nowrap>99 923.00</td>", "<td nowrap>99 933.00</td>");
    const { status, findings } = judge(wrong);
    expect(status).toBe("inconsistent");
    expect(findings[0]).toMatchObject({
      code: "running_balance",
      expected: "99923.00",
      actual: "99933.00",
    });
  });

  it("with a closing balance that differs from its rows is inconsistent", () => {
    const wrong = mt5().replace(/(Balance:<\/td><td[^>]*><b>)99 765\.89/, "$199 765.99");
    expect(judge(wrong)).toMatchObject({
      status: "inconsistent",
      difference: 10n,
      findings: [{ code: "closing_balance", expected: "99765.89", actual: "99765.99" }],
    });
  });

  it("of a filtered period is partial: its first running balance implies an earlier one", () => {
    const filtered = mt5().replace(
      /<tr[^>]*>(?:<td nowrap>[^<]*<\/td>){2}<td nowrap><\/td><td nowrap>balance<\/td>.*?<\/tr>/,
      "",
    );
    expect(judge(filtered)).toMatchObject({
      status: "partial",
      openingBalance: 10_000_000n,
      difference: 0n,
    });
  });

  it("is read in any language of the platform", () => {
    const french = mt5()
      .replace("Account:", "Compte:")
      .replace("<b>Positions</b>", "<b>Positions</b>")
      .replace("<b>Orders</b>", "<b>Ordres</b>")
      .replace("<b>Deals</b>", "<b>Transactions</b>")
      .replaceAll("<b>Deal</b>", "<b>Transaction</b>")
      .replaceAll("<b>Balance</b>", "<b>Solde</b>")
      .replace(">Balance:<", ">Solde:<")
      .replaceAll("Trade History Report", "Rapport d'historique");
    const parsed = parseStatement(Buffer.from(french), "UTC");
    expect(parsed).toMatchObject({ format: "mt5-html", login: "5002001", currency: "USD" });
    expect(parsed.deals).toHaveLength(12);
    expect(reconcile(parsed).status).toBe("reconciled");
  });

  it("excludes credits from the balance", () => {
    const deposit =
      /(<tr[^>]*><td nowrap>[^<]*<\/td><td nowrap>)1000(<\/td><td nowrap><\/td><td nowrap>)balance(<\/td>.*?)100 000\.00(<\/td>.*?<\/tr>)/;
    const withCredit = mt5().replace(deposit, "$&$1999$2credit$3500.00$4");
    const parsed = parseStatement(Buffer.from(withCredit), "UTC");
    expect(parsed.operations).toMatchObject([
      { kind: "deposit" },
      { kind: "credit", amount: 50_000n },
    ]);
    expect(reconcile(parsed).status).toBe("reconciled");
  });
});

describe("the total of the profits in a MetaTrader 5 report", () => {
  const rows = [
    ["2026.01.05 07:00:00", "1", "", "balance", "", "", "", "", "0.00", "0.00", "0.00"],
    ["2026.01.05 07:01:00", "2", "", "credit", "", "", "", "", "0.00", "0.00", "0.00"],
    ["2026.01.05 08:00:00", "3", "EURUSD", "buy", "in", "1", "1.1", "3", "-3.50", "0.00", "0.00"],
    ["2026.01.05 09:00:00", "4", "EURUSD", "sell", "out", "1", "1.2", "4", "-3.50", "0.00", "0.00"],
  ];
  const figures = [
    ["1 000.00", "1 000.00"],
    ["500.00", "1 000.00"],
    ["0.00", "996.50"],
    ["10.00", "1 003.00"],
  ];
  const report = (total: string) => {
    const body = rows.map((row, index) => [...row, ...figures[index]!, ""]);
    const totals = [...Array<string>(8).fill(""), "-7.00", "0.00", "0.00", total, "1 003.00", ""];
    const lines = [...body, totals].map((row) => row.map((cell) => `<td>${cell}</td>`).join(""));
    return `<html><table>${lines.map((line) => `<tr>${line}</tr>`).join("")}</table></html>`;
  };

  it.each(["10.00", "1 010.00", "1 510.00"])(
    "may be %s: of trades, operations, credits",
    (total) => {
      expect(judge(report(total))).toMatchObject({ status: "reconciled", findings: [] });
    },
  );

  it("is inconsistent if it is anything else", () => {
    expect(judge(report("1 510.01"))).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "total", row: 5, expected: "10.00", actual: "1510.01" }],
    });
  });
});

describe("CSV", () => {
  it.each([
    ["without a balance column", ""],
    ["with a balance column that is always empty", ","],
  ])("%s is partial and has no balances", (_, ending) => {
    const [header = "", ...lines] = csv().trim().split("\n");
    const changed = lines.map((line) => line.split(",").slice(0, -1).join(",") + ending);
    const shown = ending === "" ? header.split(",").slice(0, -1).join(",") : header;
    expect(judge([shown, ...changed, ""].join("\n"))).toEqual({
      status: "partial",
      openingBalance: null,
      closingBalance: null,
      difference: 0n,
      findings: [],
    });
  });

  it("with one wrong balance names its line, but not the next one", () => {
    expect(judge(csv().replace("99923.00", "99923.01"))).toMatchObject({
      status: "inconsistent",
      findings: [
        {
          code: "running_balance",
          message: "Row 4 states a balance of 99,923.01; the rows give 99,923.00.",
          row: 4,
          expected: "99923.00",
          actual: "99923.01",
        },
      ],
    });
  });

  it("continues from the corrected balance only in the row after the wrong one", () => {
    const deposits = [
      "Time,Deal,Symbol,Type,Direction,Volume,Price,Commission,Profit,Balance",
      "2026.03.02 08:00,1,,balance,,,,,1000.00,1000.00",
      "2026.03.02 09:00,2,,balance,,,,,10.00,1011.00",
      "2026.03.02 10:00,3,,balance,,,,,10.00,1020.00",
      "2026.03.02 11:00,4,,balance,,,,,10.00,1020.00",
    ].join("\n");
    expect(judge(deposits).findings).toMatchObject([
      { code: "running_balance", row: 3, expected: "1010.00", actual: "1011.00" },
      { code: "running_balance", row: 5, expected: "1030.00", actual: "1020.00" },
    ]);
  });

  it.each([
    ["semicolons", ";"],
    ["tabs", "\t"],
  ])("is read with %s, and with its newest row first", (_name, delimiter) => {
    const [header, ...lines] = csv().trim().replaceAll(",", delimiter).split("\n");
    expect(judge([header, ...lines.toReversed()].join("\r\n"))).toMatchObject({
      status: "reconciled",
      closingBalance: 9_976_589n,
    });
  });

  it("is read with the column names of other platforms and decimal commas", () => {
    const file = [
      "Order;Type;Item;Lots;Open Date;Entry Price;Close Date;Exit Price;Commission;Swaps;P/L;Running Balance",
      '1;Deposit;;;05.01.2026 06:00;;;;;;"1.000,00";"1.000,00"',
      '2;Buy;EURUSD;0,50;05.01.2026 07:00;1,08345;05.01.2026 08:00;1,08445;-3,50;0,00;50,00;"1.046,50"',
    ].join("\n");
    const parsed = parseStatement(Buffer.from(file), "UTC");
    expect(parsed.deals).toMatchObject([
      { ticket: "2/in", volume: "0.50", price: "1.08345" },
      { ticket: "2/out", price: "1.08445", profit: 5000n, commission: -350n },
    ]);
    expect(reconcile(parsed)).toMatchObject({ status: "reconciled", closingBalance: 104_650n });
  });

  it("may state the volumes of sells with a minus sign", () => {
    const lines = csv().split("\n");
    const signed = lines.map((line) => line.replace(/(,sell,)(?=\d)/i, "$1-"));
    expect(signed).not.toEqual(lines);
    const { deals, findings } = parseStatement(Buffer.from(signed.join("\n")), "UTC");
    expect(findings).toEqual([]);
    expect(deals).toEqual(parseStatement(Buffer.from(lines.join("\n")), "UTC").deals);
  });

  it("with a balance that cannot be read is inconsistent", () => {
    expect(judge(csv().replace("99923.00", "99923.00 USD."))).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "unreadable_balance", actual: "99923.00 USD." }],
    });
  });

  it("keeps the findings about the whole file, whatever else there is to report", () => {
    const header =
      "Ticket,Type,Symbol,Volume,Open Price,Close Price,Profit,Open Time,Close Time,Balance";
    const lines = Array.from(
      { length: 250 },
      (_, index) =>
        `${index + 1},buy,EURUSD,1,1,1,5.00,2026-06-05T09:00Z,2026-06-05T08:00Z,${index}`,
    );
    const file = Buffer.from([header, ...lines, "251,buy"].join("\n"));
    const { findings } = reconcile(parseStatement(file, "Asia/Tokyo"));
    expect(findings).toHaveLength(200);
    const codes = findings.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["running_balance", "truncated", "other_zone"]));
    expect(codes.filter((code) => code === "close_before_open")).toHaveLength(101);
    const messages = findings.filter(({ row }) => row === null).map(({ message }) => message);
    expect(messages).toContain("150 more findings like those above are not listed.");
  });

  it("keeps a note about a guess beside more contradictions than are reported", () => {
    const header =
      "Ticket,Type,Symbol,Volume,Open Price,Close Price,Profit,Open Time,Close Time,Balance";
    const lines = Array.from(
      { length: 250 },
      (_, index) => `${index + 1},buy,EURUSD,1,1,1,5.00,05/06/2026 09:00,05/06/2026 10:00,${index}`,
    );
    const { findings } = judge([header, ...lines].join("\n"));
    expect(findings).toHaveLength(200);
    expect(findings[0]).toMatchObject({ code: "running_balance" });
    expect(findings.at(-1)).toMatchObject({ code: "ambiguous_dates" });
  });

  it.each(["0.00", "-0", "", "a lot"])("leaves out a trade with the volume %j", (volume) => {
    const [header, ...lines] = csv().split("\n");
    const changed = lines.map((line) => line.replace(/(,sell,)[^,]*/i, `$1${volume}`));
    const { deals, findings } = parseStatement(Buffer.from([header, ...changed].join("\n")), "UTC");
    expect(findings.length).toBeGreaterThan(0);
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(["unreadable_row"]));
    expect(deals.filter(({ ticket, side }) => ticket.endsWith("/in") && side === "sell")).toEqual(
      [],
    );
  });

  it("holds the same records as the MetaTrader 4 statement of the same orders", () => {
    const records = (text: string) =>
      parseStatement(Buffer.from(text), "Europe/Athens")
        .deals.map(({ row: _row, ...deal }) => deal)
        .toSorted((a, b) => a.ticket.localeCompare(b.ticket));
    expect(records(csv())).toEqual(records(mt4()));
  });
});
