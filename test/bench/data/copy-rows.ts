import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { TableRows, Value } from "./rows.ts";

const ROWS_A_CHUNK = 1000;

const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function written(value: Value): string {
  if (value === null) return "\\N";
  return String(value).replace(/[\\\t\n\r]/g, (character) => escapes[character]!);
}

/** Fills a table by COPY. @param onProgress receives the number of rows that were sent */
export async function copyRows(
  client: PoolClient,
  { table, columns, count, row }: TableRows,
  onProgress: (rows: number) => void,
): Promise<void> {
  function* chunks() {
    for (let first = 1; first <= count; first += ROWS_A_CHUNK) {
      let chunk = "";
      const last = Math.min(count, first + ROWS_A_CHUNK - 1);
      for (let id = first; id <= last; id += 1) chunk += `${row(id).map(written).join("\t")}\n`;
      yield chunk;
      onProgress(last);
    }
  }
  const target = client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`));
  await pipeline(Readable.from(chunks(), { objectMode: true }), target);
  await client.query(`select setval(pg_get_serial_sequence($1, 'id'), greatest($2, 1))`, [
    table,
    count,
  ]);
}
