import { randomBytes } from "node:crypto";
import { zipSync } from "fflate";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { parseStatement } from "../../../../../src/business/record/statements/reading/parse-statement.ts";
import {
  StatementTooLargeError,
  UnreadableStatementError,
} from "../../../../../src/business/record/statements/reading/statement.ts";
import { readXlsxRows } from "../../../../../src/business/record/statements/reading/xlsx-rows.ts";
import { writeMt4Html } from "../../../../../src/demo/statements/write-statement.ts";
import { writeMt5Xlsx } from "../../../../../src/demo/statements/write-mt5.ts";
import { demoStatement } from "../../../../support/demo-statements.ts";

const parse = (bytes: Buffer | string) => parseStatement(Buffer.from(bytes), "UTC");

describe("a file that is not a statement is rejected with its detected type", () => {
  it.each([
    ["nothing", "", /empty/],
    ["a PDF", "%PDF-1.7 …", /is a PDF/],
    ["an image", Buffer.from("89504e470d0a1a0a", "hex"), /is an image/],
    ["a gzip archive", Buffer.from("1f8b0800", "hex"), /gzip/],
    ["a page", "<html><body><table><tr><td>Hello</td></tr></table></body></html>", /HTML page/],
    ["prose", "Dear Sir,\nplease find attached my trades.", /without a header/],
    ["another table", "Name,Age\nOlivia,31\n", /without a header/],
    ["random bytes", randomBytes(4096), /Accepted files are/],
    [
      "a workbook of something else",
      Buffer.from(
        zipSync({ "xl/worksheets/sheet1.xml": Buffer.from("<worksheet><sheetData/></worksheet>") }),
      ),
      /workbook/,
    ],
    ["a zip archive", Buffer.from(zipSync({ "a.txt": Buffer.from("a") })), /without a worksheet/],
    ["a header alone", "Ticket,Open Time,Type,Profit\n", /no trades/],
  ])("%s", (_name, bytes, message) => {
    expect(() => parse(bytes as Buffer)).toThrow(UnreadableStatementError);
    expect(() => parse(bytes as Buffer)).toThrow(message);
    expect(() => parse(bytes as Buffer)).toThrow(/Accepted files are|Export the report/);
  });
});

it("a deal of MetaTrader 5 with an unknown type is an unreadable row", () => {
  const row = (ticket: string, type: string, amount: string, balance: string) => [
    "2026.03.01 09:00:00",
    ticket,
    "",
    type,
    "",
    "",
    "",
    "",
    "0",
    "0",
    amount,
    balance,
  ];
  const rows = [row("1", "balance", "1000", "1000"), row("2", "agent", "-10", "990")];
  const html = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
  const { operations, findings } = parse(
    `<html><title>Trade History Report</title><table>${html.join("")}</table></html>`,
  );
  expect(operations).toHaveLength(1);
  expect(findings).toMatchObject([
    { code: "unreadable_row", message: expect.stringContaining('"agent"') as string },
  ]);
});

describe("a file that is cut short", () => {
  it("is truncated if it has rows without the tags around them, as its middle would", () => {
    const cells = ["2026.03.01 09:00:00", "1", "", "balance", "", "", "", "", "0", "0", "10", "10"];
    const row = `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
    const title = "<title>Trade History Report</title>";
    expect(parse(`${title}${row}`).isTruncated).toBe(true);
    expect(parse(`${title}<table>${row}</table>`).isTruncated).toBe(false);
  });

  const head = "Ticket,Open Time,Type,Size,Item,Price,Close Time,Close Price,Profit\n";
  const row = '"1","2026.03.02 09:00:00","buy","1","X","1","2026.03.02 10:00:00","1","5"';

  it("within a quoted value of a CSV file is truncated, and its other rows are read", () => {
    const parsed = parse(`${head}${row}\n"2","2026.03.02 09:0`);
    expect(parsed).toMatchObject({ isTruncated: true, deals: [{ row: 2 }, { row: 2 }] });
    expect(parse(`${head}${row}\n`).isTruncated).toBe(false);
  });

  it("after the direction of a deal of MetaTrader 5 has an unreadable row", () => {
    const deal = ["2026.03.02 09:00:00", "2", "EURUSD", "buy", "in"];
    const cells = (values: string[]) => values.map((value) => `<td>${value}</td>`).join("");
    const balance = [
      "2026.03.01 09:00:00",
      "1",
      "",
      "balance",
      "",
      "",
      "",
      "",
      "0",
      "0",
      "10",
      "10",
    ];
    const parsed = parse(
      `<html><title>Trade History Report</title><table><tr>${cells(balance)}</tr><tr>${cells(deal)}`,
    );
    expect(parsed).toMatchObject({ isTruncated: true, findings: [{ code: "unreadable_row" }] });
  });

  it("loses its NUL characters, which cannot be stored", () => {
    const [deal] = parse(`${head}${row.replace('"X"', '"X\0"')}\n`).deals;
    expect(deal).toMatchObject({ symbol: "X" });
  });
});

it.each([
  ["ticket of a trade", '"1"'],
  ["ticket of a deposit", '"0"'],
  ["symbol", '"X"'],
])("a %s of more than 64 characters is in an unreadable row", (_name, cell) => {
  const lines = [
    "Ticket,Open Time,Type,Size,Item,Price,Close Time,Close Price,Profit",
    '"0","2026.03.02 08:00:00","deposit","","","","","","500"',
    '"1","2026.03.02 09:00:00","buy","1","X","1","2026.03.02 10:00:00","1","5"',
    '"2","2026.03.02 09:00:00","buy","1","Y","1","2026.03.02 10:00:00","1","5"',
  ];
  const parseWith = (length: number) =>
    parse(lines.join("\n").replace(cell, `"${"9".repeat(length)}"`));
  expect(parseWith(64).findings).toEqual([]);
  const { deals, operations, findings } = parseWith(65);
  expect(findings).toMatchObject([{ code: "unreadable_row" }]);
  expect(deals.length / 2 + operations.length).toBe(2);
});

