/** What happened to one row. */
export interface RowResult {
  id: number;
  name: string;
  outcome: "done" | "failed" | "left-out";
  words: string;
}

interface BulkRun<Row extends { id: number }> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** Makes one ordinary call. @returns what was done, in words */
  run: (row: Row) => Promise<string>;
  /** The words of an error. */
  explain: (error: unknown) => string;
  onResult: (result: RowResult) => void;
  /** After the row that is under way, no other one is begun. */
  signal: AbortSignal;
}

/**
 * Calls the server for one row after the other, so that each row is changed wholly or not at all. A row
 * that fails does not stop the others.
 */
export async function runBulk<Row extends { id: number }>(bulk: BulkRun<Row>): Promise<void> {
  const { rows, nameOf, run, explain, onResult, signal } = bulk;
  for (const row of rows) {
    if (signal.aborted) return;
    const result = { id: row.id, name: nameOf(row) };
    try {
      onResult({ ...result, outcome: "done", words: await run(row) });
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
  isCut: boolean;
}

/**
 * Reads all rows that match, in the order of their ids, so that rows that are added meanwhile shift nothing.
 * @param readPage reads a page by its number, from 1
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
    if (found.size >= MAX_ROWS) return { rows: [...found.values()], isCut: true };
  }
  return { rows: [...found.values()], isCut: false };
}

/** The rows that an action changes, and those that it leaves out, with the reason. */
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
