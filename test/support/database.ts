import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { distribute } from "../../src/business/record/records/distribution.queries.ts";
import { TEMPLATE } from "./database-server.ts";

/** The coordinator of a Citus cluster with workers, on which the databases of the tests are distributed. */
const citusUrl = process.env.TEST_CITUS_URL;

async function connect(url: string | URL): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  return client;
}

/** The connections of this worker to servers, kept because opening one takes longer than most statements. */
const servers = new Map<string, pg.Pool>();

async function onServer(statement: string, url = inject("databaseServer")): Promise<void> {
  let server = servers.get(url);
  if (!server) {
    server = new pg.Pool({
      connectionString: url,
      max: 1,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    });
    // A server may be stopped before the worker ends.
    server.on("error", () => {});
    servers.set(url, server);
  }
  await server.query(statement);
}

/**
 * Creates a database for one test file, with the current schema and no rows unless it should be blank, or a copy of
 * another that has no connections.
 */
export async function createDatabase({
  template = "migrated",
}: { template?: "migrated" | "blank" | { url: string } } = {}) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // The default strategy also writes every page of the template to the log.
  await onServer(`create database ${name} template ${templateName(template)} strategy file_copy`);
  const url = new URL(inject("databaseServer"));
  url.pathname = `/${name}`;
  const workers = citusUrl && template === "migrated" ? await distributeOver(url, name) : [];
  return {
    url: url.href,
    async drop() {
      for (const server of [inject("databaseServer"), ...workers]) {
        await dropDatabase(name, server);
      }
    },
  };
}

/**
 * Drops a database. A pool has ended before its connections have, and one that is terminated meanwhile fails without a
 * listener; PostgreSQL waits five seconds for them. Connections of processes that live on are terminated after that.
 */
async function dropDatabase(name: string, server: string): Promise<void> {
  try {
    await onServer(`drop database if exists ${name}`, server);
  } catch {
    await onServer(`drop database if exists ${name} with (force)`, server);
  }
}

function templateName(template: "migrated" | "blank" | { url: string }): string {
  if (template === "migrated") return TEMPLATE;
  return template === "blank" ? "template0" : new URL(template.url).pathname.slice(1);
}

/**
 * Adds the workers of the given cluster to a new database, and distributes its tables.
 * @returns the URLs of the workers
 */
async function distributeOver(url: URL, name: string): Promise<string[]> {
  const cluster = await connect(citusUrl!);
  const { rows: nodes } = await cluster.query<{ host: string; port: number }>(
    "select nodename as host, nodeport as port from pg_dist_node where groupid <> 0",
  );
  await cluster.end();
  const client = await connect(url);
  await client.query("create extension citus");
  const workers: string[] = [];
  for (const { host, port } of nodes) {
    const worker = Object.assign(new URL(citusUrl!), { hostname: host, port: String(port) });
    workers.push(worker.href);
    await onServer(`create database ${name}`, worker.href);
    worker.pathname = `/${name}`;
    await onServer("create extension citus", worker.href);
    await client.query("select citus_add_node($1, $2)", [host, port]);
  }
  await client.query("set citus.shard_count = 8");
  await distribute(client, () => {});
  await client.end();
  return workers;
}
