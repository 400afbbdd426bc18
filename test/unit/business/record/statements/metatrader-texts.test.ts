import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { parseStatement } from "../../../../../src/business/record/statements/reading/parse-statement.ts";
import { reconcile } from "../../../../../src/business/record/statements/reading/reconcile.rule.ts";
import { UnreadableStatementError } from "../../../../../src/business/record/statements/reading/statement.ts";
import { mt4Page, threeTrades } from "../../../../support/mt4-pages.ts";
import { mt5Languages, mt5Layouts, mt5ReportIn } from "../../../../support/mt5-languages.ts";

const read = (file: Buffer | string, timeZone = "UTC") => {
  const parsed = parseStatement(Buffer.from(file), timeZone);
  return { ...parsed, reconciliation: reconcile(parsed) };
};

const english = mt5Languages.English!;
const mt5Formats = ["mt5-html", "mt5-xlsx"] as const;

describe.each(Object.entries(mt5Languages))("a report of MetaTrader 5 in %s", (_name, language) => {
  it.each(mt5Layouts)("has the same content as in English, %s", (layout) => {
    for (const format of mt5Formats) {
      const { totals, ...statement } = read(mt5ReportIn({ language, layout }, format));
      const original = read(mt5ReportIn({ language: english, layout: "with fee" }, format));
      const { totals: _totals, ...expected } = original;
      expect(statement).toEqual(expected);
      expect(statement).toMatchObject({ accountName: "Ana Prueba", currency: "USD" });
      expect(totals).toHaveLength(layout === "without fee" ? 3 : 4);
      expect(statement.reconciliation).toEqual({
        status: "reconciled",
        openingBalance: 0n,
        closingBalance: 9_976_589n,
        difference: 0n,
        findings: [],
      });
    }
  });

  it("is inconsistent if its summary states another balance", () => {
    const file = mt5ReportIn({ language, layout: "with fee" }, "mt5-html").toString("utf16le");
    const changed = file.replace(/(.*?<b>)99 765\.89(<\/b>)/s, "$199 765.88$2");
    expect(changed).not.toBe(file);
    expect(read(changed).reconciliation).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "closing_balance", expected: "99765.89", actual: "99765.88" }],
    });
  });
});

/** Texts that a report also prints as titles, labels and figures. */
const structureTexts = [
  "Summary of my plan",
  "Summary:",
  "details in journal",
  "Details:",
  "open trades hedge",
  "Open Trades:",
  "Closed Transactions:",
  "Working Orders:",
  "A/C Summary:",
  "Closed P/L:",
  "Closed P/L: 100.00",
  "Ticket",
  "Balance:",
  "Balance: 5.00",
  "Deposit/Withdrawal: 7.00",
  "Account: 77777",
  "Account:",
  "77777 (GBP, Field-Demo, real, Netting)",
  "Name: Somebody Else",
  "Currency: GBP",
  "Trade History Report",
  "Statement",
  "Deals",
  "Direction",
  "balance",
  "buy",
  "in",
  "canceled",
  "Cancelled",
  "100000.00",
  "-1",
  "2026.01.05 07:12:30",
  "Resultados",
  "Balance Drawdown:",
  "Баланс:",
  "结余：",
  "残高:",
  "Saldo:",
  "Total",
];

describe("what people type never changes what a statement says", () => {
  const named = ({ accountName, ...statement }: ReturnType<typeof read>) => ({
    statement,
    accountName,
  });

  it("in the comments of MetaTrader 4", () => {
    const rowless = (comment: string) => {
      const trades = threeTrades.map((trade) => ({ ...trade, comment }));
      return read(mt4Page({ trades, deposit: comment }));
    };
    const plain = rowless("a plan");
    expect(plain.reconciliation).toMatchObject({ status: "reconciled", closingBalance: 935_000n });
    for (const text of structureTexts) expect([text, rowless(text)]).toEqual([text, plain]);
  });

  it("in the account's name of MetaTrader 4", () => {
    const { statement } = named(read(mt4Page()));
    for (const text of structureTexts) {
      expect(named(read(mt4Page({ name: text })))).toEqual({ statement, accountName: text });
    }
  });

  it.each(mt5Formats)("in the comments and the account's name of a report as %s", (format) => {
    for (const language of [english, mt5Languages.Russian!]) {
      for (const layout of mt5Layouts) {
        const report = (text: string) =>
          read(mt5ReportIn({ language, layout, comment: text, name: text }, format));
        const { statement } = named(report("a plan"));
        expect(statement.reconciliation.status).toBe("reconciled");
        for (const text of structureTexts) {
          expect(named(report(text))).toEqual({ statement, accountName: text });
        }
      }
    }
  });
});

