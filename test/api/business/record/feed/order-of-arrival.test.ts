import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkAccount } from "../../../../../src/business/record/rebuilds/check-derived.ts";
import { startApp, type TestApp } from "../../../../support/app.ts";
import type { Browser } from "../../../../support/http.ts";
import type { Rules } from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import { createRules } from "../../../../support/verdicts.ts";
import {
  contractRules,
  dailyLoss,
  maxLoss,
} from "../../../../unit/business/rulebook/rules/rules.fixtures.ts";
import { rounds } from "../../../../support/rounds.ts";

let test: TestApp;
let administrator: Browser;
let bridge: Browser;
let rulesVersionId: number;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  bridge = await test.token(["feed:write"]);
  rulesVersionId = await createRules(administrator, rules);
});
afterAll(() => test.close());

/** Rules that some records satisfy, some breach and some pass. */
const rules: Rules = {
  ...contractRules,
  limits: [
    dailyLoss({ limit: { amount: "300.00" }, from: "higher", measured: "balance" }),
    maxLoss({ limit: { amount: "600.00" }, mode: "trailing_equity", onWithdrawal: "follow" }),
    { kind: "max_position", volume: "1.00", consequence: "pause" },
    { kind: "flat_by", time: "15:10", consequence: "pause" },
    { kind: "inactivity", days: 3, counts: "deals", consequence: "fail" },
  ],
  objectives: [
    { kind: "profit_target", target: { amount: "200.00" } },
    { kind: "min_trading_days", days: 2, counts: "opened", minimumProfit: null },
  ],
};

const START = Date.UTC(2026, 2, 2);
const MINUTE = 60_000;
const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();
const amount = (cents: number) =>
  `${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;

const tradeFields = { position: "p0", symbol: "EURUSD", volume: "0.50", price: "1.08345" };

type Item = { list: "deals" | "operations" | "snapshots"; item: object };

/** Overlapping trades across days, some of them open, with balance operations and snapshots. */
const anyRecord: fc.Arbitrary<Item[]> = fc
  .record({
    trades: fc.array(
      fc.record({
        open: fc.integer({ min: 0, max: 4000 }),
        lasts: fc.integer({ min: 0, max: 2000 }),
        profit: fc.integer({ min: -50_000, max: 50_000 }),
        isOpen: fc.boolean(),
      }),
      { maxLength: 8 },
    ),
    operations: fc.array(
      fc.record({
        minute: fc.integer({ min: 0, max: 4000 }),
        cents: fc.integer({ min: 1, max: 99_999 }),
      }),
      { maxLength: 3 },
    ),
    snapshots: fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { maxLength: 20 }),
  })
  .map(({ trades, operations, snapshots }) => [
    ...trades.flatMap(({ open, lasts, profit, isOpen }, index): Item[] => {
      const shared = { ...tradeFields, position: `p${index}` };
      const opening = {
        ...shared,
        ticket: `${index}/in`,
        time: at(open),
        entry: "in",
        side: "buy",
      };
      const closing = {
        ...shared,
        ticket: `${index}/out`,
        time: at(open + lasts),
        entry: "out",
        side: "sell",
        profit: amount(profit),
      };
      const items: Item[] = [{ list: "deals", item: opening }];
      return isOpen ? items : [...items, { list: "deals", item: closing }];
    }),
    ...operations.map(({ minute, cents }, index): Item => ({
      list: "operations",
      item: { ticket: `o${index}`, time: at(minute), kind: "deposit", amount: amount(cents) },
    })),
    ...snapshots.map((minute): Item => ({
      list: "snapshots",
      item: { time: at(minute), balance: "100000.00", equity: amount(10_000_000 + minute) },
    })),
  ]);

/** A snapshot, then the closing of a trade at the same instant, in a call of its own. */
const sameInstant: Item[] = [
  {
    list: "deals",
    item: { ...tradeFields, ticket: "0/in", time: at(5), entry: "in", side: "buy" },
  },
  {
    list: "snapshots",
    item: { time: at(10), balance: "100000.00", equity: "100050.00" },
  },
  {
    list: "deals",
    item: {
      ...tradeFields,
      ticket: "0/out",
      time: at(10),
      entry: "out",
      side: "sell",
      profit: "50.00",
    },
  },
];

let logins = 9_000_000;

async function fedTrader() {
  const trader = await test.trader();
  const login = String((logins += 1));
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { login });
  const stage = { phase: "Phase 1", initialBalance: "100000.00", startedAt: at(0), rulesVersionId };
  await administrator.post(`/api/admin/user/${trader.id}/stages`, stage);
  return Object.assign(trader, { login });
}

async function send(login: string, items: Item[]): Promise<void> {
  const account = {
    login,
    deals: items.filter(({ list }) => list === "deals").map(({ item }) => item),
    operations: items.filter(({ list }) => list === "operations").map(({ item }) => item),
    snapshots: items.filter(({ list }) => list === "snapshots").map(({ item }) => item),
  };
  const response = await bridge.post("/api/feed", { accounts: [account] });
  expect(response.json<{ rejected: object[] }>().rejected).toEqual([]);
}

/** Reads the verdict with its hashes, without the id of the stage. */
async function verdictAsOf(trader: Browser, asOf: string) {
  const response = await trader.get(`/api/user/verdict?asOf=${asOf}`);
  return { ...response.json<object>(), stageId: 0 };
}

/** Reads everything derived from the records, without ids and sources, which depend on the arrival. */
async function historyOf(trader: Browser) {
  const read = async <Body>(path: string) => (await trader.get(`/api/user/${path}`)).json<Body>();
  const trades = await read<{ position: string }[]>("trades");
  const { balance, profitLoss, recordedAt } = await read<Record<string, unknown>>("account");
  return {
    trades: trades
      .map((trade) => ({ ...trade, id: 0, sources: [] }))
      .toSorted((a, b) => (a.position < b.position ? -1 : 1)),
    days: await read("days"),
    equity: await read("equity"),
    statistics: await read("statistics"),
    figures: { balance, profitLoss, recordedAt },
    verdicts: [
      await verdictAsOf(trader, "2026-03-03T12:00:00Z"),
      await verdictAsOf(trader, "2026-03-20T00:00:00Z"),
    ],
  };
}

it("any order of arrival and any split into calls has the same result as a single call and as a rebuild", async () => {
  const arrivals = anyRecord.chain((items) =>
    fc.record({
      items: fc.constant(items),
      shuffled: fc.shuffledSubarray(items, { minLength: items.length }),
      size: fc.integer({ min: 1, max: 12 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(arrivals, async ({ items, shuffled, size }) => {
      const [whole, split] = [await fedTrader(), await fedTrader()];
      await send(whole.login, items);
      for (let start = 0; start < shuffled.length; start += size) {
        await send(split.login, shuffled.slice(start, start + size));
      }
      expect(await historyOf(split)).toEqual(await historyOf(whole));
      const { rows } = await test.context.database.pool.query<{ id: number }>(
        "select id from trading_accounts where login = $1",
        [split.login],
      );
      const check = checkAccount(test.context.database, rows[0]!.id);
      expect(await check).toEqual([]);
    }),
    { ...rounds(8), examples: [[{ items: sameInstant, shuffled: sameInstant, size: 1 }]] },
  );
});
