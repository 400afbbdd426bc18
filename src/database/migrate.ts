import pg from "pg";
import type { Database } from "./database.ts";
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
    const orm = await openOrm(url, { limits: {} });
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