describe("a row that is left out is a finding", () => {
  it.each(["1.23457E+11", "", "#102", "102a"])("if its ticket is %j in MetaTrader 4", (ticket) => {
    const file = mt4Page().replace("<td>102</td>", `<td>${ticket}</td>`);
    expect(read(file).reconciliation).toMatchObject({
      status: "inconsistent",
      findings: expect.arrayContaining([
        expect.objectContaining({ code: "unreadable_row", row: 6 }),
      ]) as unknown,
    });
  });

  it("if a transaction is printed outside of its section", () => {
    const file = mt4Page();
    const [row = ""] = file.match(/<tr><td>102<.*/)!;
    const moved = file.replace(row, "").replace(/<tr><td colspan=14><b>Summary.*/, `$&${row}`);
    expect(read(moved)).toMatchObject({
      closedTrades: 2,
      findings: [{ code: "unreadable_row", row: 11 }],
    });
  });

  const header = { language: mt5Languages.Japanese!, layout: "with fee" } as const;
  const html = mt5ReportIn(header, "mt5-html").toString("utf16le");
  it.each([
    ["its ticket", /50001021(?=<)/, "5.0001E+7", "5.0001E+7"],
    ["its ticket is empty", /50001021(?=<)/, "", "its ticket"],
    ["its direction", />out</, ">hacia fuera<", "its direction"],
    ["the type of the first deal", />balance</, ">agent<", '"agent"'],
    ["its time", /2026\.01\.05 \d\d:\d\d:\d\d(?=<\/td><td nowrap>50001021)/, "soon", "its time"],
  ])("if %s cannot be read in MetaTrader 5", (_name, from, to, message) => {
    const changed = html.replace(from, to);
    expect(changed).not.toBe(html);
    const { findings } = read(changed);
    expect(findings).toMatchObject([{ code: "unreadable_row" }]);
    expect(findings[0]!.message).toContain(message);
  });

  it("if a closed position cannot be read", () => {
    const changed = html.replace(/>1021</, ">1021x<");
    expect(read(changed).findings).toMatchObject([{ code: "unreadable_row" }]);
  });

  it("and so is a running balance that cannot be read", () => {
    const changed = html.replace("<td nowrap>99 923.00</td>", "<td nowrap>soon</td>");
    expect(read(changed).reconciliation).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "unreadable_balance", actual: "soon" }],
    });
  });
});

it("a currency that cannot be read is a finding", () => {
  const page = mt4Page().replace("Currency: USD", "Currency: Dollars");
  const report = mt5ReportIn({ language: english, layout: "with fee" }, "mt5-html")
    .toString("utf16le")
    .replace("(USD,", "(Dollars,");
  for (const file of [page, report]) {
    const { currency, notes } = read(file);
    expect(currency).toBeNull();
    expect(notes).toMatchObject([{ code: "unreadable_currency", actual: "Dollars" }]);
  }
  expect(read(mt4Page().replace("Currency: USD", "Currency:")).notes).toEqual([]);
});

it("a previous balance that cannot be read is inconsistent, not an amount that the file does not state", () => {
  const label = (amount: string) =>
    `<tr><td colspan=2><b>Previous Ledger Balance:</b></td><td><b>${amount}</b></td></tr>`;
  const page = (amount: string) =>
    mt4Page().replace(/<tr>(?=<td colspan=2><b>Deposit)/, `${label(amount)}<tr>`);
  expect(read(page("0.00")).reconciliation).toMatchObject({ status: "reconciled", findings: [] });
  expect(read(page("unknown")).reconciliation).toMatchObject({
    status: "inconsistent",
    findings: [{ code: "unreadable_balance", actual: "unknown" }],
  });
});

it("a report whose balances cannot be followed is inconsistent", () => {
  const file = mt5ReportIn({ language: english, layout: "with fee" }, "mt5-html")
    .toString("utf16le")
    .replaceAll(/<td nowrap>[\d ]+\.\d\d<\/td>(?=(?:<td nowrap><\/td>){2}<\/tr>)/g, "<td></td>");
  expect(read(file).reconciliation).toMatchObject({
    status: "inconsistent",
    openingBalance: null,
    findings: [{ code: "no_balance" }],
  });
});

