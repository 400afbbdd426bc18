import type { Pool, QueryResultRow } from "pg";

/** A statement that each connection prepares only once. */
export interface PreparedStatement {
  /** Must be unique, because a connection keeps the first text that it receives under a name. */
  name: string;
  text: string;
}

/** Runs a prepared statement. Only for statements that run with every call; all others use Kysely. */
export async function runPrepared<Row extends QueryResultRow>(
  pool: Pool,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ name, text, values });
  return rows;
}
