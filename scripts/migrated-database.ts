import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { connectDatabase, type Database } from "../src/platform/database/database.ts";
import { migrate } from "../src/platform/database/migrate.ts";
import type { Entities } from "../src/platform/database/orm.ts";
import { startEmbeddedPostgres } from "../src/platform/embedded-postgres/embedded-postgres.ts";

/** Runs `work` on a temporary embedded PostgreSQL with one migrated database. */
export async function withMigratedDatabase<Result>(
  entities: Entities,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), "propdesk-migration-"));
  const log = pino({ level: "warn" }, pino.destination(2));
  const server = await startEmbeddedPostgres({ dataDir, log, settings: ["fsync=off"] });
  try {
    const database = await connectDatabase(server.url, entities);
    try {
      await migrate(database);
      return await work(database);
    } finally {
      await database.orm.close(true);
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