describe("a name in a code page that is not declared", () => {
  const nameOf = (name: string, encoding: string) =>
    read(iconv.encode(mt4Page({ name }), encoding)).accountName;

  it.each([
    ["windows-1251", "Иван Проба", "Сергей Шварцштейн", "Володимир Зеленський", "Георги Иванов"],
    ["windows-1250", "Łukasz Wiśniewski", "Petr Dvořák", "Željko Petrović", "Anna Kamińska"],
    ["windows-1253", "Γιώργος Παπαδόπουλος", "Ελένη Νίκου"],
    ["windows-1254", "Şükrü Yıldız", "İbrahim Çağlar", "Ayşe Öztürk"],
    ["windows-1252", "José García Núñez", "Jürgen Weiß", "Hélène Lefèvre", "João Simões"],
    ["gbk", "王小明", "张伟"],
    ["big5", "陳大文"],
    ["shift_jis", "山田太郎", "鈴木 一郎", "タナカ"],
  ])("is read in %s", (encoding, ...names) => {
    expect(names.map((name) => nameOf(name, encoding))).toEqual(names);
  });

  it.each([
    [
      "windows-1250",
      "Martinů Stĺpik Szűcs Żółć Győző Kučera Krč Brčko Vŕba Poznań Zvěčný Točná Pięta",
    ],
    ["windows-1251", "Игорь ИВАН иван Эйюб Ђорђевић Ёлка Юлия Ян Мельник Крюков Їжак Демин"],
    [
      "windows-1252",
      "Håkon Nicolò Bæk Þór Zoë Barthès Forêt Ærø Desirèe Krüger Guðrún Œdipe Luã Noël",
    ],
    ["windows-1253", "Παύλος ΓΙΩΡΓΟΣ Ζωή Φως Όλγα Έλλη Νικολαΐδης"],
    ["windows-1254", "Erdoğan Doğu Ağaoğlu Çınar Iğdır Şahin Koç Kâmil"],
    ["windows-1255", "משה כהן"],
    ["windows-1256", "محمد فاطمة سارة"],
    ["windows-1257", "Kazlauskienė Žemaitis Bērziņš Õun Kęstutis Įgnas"],
    ["windows-874", "สมชาย ใจดี วิชัย"],
    ["gbk", "李娜 陈明 欧阳修 唐嫣 彭于晏 刘昊"],
    ["big5", "李娜 王小明 曾志偉"],
    ["shift_jis", "佐藤花子 田中 林"],
    ["euc-kr", "김민수 이지은 윤아"],
  ])("is read or left out in %s, but never another name", (encoding, names) => {
    for (const name of names.split(" ")) expect([name, null]).toContain(nameOf(name, encoding));
  });

  it("may be declared", () => {
    const page = mt4Page({ name: "Erdoğan" });
    const declared = page.replace("<head>", "<head><meta charset=windows-1254>");
    expect(read(iconv.encode(declared, "windows-1254")).accountName).toBe("Erdoğan");
  });
});

it("the totals row of MetaTrader 4 may begin with a full-width space in any code page", () => {
  for (const encoding of ["gbk", "shift_jis", "big5", "euc-kr"]) {
    const file = iconv.encode(mt4Page({ name: "\u3000", blank: "\u3000" }), encoding);
    for (const bytes of [
      file,
      Buffer.concat([file, Buffer.from("<p>\xe9\xa1\xff</p>", "latin1")]),
    ]) {
      expect(read(bytes).totals.filter(({ row }) => row === 8)).toHaveLength(4);
    }
  }
});

