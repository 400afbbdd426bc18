import pg from "pg";
import { ConfigError } from "../config/env.ts";
import type { Database } from "./database.ts";
import { isOutage } from "./failures.ts";
import { openOrm } from "./orm.ts";

/** Held while migrating, so that of several instances that start at once one does it. */
const MIGRATION_LOCK = 7_310_002;

/**
 * Brings the schema up to date, on connections of its own without limits: an index on a million rows
 * takes its time, and other instances wait here as long as the one that migrates takes.
 * @returns the names of the migrations that it applied
 */
export async function migrate({ orm: { config } }: Pick<Database, "orm">): Promise<string[]> {
  const url = config.get("clientUrl")!;
  const lock = new pg.Client({ connectionString: url });
  lock.on("error", () => {});
  await lock.connect();
  try {
    await lock.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await ensureTrigrams(lock);
    const orm = await openOrm(url, config.get("entities"), { limits: {} });
    try {
      const applied = await orm.migrator.up();
      return applied.map(({ name }) => name);
    } finally {
      await orm.close(true);
    }
  } finally {
    // The end of the connection frees the lock, whatever state it is in.
    await lock.end();
  }
}

/**
 * Part of every PostgreSQL, and any owner of a database may add it; some builds leave it out.
 * @throws ConfigError where it is not there
 */
async function ensureTrigrams(client: pg.Client): Promise<void> {
  try {
    await client.query("create extension if not exists pg_trgm");
  } catch (error) {
    if (isOutage(error)) throw error;
    throw new ConfigError(
      `DATABASE_URL must lead to a PostgreSQL with the extension pg_trgm, which searches need (${(error as Error).message}): as its administrator, run "create extension pg_trgm" in this database`,
    );
  }
}
