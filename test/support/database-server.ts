import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { startEmbeddedPostgres } from "../../src/platform/embedded-postgres/embedded-postgres.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import { queueNames } from "../../src/declarations.ts";
import { startJobs } from "../../src/platform/jobs/jobs.ts";
import { entities } from "../../src/entities.ts";
import { createScratchFolder } from "./scratch.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a database of the test server, on which `createDatabase` creates others. */
    databaseServer: string;
  }
}

/** Copied for each test file, because running the migrations takes much longer. */
export const TEMPLATE = "propdesk_template";

/** Durability is off: test data need not survive a crash. */
const unsafe = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

interface TestServer {
  url: string;
  stop(): Promise<unknown>;
}

/** Uses `TEST_CITUS_URL` or `TEST_DATABASE_URL`, else a container if Docker is available, else the PostgreSQL binaries from npm. */
async function startServer(): Promise<TestServer> {
  const given = process.env.TEST_CITUS_URL ?? process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  if (process.env.DOCKER_HOST || existsSync("/var/run/docker.sock")) {
    const { PostgreSqlContainer } = await import("@testcontainers/postgresql");
    const container = await new PostgreSqlContainer("postgres:18-alpine")
      .withCommand(["postgres", ...unsafe.flatMap((setting) => ["-c", setting])])
      .start();
    return { url: container.getConnectionUri(), stop: () => container.stop() };
  }
  const dataDir = await createScratchFolder("propdesk-test-");
  const log = pino({ level: "warn" });
  const server = await startEmbeddedPostgres({ dataDir, log, settings: unsafe });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts one server for all projects, and creates the template database on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = project.vitest.getRootProject();
  if (shared.getProvidedContext().databaseServer) return async () => {};
  const server = await startServer();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE}`);
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const template = new URL(server.url);
  template.pathname = `/${TEMPLATE}`;
  const database = await connectDatabase(template.href, entities);
  await migrate(database);
  await database.orm.close(true);
  // Also the tables of the job queue, which would take half of the time of opening an app.
  const jobs = await startJobs(template.href, queueNames, 0, pino({ level: "warn" }));
  await jobs.stop();
  shared.provide("databaseServer", server.url);
  return async () => {
    await server.stop();
  };
}
