import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { demoStatement, evenTrades } from "../support/demo-statements.ts";
import { type StatementAnswer, uploadStatement } from "../support/records.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const START = Date.UTC(2024, 0, 5, 7, 12, 30);
const MINUTE = 60_000;

it("an import of 100,000 deals does not block other calls, and every record counts", async () => {
  const administrator = await test.administrator();
  const trader = await test.trader();
  const trades = evenTrades(50_000, { start: START, every: 10 * MINUTE, lasts: 5 * MINUTE });
  const operations = [{ ticket: 1, time: START - MINUTE, amount: 10_000_000n, comment: "Deposit" }];
  const file = writeStatement(demoStatement({ trades, operations, cancelledOrders: [] }), "csv");
  const importing = new AbortController();
  const answered: Promise<number> = (async () => {
    let count = 0;
    while (!importing.signal.aborted) {
      const { statusCode } = await trader.get("/api/user");
      if (statusCode === 200) count += 1;
      await sleep(10);
    }
    return count;
  })();
  const imported = await uploadStatement(administrator, trader.id, file);
  importing.abort();
  expect(imported.statusCode).toBe(201);
  expect(imported.json<StatementAnswer>().counts).toMatchObject({ deals: 100_000, new: 100_001 });
  // At least ten calls per second, even on a slow machine.
  expect(await answered).toBeGreaterThan(20);
  const statistics = (await trader.get("/api/user/statistics")).json<{ trades: number }>();
  expect(statistics.trades).toBe(50_000);
});
