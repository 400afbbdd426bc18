import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Tables } from "../../platform/database/tables.ts";

const ATTEMPTS = 5;
/** Milliseconds between attempts. */
const PAUSE = 20;

/**
 * Returns the context for long reads of administrators, with its database replaced by a replica that has everything
 * committed so far. Such a read therefore sees all earlier writes of any instance. Returns the context unchanged if no
 * replica is configured, or if it lags or does not respond.
 */
export async function useReplica(context: Context): Promise<Context> {
  const { config, database, log } = context;
  if (config.databaseReplicaUrls.length === 0) return context;
  const replica = database.orm.em.fork().getKysely<Tables>({ type: "read" });
  try {
    const primary = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(
      database.kysely,
    );
    if (!(await catchesUp(replica, primary.rows[0]!.lsn))) return context;
    return { ...context, database: { ...database, kysely: replica } };
  } catch (error) {
    log.warn({ err: error }, "a replica does not respond; reading from the primary");
    return context;
  }
}

/** Waits briefly: a healthy replica catches up within milliseconds. */
async function catchesUp(replica: Kysely<Tables>, lsn: string): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await sleep(PAUSE);
    const { rows } = await sql<{ hasReached: boolean }>`
      select coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as "hasReached"
    `.execute(replica);
    if (rows[0]!.hasReached) return true;
  }
  return false;
}
