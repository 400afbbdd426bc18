import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { entities } from "../../src/entities.ts";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { startEmbeddedPostgres } from "../../src/platform/embedded-postgres/embedded-postgres.ts";
import { createScratchFolder } from "./scratch.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data directory that contains only a migrated database. */
    preparedDataDir: string;
  }
}

/** Creates the data directory that tests copy, because initdb and the migrations take several seconds. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await createScratchFolder("propdesk-prepared-");
  const dataDir = join(folder, "data");
  const log = pino({ level: "warn" });
  const server = await startEmbeddedPostgres({ dataDir, log, settings: ["fsync=off"] });
  const database = await connectDatabase(server.url, entities);
  await migrate(database);
  await database.orm.close(true);
  await server.stop();
  project.provide("preparedDataDir", dataDir);
  return () => rm(folder, { recursive: true, force: true });
}
