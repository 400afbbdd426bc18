import type { Pool, QueryResultRow } from "pg";

/** A statement that a connection parses and plans once, however often it is run. */
export interface PreparedStatement {
  /** One name, one text: a connection keeps the first text that it was given. */
  name: string;
  text: string;
}

/** For what runs with every call; anything else is better written with Kysely. */
export async function runPrepared<Row extends QueryResultRow>(
  pool: Pool,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name, text, values });
  return rows;
}

/** `table.column as name` for a text in SQL, which folds names that are not quoted. */
export function selectList(columns: readonly `${string} as ${string}`[]): string {
  return columns.map((column) => column.replace(/ as (\w+)$/, ' as "$1"')).join(", ");
}
