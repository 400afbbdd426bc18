import { expect, it } from "vitest";
import { parseStatement } from "../../../../../src/business/record/statements/reading/parse-statement.ts";
import { summariseStatement } from "../../../../../src/business/record/statements/summarise-statement.ts";
import { writeCsv } from "../../../../../src/demo/statements/write-statement.ts";
import { demoStatement, evenTrades } from "../../../../support/demo-statements.ts";

it("the records are divided into batches by row, so that storing them stays within the time limits", () => {
  const trades = evenTrades(10_001, { start: Date.UTC(2026, 0, 5), every: 60_000, lasts: 30_000 });
  const file = writeCsv(demoStatement({ trades }));
  const { deals, operations } = summariseStatement(parseStatement(file, "UTC"));
  const rows = deals.map((batch) => JSON.parse(batch) as { row: number }[]);
  expect(rows.map(({ length }) => length)).toEqual([10_000, 10_000, 2]);
  expect(operations).toHaveLength(1);
  const all = rows.flat().map(({ row }) => row);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
});
