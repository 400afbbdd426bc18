import { afterAll, beforeAll, expect, it } from "vitest";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import { FORMER_DOMAIN } from "../../../src/demo/past/former-customers.ts";
import { verifyCase } from "../../../src/business/record/cases/verify-case.rule.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  await fillDemo(test.context);
  administrator = await test.administrator();
});
afterAll(() => test.close());

interface Sum {
  count: number;
  amount: string;
}
interface Money {
  orders: Sum;
  refunded: Sum;
  chargedBack: Sum;
  paid: Sum;
  payoutRatio: string;
}
interface FunnelRow {
  step: number;
  started: number;
  passed: number;
  failed: number;
  abandoned: number;
  passRate: string;
}

async function readRows<Row>(name: string, query = ""): Promise<Row[]> {
  const response = await administrator.get(`/api/admin/figures/${name}${query}`);
  return response.json<{ rows: Row[] }>().rows;
}

it("sells more from quarter to quarter, and gives a few per cent back", async () => {
  const months = (await readRows<Money>("money")).slice(0, -1);
  const sold = months.map(({ orders }) => orders.count);
  const early = sold.slice(0, 4).reduce((sum, count) => sum + count, 0);
  const late = sold.slice(-4).reduce((sum, count) => sum + count, 0);
  expect(late).toBeGreaterThan(1.5 * early);
  const [year] = (await readRows<Money>("money", "?by=period")) as [Money];
  const back = Number(year.refunded.amount) + Number(year.chargedBack.amount);
  expect(back / Number(year.orders.amount)).toBeLessThan(0.06);
  expect(back).toBeGreaterThan(0);
  expect(Number(year.payoutRatio)).toBeGreaterThan(30);
  expect(Number(year.payoutRatio)).toBeLessThan(65);
});

it("passes a few of a hundred first steps, and ends all others", async () => {
  const first = (await readRows<FunnelRow>("funnel")).filter(({ step }) => step === 1);
  const sum = (field: "passed" | "failed" | "abandoned") =>
    first.reduce((total, row) => total + row[field], 0);
  const ended = sum("passed") + sum("failed") + sum("abandoned");
  expect(sum("passed") / ended).toBeGreaterThan(0.1);
  expect(sum("passed") / ended).toBeLessThan(0.25);
});

it("has an order for every account on a programme, with the price of its product", async () => {
  const { rows } = await test.context.database.pool.query<{ count: number }>(
    `select count(*)::int from trading_accounts
     where exists (select from stages where account_id = trading_accounts.id and programme_step is not null)
       and not exists (select from order_items join stages on stages.id = order_items.stage_id
         join orders on orders.id = order_items.order_id
         where stages.account_id = trading_accounts.id and orders.total > 0
           and orders.user_id = trading_accounts.user_id)`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

it("judges former stages as people did, and every account's history adds up", async () => {
  const { kysely, pool } = test.context.database;
  const { rows } = await pool.query<{ outcome: string; verdict: string; reviews: number }>(
    `select distinct stages.outcome, current_verdicts.outcome as verdict, (select count(*)::int
       from reviews where reviews.stage_id = stages.id and decision = 'confirm') as reviews
     from stages join current_verdicts on current_verdicts.stage_id = stages.id
     join trading_accounts on trading_accounts.id = stages.account_id
     join users on users.id = user_id where users.email like $1 order by 1`,
    [`%@${FORMER_DOMAIN}`],
  );
  expect(rows).toEqual([
    { outcome: "abandoned", verdict: "in_progress", reviews: 0 },
    { outcome: "failed", verdict: "breached", reviews: 1 },
    { outcome: "passed", verdict: "passed", reviews: 1 },
  ]);
  const former = await kysely
    .selectFrom("users")
    .innerJoin("trading_accounts", "trading_accounts.user_id", "users.id")
    .select(["users.id", "status", "phase", "login", "payout_enabled as payoutEnabled"])
    .where("email", "like", `%@${FORMER_DOMAIN}`)
    .limit(20)
    .execute();
  for (const { id, ...account } of former) {
    const events = await kysely
      .selectFrom("audit_events")
      .select(["action", "changes"])
      .where("trader_id", "=", id)
      .orderBy("id")
      .execute();
    expect(events[0]).toMatchObject({ action: "trader.created-by-order" });
    const state: Record<string, unknown> = {};
    for (const { action, changes } of events) {
      if (action !== "account.updated") continue;
      for (const [field, change] of Object.entries(changes))
        if (change !== "changed") state[field] = change.to;
    }
    for (const [field, value] of Object.entries(account))
      expect([id, field, state[field] ?? (field === "payoutEnabled" ? false : null)]).toEqual([
        id,
        field,
        value,
      ]);
  }
});

it("has cases of former stages that verify", async () => {
  const reviews = await test.context.database.kysely
    .selectFrom("reviews")
    .innerJoin("trading_accounts", "trading_accounts.id", "reviews.account_id")
    .select(["user_id as userId", "stage_id as stageId"])
    .where("decision", "=", "confirm")
    .orderBy("reviews.id")
    .limit(5)
    .execute();
  for (const { userId, stageId } of reviews) {
    const response = await administrator.get(`/api/admin/user/${userId}/case?stage=${stageId}`);
    expect(response.statusCode).toBe(200);
    expect((await verifyCase(response.json(), null)).result).toBe("confirmed");
  }
});