describe("a report of MetaTrader that was saved as CSV is rejected", () => {
  const cells = (file: string) =>
    [...file.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<t[dh][^>]*?(?:colspan="?(\d+)"?)?[^>]*>(.*?)<\/t[dh]>/gs)].flatMap(
        ([, span = "1", text = ""]) => [
          text.replaceAll(/<[^>]*>|&nbsp;/g, ""),
          ...Array<string>(Number(span) - 1).fill(""),
        ],
      ),
    );
  const csv = (file: string, delimiter: string) =>
    cells(file)
      .map((row) => row.map((cell) => (/[,;]/.test(cell) ? `"${cell}"` : cell)).join(delimiter))
      .join("\r\n");
  const reports = Object.entries(mt5Languages).map(([language, words]) => [
    `MetaTrader 5 in ${language}`,
    mt5ReportIn({ language: words, layout: "with fee" }, "mt5-html").toString("utf16le").slice(1),
  ]);

  it.each([["MetaTrader 4", mt4Page()], ...reports])("%s", (_name, file) => {
    for (const delimiter of [",", ";", "\t"]) {
      const attempt = () => read(csv(file, delimiter));
      expect(attempt).toThrow(UnreadableStatementError);
      expect(attempt).toThrow(/saved as CSV.*HTML or XLSX/);
    }
  });
});

describe("a position that closes in the hour which a clock change repeats", () => {
  const athens = (file: string | Buffer) =>
    read(file, "Europe/Athens").deals.map(({ entry, time }) => [
      entry,
      new Date(time).toISOString(),
    ]);
  const expected = [
    ["in", "2026-10-25T00:50:00.000Z"],
    ["out", "2026-10-25T01:10:00.000Z"],
  ];

  it("is closed at the second instant in a CSV file", () => {
    const lines = [
      "Ticket,Open Time,Type,Volume,Symbol,Open Price,Close Time,Close Price,Profit",
      "1,2026.10.25 03:50:00,buy,0.10,BTCUSD,1.1,2026.10.25 03:10:00,1.2,5.00",
    ];
    expect(athens(lines.join("\n"))).toEqual(expected);
  });

  it("is never moved in a CSV file that states the offset of the time", () => {
    const lines = [
      "Ticket,Open Time,Type,Volume,Symbol,Open Price,Close Time,Close Price,Swap,Profit",
      "1,2026-10-25 03:50:00 +03:00,buy,0.10,BTCUSD,1.1,2026-10-25 03:10:00 +03:00,1.2,0,5.00",
    ];
    expect(athens(lines.join("\n"))).toEqual([
      ["in", "2026-10-25T00:10:00.000Z"],
      ["out", "2026-10-25T00:10:00.000Z"],
    ]);
    expect(read(lines.join("\n"), "Europe/Athens").notes).toMatchObject([
      { code: "close_before_open", row: 2, actual: "2026-10-25T00:10:00.000Z" },
    ]);
  });

  const deal = (ticket: number, time: string, entry: string, balance: string) =>
    [`2026.10.${time}`, ticket, "BTCUSD", entry === "in" ? "buy" : "sell", entry, "1", "1.1"]
      .concat([ticket, "0", "0", entry === "in" ? "0" : "5", balance].map(String))
      .map((cell) => `<td>${cell}</td>`)
      .join("");
  const report = (opened: string, closed: string) => {
    const position = `<td>2026.10.${opened}</td><td>1</td><td>BTCUSD</td><td>buy</td><td>1</td><td>1.1</td><td></td><td></td><td>2026.10.${closed}</td><td>1.1</td><td>0</td><td>0</td><td>5</td>`;
    const rows = [position, deal(1, opened, "in", "0"), deal(2, closed, "out", "5")];
    return `<html><table>${rows.map((row) => `<tr>${row}</tr>`).join("")}</table></html>`;
  };

  it("is closed at the second instant in a report of MetaTrader 5", () => {
    const file = report("25 03:50:00", "25 03:10:00");
    expect(athens(file)).toEqual(expected);
    expect(read(file, "Europe/Athens")).toMatchObject({
      closedTrades: 1,
      openTrades: 0,
      notes: [],
    });
  });

  it("counts as closed with a finding if no reading of the times keeps the order", () => {
    const statement = read(report("25 03:50:00", "25 02:50:00"), "Europe/Athens");
    expect(statement).toMatchObject({ closedTrades: 1, openTrades: 0 });
    expect(statement.reconciliation).toMatchObject({
      status: "reconciled",
      findings: [{ code: "close_before_open", row: 3 }],
    });
  });

  it("is closed at the first instant if that keeps the order", () => {
    expect(athens(report("25 03:10:00", "25 03:50:00"))).toEqual([
      ["in", "2026-10-25T00:10:00.000Z"],
      ["out", "2026-10-25T00:50:00.000Z"],
    ]);
  });
});
