import { type AliasedRawBuilder, type Expression, type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** `table.column as name`, as the lists of columns are written. */
type NamedColumn = `${string}.${string} as ${string}`;

const DECIMALS = /\.(balance|profit_loss|amount)$/;
const TIMESTAMPS = /_at$/;

/** Columns for `row_to_json`, written as on the wire: decimals as text, timestamps in UTC. */
export function wireList(columns: readonly NamedColumn[]): string {
  return columns.map((column) => `${wireForm(column)} as "${nameOf(column)}"`).join(", ");
}

/** The same for Kysely. */
export function wireColumns(columns: readonly NamedColumn[]): AliasedRawBuilder<unknown, string>[] {
  return columns.map((column) => sql.raw(wireForm(column)).as(nameOf(column)));
}

/** The same as one value, an object. */
export function wireObjectText(columns: readonly NamedColumn[]): string {
  return `(select row_to_json(fields) from (select ${wireList(columns)}) as fields)`;
}

/** The same for Kysely. */
export function wireObject<Name extends string>(
  name: Name,
  columns: readonly NamedColumn[],
): AliasedRawBuilder<unknown, Name> {
  return sql.raw(wireObjectText(columns)).as(name);
}

const nameOf = (column: NamedColumn) => column.split(" as ")[1]!;

function wireForm(column: NamedColumn): string {
  const source = column.split(" as ")[0]!;
  if (DECIMALS.test(source)) return `${source}::text`;
  if (!TIMESTAMPS.test(source)) return source;
  return `to_char(${source} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Rows that PostgreSQL wrote as JSON objects, with commas between them. */
export interface JsonRows {
  json: string;
  count: number;
  /** The id of the last row; `null` where there is none. */
  lastId: number | null;
}

/** @param rows with an `id`, to be written newest first */
export async function readJsonRows(
  kysely: Kysely<Tables>,
  rows: Expression<unknown>,
): Promise<JsonRows> {
  const { rows: answer } = await sql<JsonRows>`
    select coalesce(string_agg(row_to_json(item)::text, ',' order by item.id desc), '') as json,
      count(*)::int as count, min(item.id) as "lastId"
    from ${rows} as item`.execute(kysely);
  return answer[0]!;
}

/** The whole of a list, newest first, in bites that fit in memory however long it is. */
export async function* inJsonBatches(
  read: (beforeId: number | undefined, limit: number) => Promise<JsonRows>,
  size = 500,
): AsyncGenerator<string> {
  let last: number | undefined;
  for (;;) {
    const { json, count, lastId } = await read(last, size);
    if (lastId !== null) yield json;
    if (lastId === null || count < size) return;
    last = lastId;
  }
}
