import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { entities } from "../../../../src/entities.ts";
import { verifyChains } from "../../../../src/identity/audit/verify-chains.ts";
import { type Database, connectDatabase } from "../../../../src/platform/database/database.ts";
import { startApp } from "../../../support/app.ts";
import { startCommand } from "../../../support/command.ts";
import { createDatabase } from "../../../support/database.ts";
import { createScratchFolder } from "../../../support/scratch.ts";

let filled: { url: string; drop(): Promise<void> };
beforeAll(async () => {
  filled = await createDatabase();
  const test = await startApp({ databaseUrl: filled.url });
  const administrator = await test.administrator();
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { id } = await test.trader();
      await administrator.patch(`/api/admin/user/${id}/account`, { balance: "1.00", phase: "é" });
    }),
  );
  await test.close();
});
afterAll(() => filled.drop());

/** Connects to a copy of the database with a few audit events. */
async function copyWithEvents() {
  const { url, drop } = await createDatabase({ template: filled });
  const database = await connectDatabase(url, entities);
  onTestFinished(async () => {
    await database.orm.close(true);
    await drop();
  });
  return { url, database };
}

/** Executes a statement as the owner of the database, who can bypass the triggers. */
async function tamper({ pool }: Database, statement: string) {
  const client = await pool.connect();
  await client.query("set session_replication_role = replica");
  const { rowCount } = await client.query(statement);
  client.release(true);
  return rowCount;
}

const someEvent = "(select id from audit_events where chain = 3 and position = 1)";

it("links the events of concurrent writers without a gap", async () => {
  const { database } = await copyWithEvents();
  const { events, heads, broken } = await verifyChains(database);
  expect(broken).toBeUndefined();
  // The registrations and account changes, and the administrator's creation and sign-in.
  expect(events).toBe(42);
  expect(heads).toHaveLength(16);
});

it.each([
  ["update audit_events set reason = 'nothing'", "append-only"],
  ["delete from audit_events", "append-only"],
  ["truncate audit_events", "append-only"],
])("the database rejects: %s", async (statement, why) => {
  const { database } = await copyWithEvents();
  await expect(database.pool.query(statement)).rejects.toThrow(why);
  expect((await verifyChains(database)).broken).toBeUndefined();
});

it.each([
  [`update audit_events set reason = 'nothing' where id = ${someEvent}`, "its content was changed"],
  [
    `update audit_events set changes = changes || '{"x": "changed"}' where id = ${someEvent}`,
    "its content was changed",
  ],
  [
    `update audit_events set at = at + interval '1 ms' where id = ${someEvent}`,
    "its content was changed",
  ],
  [`update audit_events set hash = sha256('x') where id = ${someEvent}`, "its content was changed"],
  [`delete from audit_events where id = ${someEvent}`, "the preceding link 1 is missing"],
])("the verification detects: %s", async (statement, why) => {
  const { database } = await copyWithEvents();
  expect(await tamper(database, statement)).toBe(1);
  expect((await verifyChains(database)).broken).toMatchObject({ chain: 3, why });
});

it("detects a truncated or rewritten end by heads recorded earlier", async () => {
  const { database } = await copyWithEvents();
  const { heads } = await verifyChains(database);
  const last = heads.find(({ chain }) => chain === 5)!;
  await tamper(
    database,
    `delete from audit_events where chain = 5 and position = ${last.position}`,
  );
  expect((await verifyChains(database)).broken).toBeUndefined();
  expect((await verifyChains(database, heads)).broken).toMatchObject({
    chain: 5,
    position: last.position,
    why: "the chain ends before this link, which was there earlier",
  });
  // Events appended after the truncation have different hashes, even from the database's own function.
  await database.pool.query(
    "insert into audit_events (at, actor_kind, action, trader_id, changes) values (now(), 'system', 'trader.banned', 5, '{}')",
  );
  expect((await verifyChains(database, heads)).broken).toMatchObject({
    why: "the chain was rewritten after the head was saved",
  });
});

it("detects that a whole chain is missing by heads recorded earlier", async () => {
  const { database } = await copyWithEvents();
  const { heads } = await verifyChains(database);
  await tamper(database, "delete from audit_events where chain = 5");
  expect((await verifyChains(database)).broken).toBeUndefined();
  expect((await verifyChains(database, heads)).broken).toMatchObject({
    chain: 5,
    why: "the chain ends before this link, which was there earlier",
  });
});

it("npm run audit verifies the chains and names the first broken link", async () => {
  const { url, database } = await copyWithEvents();
  const folder = await createScratchFolder("propdesk-audit-");
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { DATABASE_URL: url, DATA_DIR: folder };
  const run = (...args: string[]) => startCommand("src/commands/audit.ts", args, env).ended;

  expect(await run("verify")).toEqual({
    code: 0,
    stderr: "",
    stdout: "The audit log is intact: 42 events in 16 chains, none changed, none missing.\n",
  });
  const heads = join(folder, "heads.json");
  await writeFile(heads, (await run("heads")).stdout);
  expect((await run("verify", "--heads", heads)).code).toBe(0);

  const { rows } = await database.pool.query<{ id: string }>(`select ${someEvent} id`);
  await tamper(
    database,
    `update audit_events set actor_name = 'Mallory' where id = ${rows[0]!.id}`,
  );
  expect(await run("verify")).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining(
      `The audit log is broken at event ${rows[0]!.id} (link 1 of chain 3): its content was changed.`,
    ) as string,
  });

  await writeFile(heads, "{}");
  expect((await run("verify", "--heads", heads)).stderr).toMatch(
    /heads\.json is not the output of/,
  );
  expect((await run("prove")).stderr).toMatch(/^Usage:/);
});
