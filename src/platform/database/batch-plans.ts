import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Runs statements about many rows that the transaction has just written. PostgreSQL has no statistics of
 * such rows, expects a few, and would compare each with each in nested loops.
 */
export async function withBatchPlans<Result>(
  kysely: Kysely<Tables>,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`set local enable_nestloop = off`.execute(kysely);
  const result = await work();
  await sql`set local enable_nestloop = on`.execute(kysely);
  return result;
}
