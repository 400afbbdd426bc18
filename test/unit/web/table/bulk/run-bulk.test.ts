import { describe, expect, it } from "vitest";
import {
  collectRows,
  MAX_ROWS,
  planBulk,
  type RowResult,
  runBulk,
} from "../../../../../web/table/bulk/run-bulk.ts";

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const done = { outcome: "done", words: "Done" } as const;
const nameOf = ({ id }: { id: number }) => `Row ${id}`;

describe("a bulk action", () => {
  it("continues after a failed row, and reports the reason", async () => {
    const results: RowResult[] = [];
    await runBulk({
      rows: rowsOf(3),
      nameOf,
      run: ({ id }) => (id === 2 ? Promise.reject(new Error("taken")) : Promise.resolve(done)),
      explain: (error) => (error as Error).message,
      onResult: (result) => results.push(result),
      signal: new AbortController().signal,
    });
    expect(results.map(({ id, outcome, words }) => [id, outcome, words])).toEqual([
      [1, "done", "Done"],
      [2, "failed", "taken"],
      [3, "done", "Done"],
    ]);
  });

  it("finishes the current row when it is stopped, and starts no other", async () => {
    const stop = new AbortController();
    const started: number[] = [];
    const results: RowResult[] = [];
    await runBulk({
      rows: rowsOf(5),
      nameOf,
      run: async ({ id }) => {
        started.push(id);
        if (id === 2) stop.abort();
        return done;
      },
      explain: String,
      onResult: (result) => results.push(result),
      signal: stop.signal,
    });
    expect(started).toEqual([1, 2]);
    expect(results).toHaveLength(2);
  });

  it("skips rows and reports the reason", () => {
    const plan = planBulk(rowsOf(3), nameOf, ({ id }) => (id === 2 ? "Unchanged" : undefined));
    expect(plan.changing.map(({ id }) => id)).toEqual([1, 3]);
    expect(plan.leftOut).toEqual([
      { id: 2, name: "Row 2", outcome: "left-out", words: "Unchanged" },
    ]);
  });
});

describe("all rows that match", () => {
  const all = rowsOf(MAX_ROWS + 50);
  const pageOf = (rows: { id: number }[]) => async (page: number, size: number) => ({
    rows: rows.slice((page - 1) * size, page * size),
  });

  it.each([0, 1, 99, 100, 101, 250])("are read page by page: %i", async (count) => {
    const progress: number[] = [];
    const found = await collectRows(
      pageOf(all.slice(0, count)),
      (read) => progress.push(read),
      new AbortController().signal,
    );
    expect(found.isTruncated).toBe(false);
    expect(found.rows).toHaveLength(count);
    expect(progress.at(-1)).toBe(count);
  });

  it("are limited to the maximum of one action", async () => {
    const { signal } = new AbortController();
    const found = await collectRows(pageOf(all), () => undefined, signal);
    expect([found.rows.length, found.isTruncated]).toEqual([MAX_ROWS, true]);
  });

  it("contain no row twice if rows move between pages", async () => {
    const pages = [rowsOf(100), [{ id: 100 }, { id: 101 }]];
    const { signal } = new AbortController();
    const read = async (page: number) => ({ rows: pages[page - 1] ?? [] });
    const found = await collectRows(read, () => undefined, signal);
    expect(found.rows).toHaveLength(101);
  });
});
