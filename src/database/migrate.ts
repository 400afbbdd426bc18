import type { PoolClient } from "pg";
import { ConfigError } from "../config/env.ts";
import type { Database } from "./database.ts";
import { isOutage } from "./failures.ts";

/** Held while migrating, so that of several instances that start at once one does it. */
const MIGRATION_LOCK = 7_310_002;

/** Brings the schema up to date. @returns the names of the migrations that it applied */
export async function migrate({ orm, pool }: Database): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Other instances wait here as long as the one that migrates takes.
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await ensureTrigrams(client);
    const applied = await orm.migrator.up();
    return applied.map(({ name }) => name);
  } finally {
    // Closing the connection frees the lock, whatever state it is in, and drops its settings.
    client.release(true);
  }
}

/**
 * Part of every PostgreSQL, and any owner of a database may add it; some builds leave it out.
 * @throws ConfigError where it is not there
 */
async function ensureTrigrams(client: PoolClient): Promise<void> {
  try {
    await client.query("create extension if not exists pg_trgm");
  } catch (error) {
    if (isOutage(error)) throw error;
    throw new ConfigError(
      `DATABASE_URL must lead to a PostgreSQL with the extension pg_trgm, which searches need (${(error as Error).message}): as its administrator, run "create extension pg_trgm" in this database`,
    );
  }
}
