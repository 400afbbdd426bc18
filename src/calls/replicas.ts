import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Context } from "../platform/context.ts";
import type { Tables } from "../platform/database/tables.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";

const ATTEMPTS = 5;
/** Milliseconds between attempts. */
const PAUSE = 20;

/**
 * Returns the context for long reads of administrators, with its database replaced by a replica that has everything
 * committed so far. Such a read therefore sees all earlier writes of any instance. Returns the context unchanged if no
 * replica is configured, or if it lags or does not respond.
 */
export async function useReplica(context: Context): Promise<Context> {
  const { config, database, log, metrics } = context;
  if (config.databaseReplicaUrls.length === 0) return context;
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(
    database.kysely,
  );
  const replica = database.orm.em.fork().getKysely<Tables>({ type: "read" });
  try {
    const hasCaughtUp = await catchesUp(replica, rows[0]!.lsn, metrics);
    metrics.countReplicaRead(hasCaughtUp ? "used" : "lagging");
    return hasCaughtUp ? { ...context, database: { ...database, kysely: replica } } : context;
  } catch (error) {
    metrics.countReplicaRead("unavailable");
    log.warn({ err: error }, "a replica does not respond; reading from the primary");
    return context;
  }
}

/** Waits briefly: a healthy replica catches up within milliseconds. */
async function catchesUp(replica: Kysely<Tables>, lsn: string, metrics: Metrics) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await sleep(PAUSE);
    const { rows } = await sql<{ lag: number | null }>`
      select pg_wal_lsn_diff(${lsn}::pg_lsn, pg_last_wal_replay_lsn())::float8 as lag
    `.execute(replica);
    const { lag } = rows[0]!;
    // A server that replays nothing, such as a promoted replica, may have another history.
    if (lag === null) return false;
    // Below zero if the replica has replayed later writes since.
    if (attempt === 0) metrics.observeReplicaLag(Math.max(lag, 0));
    if (lag <= 0) return true;
  }
  return false;
}
