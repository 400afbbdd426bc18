import { describe, expect, it } from "vitest";
import { parse } from "csv-parse/sync";
import { csvText, type ExportColumn } from "../../../../src/platform/exports/csv.ts";

const name: ExportColumn<string> = { header: "Name", kind: "text", read: (row) => row };
const amount: ExportColumn<string> = { header: "Amount", kind: "amount", read: (row) => row };

describe("a cell of a CSV file", () => {
  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
  ])("that a spreadsheet would run as a formula is marked as text: %j", (text) => {
    expect(csvText([name], [text])).toContain(`'${text}`);
  });

  it.each(["Name\n=1+1\nend", "Name\r=1+1", "Name\r\n=1+1"])(
    "stays one cell if it has line breaks: %j",
    (text) => {
      expect(parse(csvText([name, amount], [text]), { bom: true })).toEqual([
        ["Name", "Amount"],
        [text, text],
      ]);
      expect(csvText([name], [text])).toBe(`\uFEFFName\r\n"${text}"\r\n`);
    },
  );

  it("with any other text, or a loss, is unchanged", () => {
    expect(csvText([name], ["Olivia - Bennett"])).toBe("\uFEFFName\r\nOlivia - Bennett\r\n");
    expect(csvText([amount], ["-5.00"])).toBe("\uFEFFAmount\r\n-5.00\r\n");
  });
});
