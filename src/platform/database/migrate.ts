import pg from "pg";
import { ConfigError } from "../config/env.ts";
import { advisoryLocks } from "../advisory-locks.ts";
import type { Database } from "./database.ts";
import { isOutage } from "./failures.ts";
import { openOrm } from "./orm.ts";

/**
 * Applies pending migrations on separate connections without timeouts, because building an index on a million rows may
 * take minutes, during which other instances wait for the lock.
 * @returns the names of the applied migrations
 */
export async function migrate({ orm: { config } }: Pick<Database, "orm">): Promise<string[]> {
  const url = config.get("clientUrl")!;
  const lock = new pg.Client({ connectionString: url });
  lock.on("error", () => {});
  await lock.connect();
  try {
    await lock.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
    await ensureTrigrams(lock);
    // Migrations are SQL, so they need no entities, whose discovery takes a tenth of a second.
    const orm = await openOrm(url, [], { limits: {} });
    try {
      const applied = await orm.migrator.up();
      return applied.map(({ name }) => name);
    } finally {
      await orm.close(true);
    }
  } finally {
    // Closing the connection also releases the lock.
    await lock.end();
  }
}

/**
 * Creates the trigram extension. The owner of a database may do so without being a superuser, but some builds of
 * PostgreSQL do not include the extension.
 * @throws ConfigError if it cannot be created
 */
async function ensureTrigrams(client: pg.Client): Promise<void> {
  try {
    await client.query("create extension if not exists pg_trgm");
  } catch (error) {
    if (isOutage(error)) throw error;
    throw new ConfigError(
      `DATABASE_URL must point to a PostgreSQL with the extension pg_trgm, which searches need (${(error as Error).message}): as its administrator, run "create extension pg_trgm" in this database`,
    );
  }
}
