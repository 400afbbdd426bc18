import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";

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
