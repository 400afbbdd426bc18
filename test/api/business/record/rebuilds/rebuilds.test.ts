import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  listRebuildDeviations,
  readRebuildProgress,
  rebuildOutdated,
  startRebuild,
  stopRebuild,
} from "../../../../../src/business/record/rebuilds/rebuilds.ts";
import {
  checkAccount,
  listRecordedAccounts,
} from "../../../../../src/business/record/rebuilds/check-derived.ts";
import { startApp, type TestApp } from "../../../../support/app.ts";
import { holdLock, row } from "../../../../support/barrier.ts";
import { importDemo } from "../../../../support/records.ts";

/** More accounts with a stage than one chunk holds; two of them have records. */
const ACCOUNTS = 25;

const stage = { phase: "Evaluation", initialBalance: "100000.00" };

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
  const administrator = await test.administrator();
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const { id } = await test.trader();
    if (index === 0 || index === ACCOUNTS - 1) await importDemo(administrator, id);
    else await administrator.post(`/api/admin/user/${id}/stages`, stage);
  }
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.context.database.pool.query("delete from rebuilds");
});

const progress = () => readRebuildProgress(test.context.database.kysely);
const unfinishedJobs = async () => {
  const { rowCount } = await test.context.database.pool.query(
    `select from pgboss.job where name = 'records-rebuild' and state in ('created', 'retry', 'active')`,
  );
  return rowCount;
};
const finished = (id: number) => ({ id, status: "finished", done: ACCOUNTS, accounts: ACCOUNTS });

it("a rebuild repairs the derived rows of all accounts, and lists the differences", async () => {
  const { database } = test.context;
  await database.pool.query("update trading_days set net = net + 1");
  const id = await startRebuild(test.context);
  await expect.poll(progress).toEqual(finished(id));
  const accounts = await listRecordedAccounts(database.kysely);
  expect(await listRebuildDeviations(database.kysely, id)).toMatchObject([
    { accountId: accounts[0], tables: ["trading_days"] },
    { accountId: accounts.at(-1), tables: ["trading_days"] },
  ]);
  for (const accountId of accounts) expect(await checkAccount(database, accountId)).toEqual([]);
});

it("an upgrade from another engine rebuilds everything once, and nothing after that", async () => {
  const { database } = test.context;
  const [accountId] = await listRecordedAccounts(database.kysely);
  // As the first engine stored it: without a version, and with other figures.
  await database.pool.query(
    `update stage_progress set state = state #- '{timeline,engine}' where account_id = $1`,
    [accountId],
  );
  await database.pool.query("update trading_days set equity_low = 1 where account_id = $1", [
    accountId,
  ]);
  await Promise.all([rebuildOutdated(test.context), rebuildOutdated(test.context)]);
  await expect.poll(progress).toMatchObject({ status: "finished", done: ACCOUNTS });
  expect(await checkAccount(database, accountId!)).toEqual([]);
  await rebuildOutdated(test.context);
  const { rows } = await database.pool.query("select id from rebuilds");
  expect(rows).toHaveLength(1);
});

it("a running rebuild is not started again", async () => {
  const ids = await Promise.all([startRebuild(test.context), startRebuild(test.context)]);
  expect(ids[0]).toBe(ids[1]);
  await expect.poll(progress).toEqual(finished(ids[0]));
});

it("a rebuild without stages finishes at once, and does not block the next one", async () => {
  const empty = await startApp();
  try {
    const { kysely, pool } = empty.context.database;
    // A rebuild that an earlier release left unfinished.
    await pool.query("insert into rebuilds (accounts, started_at) values (0, now())");
    const ids = [await startRebuild(empty.context), await startRebuild(empty.context)];
    expect(ids[1]).toBeGreaterThan(ids[0]!);
    const status = { status: "finished", done: 0, accounts: 0 };
    expect(await readRebuildProgress(kysely)).toEqual({ id: ids[1], ...status });
  } finally {
    await empty.close();
  }
});

it("a rebuild can stop between two accounts, and continues with the remaining ones", async () => {
  const { database } = test.context;
  await database.pool.query("update trading_days set net = net + 1");
  const accounts = await listRecordedAccounts(database.kysely);
  const firstOfLastChunk = accounts[20]!;
  const lock = await holdLock(test, row("trading_accounts", firstOfLastChunk));
  const id = await startRebuild(test.context);
  await lock.blocked(1);
  await expect.poll(progress).toMatchObject({ status: "running", done: 20 });
  expect(await stopRebuild(test.context)).toBe(true);
  expect(await stopRebuild(test.context)).toBe(false);
  await lock.release();
  await expect.poll(unfinishedJobs).toBe(0);
  expect(await progress()).toEqual({ id, status: "stopped", done: 20, accounts: ACCOUNTS });
  expect(await checkAccount(database, accounts.at(-1)!)).not.toEqual([]);
  expect(await startRebuild(test.context)).toBe(id);
  await expect.poll(progress).toEqual(finished(id));
  expect(await checkAccount(database, accounts.at(-1)!)).toEqual([]);
  const { rows } = await database.pool.query(
    `select action, actor_kind as actor from audit_events
      where changes -> 'rebuildId' ->> 'to' = $1::text order by id`,
    [id],
  );
  expect(rows).toEqual(
    ["rebuild.started", "rebuild.stopped", "rebuild.started"].map((action) => ({
      action,
      actor: "system",
    })),
  );
});

it("a rebuild finishes if its last two chunks end at the same time", async () => {
  const { database } = test.context;
  const accounts = await listRecordedAccounts(database.kysely);
  const lastChunk = await holdLock(test, row("trading_accounts", accounts[20]!));
  const id = await startRebuild(test.context);
  await lastChunk.blocked(1);
  await expect.poll(progress).toMatchObject({ status: "running", done: 20 });
  await database.pool.query("update rebuild_chunks set done_at = null where rebuild_id = $1", [id]);
  // Ends the first chunk in a transaction that is still open when the last one ends.
  const firstChunk = await holdLock(test, {
    statement: `with rebuild as (select id from rebuilds where id = $1 for update)
      update rebuild_chunks set done_at = now()
      where rebuild_id = (select id from rebuild) and first_account_id = $2`,
    values: [id, accounts[0]],
  });
  await lastChunk.release();
  await firstChunk.blocked(1);
  await firstChunk.release();
  await expect.poll(progress).toEqual(finished(id));
});
