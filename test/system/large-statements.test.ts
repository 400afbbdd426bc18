import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { holdLock, row } from "../support/barrier.ts";
import { createDatabase } from "../support/database.ts";
import { demoStatement, evenTrades } from "../support/demo-statements.ts";
import { type StatementAnswer, uploadStatement } from "../support/records.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
let test: TestApp;
beforeAll(async () => {
  database = await createDatabase();
  // With the app's own limit of waiting for a lock.
  test = await startApp({ listen: true, databaseUrl: database.url });
});
afterAll(async () => {
  await test.close();
  await database.drop();
});

const START = Date.UTC(2024, 0, 5, 7, 12, 30);
const MINUTE = 60_000;

/** A CSV statement of consecutive trades, and of the deposit before them. */
function statementOf(count: number): Buffer {
  const trades = evenTrades(count, { start: START, every: 10 * MINUTE, lasts: 5 * MINUTE });
  const operations = [{ ticket: 1, time: START - MINUTE, amount: 10_000_000n, comment: "Deposit" }];
  return writeStatement(demoStatement({ trades, operations, cancelledOrders: [] }), "csv");
}

it("an import of 20,000 deals does not block other calls, and every record counts", async () => {
  const administrator = await test.administrator();
  const trader = await test.trader();
  const file = statementOf(10_000);
  let answered = 0;
  const importing = new AbortController();
  const calling = (async () => {
    while (!importing.signal.aborted) {
      if ((await trader.get("/api/user")).statusCode === 200) answered += 1;
      // Leaves the processor to the import.
      await sleep(10);
    }
  })();
  const imported = await uploadStatement(administrator, trader.id, file);
  importing.abort();
  await calling;
  expect(imported.statusCode).toBe(201);
  expect(imported.json<StatementAnswer>().counts).toMatchObject({ deals: 20_000, new: 20_001 });
  // One or two would be answered if the import blocked others until it is done.
  expect(answered).toBeGreaterThan(5);
  const statistics = (await trader.get("/api/user/statistics")).json<{ trades: number }>();
  expect(statistics.trades).toBe(10_000);
});

it("an import waits for another change of the account for longer than other calls", async () => {
  const administrator = await test.administrator();
  const trader = await test.trader();
  const held = await holdLock(test, row("users", trader.id));
  const imported = uploadStatement(administrator, trader.id, statementOf(2));
  await held.blocked(1);
  const changed = await administrator.patch(`/api/admin/user/${trader.id}/account`, { phase: "1" });
  expect(changed.statusCode).toBe(503);
  await held.release();
  expect((await imported).statusCode).toBe(201);
});

it("an import ends as usual if its client disconnects", async () => {
  const administrator = await test.administrator();
  const trader = await test.trader();
  const held = await holdLock(test, row("users", trader.id));
  const { token } = await test.token(["records:write"]);
  const client = new AbortController();
  const form = new FormData();
  form.append("file", new Blob([Uint8Array.from(statementOf(2))]), "statement.csv");
  const aborted = fetch(`${test.url}/api/admin/user/${trader.id}/statements`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
    signal: client.signal,
  });
  await held.blocked(1);
  client.abort();
  await expect(aborted).rejects.toThrow("aborted");
  await held.release();
  await expect
    .poll(async () => {
      const list = await administrator.get(`/api/admin/user/${trader.id}/statements`);
      return list.json<StatementAnswer[]>().map(({ counts }) => counts.deals);
    })
    .toEqual([4]);
  const again = await uploadStatement(administrator, trader.id, statementOf(2));
  expect([again.statusCode, again.json<StatementAnswer>().counts.new]).toEqual([200, 5]);
});
