import { afterAll, beforeAll, expect, it } from "vitest";
import { limits } from "../../../src/declarations.ts";
import { createThrottle } from "../../../src/platform/throttle/throttle.ts";
import { PASSWORD, startApp, type TestApp } from "../../support/app.ts";
import { holdLock } from "../../support/barrier.ts";
import type { Browser } from "../../support/http.ts";
import { codeOf } from "../../support/second-factor.ts";
import { statuses } from "../../support/statuses.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

/** Requests payouts of one trader from twenty concurrent loops, each of which ends with its first rejection. */
async function flood(trader: Browser): Promise<number[]> {
  let key = 0;
  const ask = async () => {
    for (;;) {
      const headers = { "idempotency-key": `key-${(key += 1)}` };
      const input = { amount: "1", paymentMethod: "bank" };
      const { statusCode } = await trader.post("/api/user/payouts", input, headers);
      if (statusCode !== 201) return statusCode;
    }
  };
  return Promise.all(Array.from({ length: 20 }, ask));
}

it.each([
  ["a ban", "/ban", { banned: true, banReason: "Copy trading" }],
  ["disabling payouts", "/account", { payoutEnabled: false }],
])("a trader's own requests cannot delay %s", async (_, path, change) => {
  const trader = await test.trader();
  const url = `/api/admin/user/${trader.id}`;
  await administrator.patch(`${url}/account`, { payoutEnabled: true });
  const refusals = flood(trader);
  expect((await administrator.patch(`${url}${path}`, change)).statusCode).toBe(200);
  expect(new Set(await refusals)).toEqual(new Set([403]));
});

it("ten calls of the second factor with keys do not wait for each other's connections", async () => {
  const confirmations = [];
  for (let made = 0; made < 10; made += 1) {
    const trader = await test.trader();
    const path = "/api/user/second-factor/totp";
    const started = await trader.post(path, { password: PASSWORD });
    const code = codeOf(test, started.json<{ secret: string }>().secret);
    confirmations.push(() => trader.post(`${path}/confirm`, { code }, { "idempotency-key": "k" }));
  }
  // After a correct code, its attempts are given back.
  test.context.throttle = createThrottle(test.context.database.pool, limits);
  const lock = { statement: "lock table factor_confirmations in exclusive mode", values: [] };
  const held = await holdLock(test, lock);
  const confirmed = confirmations.map((confirm) => confirm());
  await held.blocked(10);
  await held.release();
  expect(statuses(await Promise.all(confirmed))).toEqual({ 202: 10 });
});
