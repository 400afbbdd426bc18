/** The result for one row. */
export interface RowResult {
  id: number;
  name: string;
  outcome: "done" | "waiting" | "failed" | "left-out";
  words: string;
}

/** What a call did to a row, in words. The row may still wait for another administrator. */
export type RowChange = Pick<RowResult, "words"> & { outcome: "done" | "waiting" };

interface BulkRun<Row extends { id: number }> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** Calls the server for one row. */
  run: (row: Row) => Promise<RowChange>;
  /** Returns the text to show for an error. */
  explain: (error: unknown) => string;
  onResult: (result: RowResult) => void;
  /** Stops the run after the current row. */
  signal: AbortSignal;
}

/**
 * Calls the server for one row at a time, so that each row is changed completely or not at all. A row that fails does
 * not stop the others.
 */
export async function runBulk<Row extends { id: number }>(bulk: BulkRun<Row>): Promise<void> {
  const { rows, nameOf, run, explain, onResult, signal } = bulk;
  for (const row of rows) {
    if (signal.aborted) return;
    const result = { id: row.id, name: nameOf(row) };
    try {
      onResult({ ...result, ...(await run(row)) });
    } catch (error) {
      onResult({ ...result, outcome: "failed", words: explain(error) });
    }
  }
}

/** More would take too long in an open page. */
export const MAX_ROWS = 10_000;

const PAGE_SIZE = 100;

interface Collected<Row> {
  rows: Row[];
  /** More than `MAX_ROWS` match; the others were not read. */
  isTruncated: boolean;
}

/**
 * Reads all matching rows in the order of their ids, so that rows added in the meantime do not shift the pages.
 * @param readPage reads a page by its number, starting at 1
 */
export async function collectRows<Row extends { id: number }>(
  readPage: (page: number, pageSize: number) => Promise<{ rows: Row[] }>,
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<Collected<Row>> {
  const found = new Map<number, Row>();
  for (let page = 1; !signal.aborted; page += 1) {
    const { rows } = await readPage(page, PAGE_SIZE);
    for (const row of rows) found.set(row.id, row);
    onProgress(found.size);
    if (rows.length < PAGE_SIZE) break;
    if (found.size >= MAX_ROWS) return { rows: [...found.values()], isTruncated: true };
  }
  return { rows: [...found.values()], isTruncated: false };
}

/** Splits the rows into those that the action changes and those that it leaves out, with the reason. */
export function planBulk<Row extends { id: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  leaveOut: (row: Row) => string | undefined,
): { changing: Row[]; leftOut: RowResult[] } {
  const changing: Row[] = [];
  const leftOut: RowResult[] = [];
  for (const row of rows) {
    const words = leaveOut(row);
    if (words === undefined) changing.push(row);
    else leftOut.push({ id: row.id, name: nameOf(row), outcome: "left-out", words });
  }
  return { changing, leftOut };
}