describe("a small file with an enormous table", () => {
  it("is rejected if it is a workbook", () => {
    const row = '<row><c r="GR1"><v>1</v></c></row>';
    const sheet = Buffer.from(
      `<worksheet><sheetData>${row.repeat(101_000)}</sheetData></worksheet>`,
    );
    const file = Buffer.from(zipSync({ "xl/worksheets/sheet1.xml": sheet }));
    expect(() => parse(file)).toThrow(/more than 20 million cells/);
  });

  it("is rejected if it is a page", () => {
    const row = '<tr><td colspan="100"></td><td colspan="100"></td></tr>';
    const file = `<html><title>Trade History Report</title><table>${row.repeat(101_000)}</table></html>`;
    expect(() => parse(file)).toThrow(/more than 20 million cells/);
  });
});

describe("a workbook that unpacks to more than 400 MB", () => {
  const sheet = Buffer.concat([Buffer.from("<worksheet>"), Buffer.alloc(2_000_000, " ")]);
  const file = Buffer.from(zipSync({ "xl/worksheets/sheet1.xml": sheet }));

  it("is rejected before it is unpacked if it declares its size", () => {
    const honest = Buffer.from(file);
    honest.writeUInt32LE(401 * 1024 * 1024, 22);
    expect(() => parse(honest)).toThrow(StatementTooLargeError);
  });

  it("is rejected while it is unpacked if it declares a smaller size", () => {
    const lying = Buffer.from(file);
    lying.writeUInt32LE(1000, 22);
    expect(() => readXlsxRows(lying, 1_000_000)).toThrow(StatementTooLargeError);
    expect(readXlsxRows(lying, 3_000_000).rows).toEqual([]);
  });
});

it.each([
  ["HTML", Buffer.from(`<html><table>${"<b>".repeat(2_000_000)}`)],
  ["XML", Buffer.from(zipSync({ "xl/worksheets/sheet1.xml": Buffer.alloc(20_000_000, "<row>") }))],
])("%s nested to exhaust the memory is rejected immediately", (_name, file) => {
  const before = process.threadCpuUsage();
  expect(() => parse(file)).toThrow(UnreadableStatementError);
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
});

it("XML entities of a workbook are not expanded", () => {
  const sheet = `<!DOCTYPE worksheet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
    <worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>`;
  const file = Buffer.from(zipSync({ "xl/worksheets/sheet1.xml": Buffer.from(sheet) }));
  expect(() => parse(file)).toThrow(UnreadableStatementError);
});

it("a comment of 20 MB is skipped quickly and hides no rows", () => {
  const html = writeMt4Html(demoStatement()).toString();
  const huge = html.replace(
    '<td title="">1001</td>',
    `<td title="">1001</td><!-- ${"x".repeat(20_000_000)} -->`,
  );
  const before = process.threadCpuUsage();
  expect(parse(huge).deals).toHaveLength(12);
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
});

it("scripts in a statement are text in a name, and ignored elsewhere", () => {
  const html = writeMt4Html(demoStatement({ name: "<script>alert(1)</script>" })).toString();
  expect(parse(html).accountName).toBe("<script>alert(1)</script>");
  const injected = html.replace(
    "<tr align=left><td colspan=14><b>Summary",
    "<script>document.write('<tr><td>1</td></tr>')</script>$&",
  );
  expect(parse(injected).deals).toHaveLength(12);
});

it("a truncated workbook is read up to its end, or rejected if too little is left", () => {
  const file = writeMt5Xlsx(demoStatement());
  const parsed = (share: number) => parse(file.subarray(0, Math.floor(file.length * share)));
  expect(() => parsed(0.2)).toThrow(UnreadableStatementError);
  const { isTruncated, deals } = parsed(0.75);
  expect([isTruncated, deals.length > 0]).toEqual([true, true]);
  expect(parse(file).deals.slice(0, deals.length)).toEqual(deals);
});

describe("a statement is read in any of its encodings", () => {
  const name = "Željka Müller-Ångström";
  const html = writeMt4Html(demoStatement({ name })).toString();
  it.each(["utf-8", "utf-16le", "utf-16be", "windows-1250", "windows-1252"])("%s", (encoding) => {
    const text = encoding === "windows-1252" ? html.replaceAll("Ž", "\u017d") : html;
    const declared = text.replace("charset=utf-8", `charset=${encoding}`);
    for (const addBOM of [true, false]) {
      if (addBOM && encoding.startsWith("windows")) continue;
      const sample = encoding === "windows-1250" ? declared.replaceAll("Å", "A") : declared;
      const parsed = parse(iconv.encode(sample, encoding, { addBOM }));
      expect(parsed.accountName).toBe(encoding === "windows-1250" ? name.replace("Å", "A") : name);
      expect(parsed.deals).toHaveLength(12);
    }
  });

  it.each(["windows-1252", "iso-8859-1", "latin1"])(
    "the characters 0x80 to 0x9F of windows-1252 are not Latin-1 if it is declared as %s",
    (declared) => {
      const statement = writeMt4Html(demoStatement({ name: "Ž € “quoted”" })).toString();
      const bytes = iconv.encode(
        statement.replace("charset=utf-8", `charset=${declared}`),
        "windows-1252",
      );
      expect(parse(bytes).accountName).toBe("Ž € “quoted”");
    },
  );
});
