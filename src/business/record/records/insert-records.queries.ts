import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";

type RecordTable =
  "deals" | "operations" | "snapshots" | "trades" | "trading_days" | "equity_hours";

/**
 * On one server, rows in one JSON text take less time than a list of values, but distributed tables store a list of
 * values much faster, because each shard receives its own rows. The usual batch of a bridge has fewer rows than this.
 */
const MAX_VALUES = 200;

/**
 * Inserts rows into a table of the trading record.
 * @param ending `on conflict` and `returning`
 * @param rows values by column; the same columns in each row
 * @returns the returned rows
 */
export async function insertRecords<Returned>(
  kysely: Kysely<Tables>,
  table: RecordTable,
  rows: readonly object[],
  ending: RawBuilder<Returned> = sql``,
): Promise<Returned[]> {
  const [first] = rows;
  if (!first) return [];
  const names = Object.keys(first);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const inserted = await sql<Returned>`
    insert into ${sql.table(table)} (${columns})
    ${rows.length > MAX_VALUES ? asJson(table, columns, rows) : asValues(names, rows)}
    ${ending}`.execute(kysely);
  return inserted.rows;
}

function asJson(table: RecordTable, columns: RawBuilder<unknown>, rows: readonly object[]) {
  return sql`select ${columns}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
}

function asValues(names: string[], rows: readonly object[]) {
  const valuesOf = (row: object) => {
    const values = new Map<string, unknown>(Object.entries(row));
    return sql.join(names.map((name) => valueOf(values.get(name))));
  };
  return sql`values ${sql.join(rows.map((row) => sql`(${valuesOf(row)})`))}`;
}

const valueOf = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : value;
