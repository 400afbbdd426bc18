import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Context } from "../../../src/platform/context.ts";
import { demoTraders } from "../../../src/demo/demo-traders.ts";
import { Market } from "../../../src/demo/trading/market.ts";
import { formerCustomers } from "../../../src/demo/past/former-customers.ts";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import { startApp, type TestApp } from "../../support/app.ts";

/** Stays without a demo until the test that inserts it, because that takes several seconds. */
let empty: TestApp;
beforeAll(async () => {
  empty = await startApp();
});
afterAll(() => empty.close());

interface Counts {
  traders: number;
  accounts: number;
  payouts: number;
  certificates: number;
  statements: number;
  pictures: number;
  tokens: number;
}

async function countRows({ database, config }: Context) {
  const { rows } = await database.pool.query<Counts>(
    `select (select count(*)::int from users) as traders,
            (select count(*)::int from trading_accounts) as accounts,
            (select count(*)::int from payout_requests) as payouts,
            (select count(*)::int from certificates) as certificates,
            (select count(*)::int from statements) as statements,
            (select count(*)::int from identity_files) as pictures,
            (select count(*)::int from api_tokens) as tokens`,
  );
  const files = await readdir(join(config.dataDir, "certificates"));
  return { ...rows[0]!, files: files.length };
}

const nothing = {
  traders: 0,
  accounts: 0,
  payouts: 0,
  certificates: 0,
  statements: 0,
  pictures: 0,
  tokens: 0,
  files: 0,
};

it.each([
  ["certificates", 5],
  ["statements", 60],
])("leaves nothing behind if inserting the %s fails", async (_, files) => {
  const { context } = empty;
  let freeSlots = files;
  const full: Context = {
    ...context,
    files: {
      ...context.files,
      async store(key, path) {
        freeSlots -= 1;
        if (freeSlots < 0) throw new Error("The disk is full");
        await context.files.store(key, path);
      },
    },
  };
  await expect(fillDemo(full)).rejects.toThrow("The disk is full");
  expect(await countRows(context)).toEqual(nothing);
});

it("inserts the demo once after failed attempts if instances start concurrently, and not again later", async () => {
  const { context } = empty;
  const responses = await Promise.all([fillDemo(context), fillDemo(context), fillDemo(context)]);
  const filled = await countRows(context);
  const former = formerCustomers(context.clock.now(), new Market());
  const traders = demoTraders.length + former.length;
  expect(filled).toMatchObject({ traders, accounts: traders });
  expect(filled.files).toBe(filled.certificates + filled.statements + filled.pictures);
  expect(responses[0]).toHaveLength(2);
  expect(responses[1]).toEqual(responses[0]);
  expect(responses[2]).toEqual(responses[0]);
  await fillDemo(context);
  expect(await countRows(context)).toEqual(filled);
});

it("does not change a database that has a trader", async () => {
  const test = await startApp();
  onTestFinished(() => test.close());
  await test.trader();
  expect(await fillDemo(test.context)).toEqual([]);
  expect(await countRows(test.context)).toEqual({ ...nothing, traders: 1, accounts: 1 });
});
