import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { SECOND } from "../../src/platform/time/durations.rule.ts";

/** Counts the deadlocks that PostgreSQL has resolved. The app retries the losers, but a deadlock costs a second. */
export async function countDeadlocks(pool: Pool): Promise<number> {
  // Connections report their statistics once a second.
  await sleep(1.5 * SECOND);
  const { rows } = await pool.query<{ deadlocks: string }>(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  return Number(rows[0]!.deadlocks);
}
