import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, it } from "vitest";
import { parseStatement } from "../../../../../src/business/record/statements/reading/parse-statement.ts";
import { reconcile } from "../../../../../src/business/record/statements/reading/reconcile.rule.ts";
import { StatementTooLargeError } from "../../../../../src/business/record/statements/reading/statement.ts";
import { writeMt5Xlsx } from "../../../../../src/demo/statements/write-mt5.ts";
import { demoStatement } from "../../../../support/demo-statements.ts";

const SHEET = "xl/worksheets/sheet1.xml";
const original = writeMt5Xlsx(demoStatement());

/** Returns the workbook with another worksheet or other entries. */
function rewrite(change: (sheet: string) => string, others: Record<string, Uint8Array> = {}) {
  const entries = unzipSync(original);
  const sheet = strToU8(change(strFromU8(entries[SHEET]!)));
  return Buffer.from(zipSync({ ...entries, ...others, [SHEET]: sheet }));
}

const parse = (bytes: Buffer) => parseStatement(bytes, "UTC");

it("tags may have a prefix, as some libraries write them", () => {
  const prefixed = rewrite((sheet) =>
    sheet.replaceAll(/<(\/?)(?=[a-z])/gi, "<$1x:").replace("xmlns=", "xmlns:x="),
  );
  expect(parse(prefixed)).toEqual(parse(original));
});

it("cells and rows may have no references, as in workbooks that name only what they skip", () => {
  const plain = rewrite((sheet) => sheet.replaceAll(/(<(?:c|row)\b[^>]*?) r="[^"]*"/g, "$1"));
  expect(parse(plain).deals).toEqual(parse(original).deals);
});

it.each([
  ["with 17 digits", (value: number) => value.toPrecision(17)],
  ["with an exponent", (value: number) => value.toExponential(16).replace("e", "E")],
])("numbers may be doubles %s, as Excel stores them", (_name, print) => {
  const numeric = rewrite((sheet) =>
    sheet.replaceAll(
      / t="inlineStr"><is><t>(-?[\d ]*\.\d+)<\/t><\/is>/g,
      (_cell, text: string) => `><v>${print(Number(text.replaceAll(" ", "")))}</v>`,
    ),
  );
  const plain = ({ price, volume }: { price: string; volume: string }) => [+price, +volume];
  const parsed = parse(numeric);
  expect(parsed.findings).toEqual([]);
  expect(parsed.deals.map(plain)).toEqual(parse(original).deals.map(plain));
  expect(parsed.deals.map(({ profit }) => profit)).toEqual(
    parse(original).deals.map(({ profit }) => profit),
  );
  expect(reconcile(parsed)).toMatchObject({ status: "reconciled", closingBalance: 9_976_589n });
});

it("entries that are not read count towards the limit of 400 MB", () => {
  const file = rewrite((sheet) => sheet, { "xl/media/logo.png": new Uint8Array(10) });
  expect(parse(file).deals).toHaveLength(12);
  const entry = file.lastIndexOf("xl/media/logo.png", undefined, "latin1") - 46;
  file.writeUInt32LE(401 * 1024 * 1024, entry + 24);
  expect(() => parse(file)).toThrow(StatementTooLargeError);
});
