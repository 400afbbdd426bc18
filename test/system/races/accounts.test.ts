import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.ts";
import { queueAtLock, row } from "../../support/barrier.ts";
import { countDeadlocks } from "../../support/deadlocks.ts";
import { accountIdOf } from "../../support/records.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  snapshotAt,
  statusOf,
} from "../../support/verdicts.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const breach = { snapshots: [snapshotAt("2026-03-02T10:00:00Z", "94999.99")] };
const deposit = {
  operations: [{ ticket: "1", time: "2026-03-02T09:00:00Z", kind: "deposit", amount: "100000.00" }],
};

/** Sends records and, as soon as the feed waits for the account's lock, a change of the account. */
async function changeDuringFeed(judged: JudgedTrader, records: object, change: object) {
  const account = row("trading_accounts", await accountIdOf(test, judged.trader.id));
  const [, response] = await queueAtLock(test, account, [
    async () => {
      await feed(judged, records);
      return undefined;
    },
    () => judged.administrator.patch(`/api/admin/user/${judged.trader.id}/account`, change),
  ]);
  return response!;
}

describe("a change of an account behind the feed", () => {
  it("cannot overwrite the balance that the first record determines", async () => {
    const judged = await judgedTrader(test);
    const response = await changeDuringFeed(judged, deposit, { balance: "1.00" });
    expect(response.statusCode).toBe(409);
    const account = await judged.trader.get("/api/user/account");
    expect(account.json<{ balance: string }>().balance).not.toBe("1.00");
  });

  it("cannot set the status if a breach has changed the one that the administrator saw", async () => {
    const judged = await judgedTrader(test);
    const change = { status: "pending", expectedStatus: "active" };
    const response = await changeDuringFeed(judged, breach, change);
    expect(response.statusCode).toBe(409);
    expect(await statusOf(judged)).toBe("under-review");
  });

  it("does not deadlock with a breach, which notifies the trader", async () => {
    const judged = await judgedTrader(test);
    const { pool } = test.context.database;
    const before = await countDeadlocks(pool);
    const response = await changeDuringFeed(judged, breach, { server: "MT5-Live" });
    expect(response.statusCode).toBe(200);
    expect(await statusOf(judged)).toBe("under-review");
    expect(await countDeadlocks(pool)).toBe(before);
  });
});
