import { rm } from "node:fs/promises";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { demoTraders } from "../../../src/demo/demo-traders.ts";
import { startCommand } from "../../support/command.ts";
import { createDatabase } from "../../support/database.ts";
import { waitUntil } from "../../support/until.ts";
import { createScratchFolder } from "../../support/scratch.ts";

async function blankDatabase() {
  const { url, drop } = await createDatabase({ template: "blank" });
  const dataDir = await createScratchFolder("propdesk-seed-");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
    await rm(dataDir, { recursive: true });
  });
  const env = { DATABASE_URL: url, DATA_DIR: dataDir };
  return {
    env,
    seed: () => startCommand("src/commands/seed.ts", [], env),
    migrate: () => startCommand("src/commands/migrate.ts", [], env),
    async count(what: string) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int from ${what}`);
      return rows[0]!.count;
    },
  };
}

/** Limited to this database, because other tests take the same lock on the same server. */
const demoLock =
  "objid = 7310004 and database = (select oid from pg_database where datname = current_database())";

it("creates the schema, inserts the demo once, all or nothing if it is killed, and prints what it did", async () => {
  const { seed, count } = await blankDatabase();
  const { ended, kill } = seed();
  await waitUntil("the insertion has begun", () => count(`pg_locks where ${demoLock}`));
  kill();
  await ended;
  await waitUntil(
    "its connection is closed",
    async () => !(await count(`pg_locks where ${demoLock}`)),
  );
  expect(await count("users")).toBe(0);
  const first = await seed().ended;
  expect(first.stderr).toBe("");
  expect(first.stdout).toMatch(
    /^Filled the database with demo traders\.\nDemo trader: \S+ \/ \S+\n/,
  );
  const traders = await count("users");
  expect(traders).toBeGreaterThan(demoTraders.length + 100);
  const second = await seed().ended;
  expect(second.code).toBe(0);
  expect(second.stdout).toMatch(
    /^The database already has traders: nothing was added\.\nDemo trader: /,
  );
  expect(await count("users")).toBe(traders);
});

it("db:migrate prints the applied migrations, or that the database is up to date", async () => {
  const { migrate } = await blankDatabase();
  const first = await migrate().ended;
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toMatch(/^(Applied \d{8}T\d{6}_\w+\n)+$/);
  expect(await migrate().ended).toEqual({
    code: 0,
    stdout: "The database is up to date.\n",
    stderr: "",
  });
});

it("prints one sentence and exits with 1 if the configuration is invalid", async () => {
  const { env } = await blankDatabase();
  const { ended } = startCommand("src/commands/seed.ts", [], { ...env, PORT: "many" });
  const outcome = await ended;
  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr).toMatch(/^PORT must be .*\n$/);
});
