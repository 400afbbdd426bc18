import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Tables } from "../../platform/database/tables.ts";

const LOOKS = 5;
const PAUSE = 20;

/**
 * For the long reads of administrators: the same context on a replica, where there is one that has
 * all that was committed until now. So nobody misses what he has just written, whichever app wrote
 * it, and a replica that lags or is away is left alone.
 */
export async function useReplica(context: Context): Promise<Context> {
  const { config, database, log } = context;
  if (config.databaseReplicaUrls.length === 0) return context;
  const replica = database.orm.em.fork().getKysely<Tables>({ type: "read" });
  try {
    const present = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(
      database.kysely,
    );
    if (!(await hasReached(replica, present.rows[0]!.lsn))) return context;
    return { ...context, database: { ...database, kysely: replica } };
  } catch (error) {
    log.warn({ err: error }, "a replica does not answer: its reads go to the database itself");
    return context;
  }
}

/** A replica that is well is there within milliseconds; one that is not is not waited for. */
async function hasReached(replica: Kysely<Tables>, lsn: string): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await sleep(PAUSE);
    const { rows } = await sql<{ isThere: boolean }>`
      select coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as "isThere"
    `.execute(replica);
    if (rows[0]!.isThere) return true;
  }
  return false;
}
