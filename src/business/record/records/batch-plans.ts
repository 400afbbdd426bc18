import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";

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
  // Unknown to PostgreSQL without Citus, for which it has no effect.
  await sql`set local citus.propagate_set_commands = 'local'`.execute(kysely);
  await allowOtherJoins(kysely, false);
  const result = await work();
  await allowOtherJoins(kysely, true);
  return result;
}

/** With the setting above, Citus applies `set local` to its workers, too, unlike `set_config`. */
async function allowOtherJoins(kysely: Kysely<Tables>, areAllowed: boolean): Promise<void> {
  for (const setting of ["enable_nestloop", "enable_mergejoin"]) {
    await sql`set local ${sql.ref(setting)} = ${sql.lit(areAllowed)}`.execute(kysely);
  }
}
