import { afterAll, beforeAll, expect, it } from "vitest";
import {
  checkAccount,
  checkSample,
  listRecordedAccounts,
  rebuildAccount,
} from "../../../../../src/business/record/rebuilds/check-derived.ts";
import { startApp, type TestApp } from "../../../../support/app.ts";
import { importDemo } from "../../../../support/records.ts";
import {
  feed,
  judgedTrader,
  tradeOf,
  verdictOf,
  verdictsOf,
} from "../../../../support/verdicts.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

it("a check finds derived rows that differ from the records, and a rebuild repairs them", async () => {
  const { database } = test.context;
  const administrator = await test.administrator();
  const trader = await test.trader();
  await importDemo(administrator, trader.id);
  const [accountId] = await listRecordedAccounts(database.kysely);
  const check = () => checkAccount(database, accountId!);
  expect(await check()).toEqual([]);
  const before = (await trader.get("/api/user/days")).json<object>();
  await database.pool.query("update trading_days set net = net + 1");
  await database.pool.query("update trades set net = net + 1 where position = '1001'");
  const deviations = [{ accountId, stageId: 1, tables: ["trades", "trading_days"] }];
  expect(await check()).toEqual(deviations);
  await checkSample(test.context);
  expect((await trader.get("/api/user/days")).json()).not.toEqual(before);
  expect(await rebuildAccount(test.context, accountId!)).toEqual(deviations);
  expect((await trader.get("/api/user/days")).json()).toEqual(before);
  expect(await check()).toEqual([]);
});

it("verdicts, readiness and days follow the present engine before a rebuild has reached their stage", async () => {
  const { pool } = test.context.database;
  const judged = await judgedTrader(test);
  const [opened, closed] = tradeOf(2, "2026-03-02T09:00:00Z", "2026-03-02T12:00:00Z", "500.00");
  await feed(judged, { deals: [opened] });
  const readiness = async () =>
    (await judged.trader.get("/api/user/payouts/readiness")).json<object>();
  const ready = await readiness();
  // Without what grows with the time.
  const { asOf: _, coverage: _growing, ...before } = await verdictOf(judged);
  // The first engine stored no version, and could have seen a breach at the entry.
  await pool.query(
    `update stage_progress set records_sha256 = null, state = jsonb_set(state #- '{timeline,engine}',
      '{judge,limits,0,breach}', '{"at":"2026-03-02T09:00:00.000Z","value":"1.00","floor":"2.00","by":[]}')
     where stage_id = $1`,
    [judged.stageId],
  );
  expect(await verdictOf(judged)).toMatchObject(before);
  expect(await readiness()).toEqual(ready);
  await feed(judged, { deals: [closed] });
  expect(await verdictOf(judged)).toMatchObject({
    outcome: "in_progress",
    rules: [{ value: "100500.00" }, { value: "500.00" }],
  });
  const { rows } = await pool.query<{ id: number }>(
    "select account_id as id from stage_progress where stage_id = $1",
    [judged.stageId],
  );
  expect(await checkAccount(test.context.database, rows[0]!.id)).toEqual([]);
});

it("floors and the equity curve follow the present engine before a rebuild has reached their stage", async () => {
  const { pool } = test.context.database;
  const judged = await judgedTrader(test);
  await feed(judged, {
    deals: [
      ...tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z", "1000.00"),
      ...tradeOf(2, "2026-03-03T09:00:00Z", "2026-03-03T10:00:00Z", "-400.00"),
    ],
  });
  const read = async (path: string) =>
    JSON.parse((await judged.trader.get(path)).body, (name, value: unknown) =>
      // The last floor is that of the present.
      name === "points" ? (value as unknown[]).slice(0, -1) : value,
    ) as unknown;
  const floors = () => read("/api/trpc/trader.verdictFloors?input=%7B%22json%22%3A%7B%7D%7D");
  const equity = () => read("/api/user/equity?from=2026-03-03T00:00:00Z");
  const before = [await floors(), await equity()];
  expect(JSON.stringify(before)).toContain('"floor":"96000.00"');
  await pool.query(
    `update trading_days set checkpoint = jsonb_set(checkpoint #- '{timeline,engine}',
      '{timeline,balance}', '"1"') where stage_id = $1`,
    [judged.stageId],
  );
  await pool.query(
    `update trading_days set checkpoint = jsonb_set(checkpoint, '{judge,limits,0}', '{}')
     where stage_id = $1`,
    [judged.stageId],
  );
  expect([await floors(), await equity()]).toEqual(before);
});

it("a check finds a wrong current verdict, and a rebuild stores the correct one with its cause", async () => {
  const { database } = test.context;
  const judged = await judgedTrader(test);
  await feed(judged, {
    deals: tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T12:00:00Z", "500.00"),
  });
  const { rows } = await database.pool.query<{ id: number }>(
    "select account_id as id from current_verdicts where stage_id = $1",
    [judged.stageId],
  );
  const accountId = rows[0]!.id;
  expect(await checkAccount(database, accountId)).toEqual([]);
  await database.pool.query(
    "update current_verdicts set key = 'passed', outcome = 'passed' where account_id = $1",
    [accountId],
  );
  const deviations = [{ accountId, stageId: judged.stageId, tables: ["current_verdicts"] }];
  expect(await checkAccount(database, accountId)).toEqual(deviations);
  expect(await rebuildAccount(test.context, accountId)).toEqual(deviations);
  expect(await checkAccount(database, accountId)).toEqual([]);
  expect(await verdictsOf(judged)).toMatchObject([
    { outcome: "in_progress", cause: { kind: "rebuild", id: null } },
    { outcome: "in_progress", cause: { kind: "rules" } },
  ]);
});
