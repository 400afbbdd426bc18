import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Runs statements on many rows that the transaction has just written. PostgreSQL has no statistics on these rows yet,
 * expects only a few, and would choose slow nested loops.
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
