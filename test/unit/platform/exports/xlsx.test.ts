import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import type { ExportColumn } from "../../../../src/platform/exports/csv.ts";
import { xlsxOf } from "../../../../src/platform/exports/xlsx.ts";

const name: ExportColumn<string> = { header: "Name", kind: "text", read: (row) => row };

it("a workbook continues on a second sheet after a million rows", async () => {
  async function* batches() {
    yield Array.from({ length: 1_000_000 }, () => "");
    yield ["Ada"];
    yield ["Ben"];
  }
  const files = unzipSync(await buffer(xlsxOf("Traders", [name], batches())));
  const textOf = (path: string) => new TextDecoder().decode(files[path]);
  const sheets = Object.keys(files).filter((path) => path.startsWith("xl/worksheets/"));
  expect(sheets).toEqual(["xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"]);
  expect(textOf(sheets[0]!).match(/<row>/g)).toHaveLength(1_000_001);
  expect(textOf(sheets[1]!).match(/(?<=<t[^>]*>)[^<]+/g)).toEqual(["Name", "Ada", "Ben"]);
  expect(textOf("xl/workbook.xml").match(/(?<=<sheet name=")[^"]+/g)).toEqual([
    "Traders",
    "Traders 2",
  ]);
});
