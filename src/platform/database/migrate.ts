import type { Client } from "pg";
import { ConfigError } from "../config/env.ts";
import { advisoryLocks } from "../advisory-locks.ts";
import type { Database } from "./database.ts";
import { isLockTimeout, isOutage } from "./failures.ts";
import { openOrm } from "./orm.ts";
import { PrimaryClient } from "./primary-client.ts";
import { MINUTE } from "../time/durations.rule.ts";

/** Longer than building an index on any table takes, so that a wait that lasts as long has another reason. */
const LONGEST_WAIT = 30 * MINUTE;

/**
 * Applies pending migrations on separate connections without timeouts, because building an index on a million rows may
 * take minutes, during which other instances wait for the lock.
 * @param longestWait milliseconds to wait for the lock
 * @returns the names of the applied migrations
 * @throws ConfigError if another process still holds the lock after that
 */
export async function migrate(
  { orm: { config } }: Pick<Database, "orm">,
  longestWait = LONGEST_WAIT,
): Promise<string[]> {
  const url = config.get("clientUrl")!;
  return withMigrationLock(
    url,
    async (client) => {
      await ensureTrigrams(client);
      // Migrations are SQL, so they need no entities, whose discovery takes a tenth of a second.
      const orm = await openOrm(url, [], { limits: {} });
      try {
        const applied = await orm.migrator.up();
        return applied.map(({ name }) => name);
      } finally {
        await orm.close(true);
      }
    },
    longestWait,
  );
}

/**
 * Runs `work` on a connection without timeouts, while no other process migrates the database.
 * @throws ConfigError if another process still holds the lock after `longestWait`
 */
export async function withMigrationLock<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
  longestWait = LONGEST_WAIT,
): Promise<Result> {
  const client = new PrimaryClient({ connectionString: url, lock_timeout: longestWait });
  await client.connect();
  try {
    await lockMigrations(client);
    return await work(client);
  } finally {
    // Closing the connection also releases the lock.
    await client.end();
  }
}

async function lockMigrations(client: Client): Promise<void> {
  try {
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.migration]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_locks
       where locktype = 'advisory' and objid = $1 and granted
         and database = (select oid from pg_database where datname = current_database())`,
      [advisoryLocks.migration],
    );
    const holder = rows[0] ? `the server process ${rows[0].pid}` : "another process";
    throw new ConfigError(
      `DATABASE_URL must point to a database that no other process migrates: ${holder} has held the lock of the migrations for too long. Wait for it to end, or end it with pg_terminate_backend, and start again`,
      { cause: error },
    );
  }
}

/**
 * Creates the trigram extension. The owner of a database may do so without being a superuser, but some builds of
 * PostgreSQL do not include the extension.
 * @throws ConfigError if it cannot be created
 */
async function ensureTrigrams(client: Client): Promise<void> {
  try {
    await client.query("create extension if not exists pg_trgm");
  } catch (error) {
    if (isOutage(error)) throw error;
    throw new ConfigError(
      `DATABASE_URL must point to a PostgreSQL with the extension pg_trgm, which searches need (${(error as Error).message}): as its administrator, run "create extension pg_trgm" in this database`,
    );
  }
}
