import { rename, writeFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { freePort } from "../../src/platform/embedded-postgres/embedded-postgres.ts";
import { createHealthCheck } from "../../src/platform/health/check-health.ts";
import { HOUR } from "../../src/platform/time/durations.rule.ts";
import { createDatabase } from "../support/database.ts";
import { waitUntil } from "../support/until.ts";
import { startVirusScanner } from "../support/virus-scanner.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function app(env: Record<string, string> = {}, databaseUrl?: string): Promise<TestApp> {
  const started = await startApp({ env, ...(databaseUrl && { databaseUrl }) });
  closers.push(() => started.close());
  return started;
}

const health = async (test: TestApp) => (await test.visitor().get("/api/health")).json();

const healthy = {
  status: "ok",
  database: "ok",
  jobs: "ok",
  mail: "ok",
  storage: "ok",
  scanner: "off",
};

it("a new service is healthy", async () => {
  expect(await health(await app())).toEqual(healthy);
});

it("a check leaves no file open, even if the storage has the one that it asks for", async () => {
  const test = await app();
  const { config, files } = test.context;
  await writeFile(join(config.dataDir, "certificates/health"), "of another program");
  const open = vi.spyOn(files, "open");
  expect(await health(test)).toEqual(healthy);
  const opened = await Promise.all(open.mock.results.map(({ value }) => value));
  expect(opened.map((file) => file?.stream.destroyed)).toEqual([true]);
});

it("an unreachable mail server delays mails but no calls", async () => {
  const test = await app({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  const { email } = await test.trader();
  await test.visitor().post("/api/forgot-password", { email });
  const retries = "select 1 from pgboss.job where name = 'mail' and state = 'retry'";
  const { pool } = test.context.database;
  await waitUntil(
    "an attempt has failed",
    async () => (await pool.query(retries)).rows.length === 1,
  );
  expect(await health(test)).toEqual({ ...healthy, status: "degraded", mail: "delayed" });
});

it("jobs are reported as delayed if no worker processes them", async () => {
  const database = await createDatabase();
  closers.push(() => database.drop());
  const test = await app({ WORKERS: "0", DATABASE_URL: database.url }, database.url);
  const { email } = await test.trader();
  await test.visitor().post("/api/forgot-password", { email });
  await test.context.database.pool.query(
    "update pgboss.job set start_after = start_after - interval '3 minutes'",
  );
  expect(await health(test)).toEqual({ ...healthy, status: "degraded", jobs: "delayed" });
});

it("an unreachable storage is reported", async () => {
  const test = await app();
  const folder = join(test.context.config.dataDir, "certificates");
  await rename(folder, `${folder}.away`);
  await writeFile(folder, "");
  expect(await health(test)).toEqual({ ...healthy, status: "degraded", storage: "failing" });
  await rm(folder);
  await rename(`${folder}.away`, folder);
});

it("an unreachable virus scanner is reported if one is configured", async () => {
  const scanner = await startVirusScanner();
  expect(await health(await app({ CLAMD_URL: scanner.url }))).toEqual({
    ...healthy,
    scanner: "ok",
  });
  await scanner.close();
  expect(await health(await app({ CLAMD_URL: scanner.url }))).toEqual({
    ...healthy,
    status: "degraded",
    scanner: "failing",
  });
});

it("a database that does not respond in time causes a prompt 503", async () => {
  const test = await app();
  expect(await health(test)).toEqual(healthy);
  const { pool } = test.context.database;
  // Longer than the test may take, so that only the check itself can end the wait.
  pool.options.connectionTimeoutMillis = HOUR;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const response = await test.visitor().get("/api/health");
  expect(response.statusCode).toBe(503);
  expect(response.headers["retry-after"]).toBe("5");
  expect(response.json()).toEqual({ message: "The database is unavailable", retryAfter: 5 });
  for (const client of taken) client.release();
  await waitUntil("the service is healthy again", async () => (await health(test)).status === "ok");
});

it("a database that cannot be written to causes a 503 that says why", async () => {
  const test = await app();
  const { pool } = test.context.database;
  const query = pool.query.bind(pool);
  const failWith = (error: Error) => {
    vi.spyOn(pool, "query").mockImplementation((async (...given: [string]) => {
      if (given[0].includes("health_probe")) throw error;
      return query(...given);
    }) as never);
  };
  const faults = [
    ["53100", "The disk of the database is full"],
    ["25006", "The database is read-only"],
    ["XX000", "The database cannot be written to"],
  ] as const;
  for (const [code, message] of faults) {
    failWith(Object.assign(new Error("No"), { code }));
    const fresh = createHealthCheck(test.context);
    expect(await fresh()).toEqual({ fault: message });
  }
  vi.restoreAllMocks();
  expect(await createHealthCheck(test.context)()).toEqual(healthy);
});
