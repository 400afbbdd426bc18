import { afterAll, beforeAll, expect, it } from "vitest";
import {
  listRecordedAccounts,
  rebuildAccount,
} from "../../../src/business/records/check-derived.ts";
import { checkSample } from "../../../src/business/records/check-sample.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { importDemo } from "../../support/records.ts";

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
  const check = () => rebuildAccount(database, accountId!, { isCheck: true });
  expect(await check()).toEqual([]);
  const before = (await trader.get("/api/user/days")).json<object>();
  await database.pool.query("update trading_days set net = net + 1");
  await database.pool.query("update trades set net = net + 1 where position = '1001'");
  const deviations = [{ accountId, stageId: 1, tables: ["trades", "trading_days"] }];
  expect(await check()).toEqual(deviations);
  await checkSample(test.context);
  expect((await trader.get("/api/user/days")).json()).not.toEqual(before);
  expect(await rebuildAccount(database, accountId!, { isCheck: false })).toEqual(deviations);
  expect((await trader.get("/api/user/days")).json()).toEqual(before);
  expect(await check()).toEqual([]);
});
