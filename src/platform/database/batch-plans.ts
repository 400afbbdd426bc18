import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Runs statements on many rows of one account with hash joins only, which compare each row only with those of the same
 * key. PostgreSQL has no statistics on rows that the transaction has just written, expects only a few, and would choose
 * nested loops, or a merge join whose order is that of an index on the stage alone: both compare each row with all
 * others of the stage. Joins that are not hashed, such as subqueries per row, are not affected.
 */
export async function withBatchPlans<Result>(
  kysely: Kysely<Tables>,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
    kysely,
  );
  const result = await work();
  await sql`select set_config('enable_nestloop', 'on', true), set_config('enable_mergejoin', 'on', true)`.execute(
    kysely,
  );
  return result;
}
