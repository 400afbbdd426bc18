import type { Database } from "./database.ts";

/** Held while migrating, so that of several instances that start at once one does it. */
const MIGRATION_LOCK = 7_310_002;

/** Brings the schema up to date. @returns the names of the migrations that it applied */
export async function migrate({ orm, pool }: Database): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Other instances wait here as long as the one that migrates takes.
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const applied = await orm.migrator.up();
    return applied.map(({ name }) => name);
  } finally {
    // Closing the connection frees the lock, whatever state it is in, and drops its settings.
    client.release(true);
  }
}
