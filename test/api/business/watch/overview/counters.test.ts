import { afterEach, beforeEach, expect, it } from "vitest";
import { runHousekeeping } from "../../../../../src/business/office/housekeeping/housekeeping.ts";
import type { FirmHistory } from "../../../../../src/business/watch/overview/overview.schema.ts";
import { formatDecimal, storedCents } from "../../../../../src/platform/money/money.ts";
import { startApp, type TestApp } from "../../../../support/app.ts";
import { startStage } from "../../../../support/records.ts";
import type { Browser } from "../../../../support/http.ts";

let test: TestApp;
let administrator: Browser;
beforeEach(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterEach(() => test.close());

interface Overview {
  users: object;
  payouts: object;
}

/** Reads the overview of administrators, which reads the counters. */
async function shown(): Promise<Overview> {
  const { users, payouts } = (await administrator.get("/api/admin/dashboard")).json<Overview>();
  return { users, payouts };
}

/** Computes the same overview from the rows. */
async function counted(): Promise<Overview> {
  const { pool } = test.context.database;
  const { rows: accounts } = await pool.query<{ status: string; count: number }>(
    "select status, count(*)::int as count from trading_accounts group by status",
  );
  const { rows: payouts } = await pool.query<Payouts>(
    `select status, currency, count(id)::int as count, sum(amount)::text as amount
     from (select id, status, currency, amount from payout_requests
       union all select null, 'approved', currency, amount from payout_ledger) as kept
     group by status, currency order by currency`,
  );
  const count = (status: string) => accounts.find((row) => row.status === status)?.count ?? 0;
  const sum = (status: string) => sumOf(payouts.filter((row) => row.status === status));
  const total = sumOf(payouts).count;
  const { count: _, ...amounts } = sumOf(payouts.filter((row) => row.status !== "cancelled"));
  return {
    users: {
      total: accounts.reduce((all, row) => all + row.count, 0),
      byStatus: {
        pending: count("pending"),
        active: count("active"),
        "under-review": count("under-review"),
        breached: count("breached"),
      },
    },
    payouts: {
      total,
      ...amounts,
      byStatus: {
        pending: sum("pending"),
        approved: sum("approved"),
        rejected: sum("rejected"),
        cancelled: sum("cancelled"),
      },
    },
  };
}

interface Payouts {
  status: string;
  currency: string;
  count: number;
  amount: string;
}

function sumOf(rows: Payouts[]) {
  const amountIn = (currency: string) =>
    formatDecimal(
      rows
        .filter((row) => row.currency === currency)
        .reduce((sum, { amount }) => sum + storedCents(amount), 0n),
    );
  const others = new Set(rows.map(({ currency }) => currency).filter((code) => code !== "USD"));
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    amount: amountIn("USD"),
    otherAmounts: [...others].map((currency) => ({ currency, amount: amountIn(currency) })),
  };
}

/** Creates a trader with payouts enabled and two requests. */
async function payoutTrader() {
  const trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, {
    status: "active",
    payoutEnabled: true,
  });
  const payouts: number[] = [];
  for (const amount of ["100.50", "20"]) {
    const response = await trader.post("/api/user/payouts", { amount, paymentMethod: "bank" });
    payouts.push(response.json<{ id: number }>().id);
  }
  return Object.assign(trader, { payouts });
}

it("are updated by registrations, status changes, requests, decisions and deletions", async () => {
  const [first, second] = [await payoutTrader(), await payoutTrader()];
  await administrator.patch(`/api/admin/user/${second.id}/account`, { status: "breached" });
  await administrator.patch(`/api/admin/payouts/${first.payouts[0]}`, { status: "approved" });
  await administrator.patch(`/api/admin/payouts/${second.payouts[0]}`, {
    status: "rejected",
    adminNotes: "Rules",
  });
  const before = await shown();
  expect(before).toEqual(await counted());
  expect(before).toMatchObject({
    users: { total: 2, byStatus: { active: 1, breached: 1 } },
    payouts: { total: 4, amount: "241.00", byStatus: { approved: { count: 1 } } },
  });
  await administrator.delete(`/api/admin/user/${first.id}`);
  expect(await shown()).toEqual(await counted());
  expect(await shown()).toMatchObject({ users: { total: 1 }, payouts: { total: 2 } });
});

it("leave the amounts of cancelled requests out of totals and weeks", async () => {
  const trader = await payoutTrader();
  await trader.delete(`/api/user/payouts/${trader.payouts[0]}`);
  expect(await shown()).toEqual(await counted());
  expect(await shown()).toMatchObject({
    payouts: {
      total: 2,
      amount: "20.00",
      byStatus: { pending: { count: 1, amount: "20.00" }, cancelled: { amount: "100.50" } },
    },
  });
  const { weeks } = (await administrator.get("/api/admin/overview/history")).json<FirmHistory>();
  expect(weeks.at(-1)!.requested).toEqual({ count: 1, amount: "20.00" });
});

it("are updated by SQL that changes many rows at once", async () => {
  const { pool } = test.context.database;
  await pool.query(`
    with many as (
      insert into users (email, created_at)
      select 'many.' || n || '@example.com', now() from generate_series(1, 500) n returning id),
    accounts as (
      insert into trading_accounts (user_id, status, created_at)
      select id, case when id % 2 = 0 then 'active' else 'pending' end, now() from many)
    insert into payout_requests (user_id, amount, payment_method, created_at)
    select id, id + 0.01, 'bank', now() from many`);
  expect(await shown()).toEqual(await counted());
  await pool.query("update trading_accounts set status = 'breached' where id % 3 = 0");
  await pool.query("update payout_requests set status = 'approved', amount = 5 where id % 5 = 0");
  await pool.query("delete from users where id % 7 = 0");
  expect(await shown()).toEqual(await counted());
});

it("are kept by currency, which a new stage changes until the decision", async () => {
  const [trader, other] = [await payoutTrader(), await payoutTrader()];
  await administrator.patch(`/api/admin/payouts/${trader.payouts[0]}`, { status: "approved" });
  await startStage(administrator, trader.id, { currency: "EUR" });
  expect(await shown()).toEqual(await counted());
  expect(await shown()).toMatchObject({
    payouts: {
      total: 4,
      amount: "221.00",
      otherAmounts: [{ currency: "EUR", amount: "20.00" }],
      byStatus: { approved: { count: 1, amount: "100.50", otherAmounts: [] } },
    },
  });
  const history = async () =>
    (await administrator.get("/api/admin/overview/history")).json<FirmHistory>();
  await other.post("/api/user/payouts", { amount: "1", paymentMethod: "bank" });
  expect(await history()).toMatchObject({ currency: "USD", otherCurrencies: ["EUR"] });
  expect((await history()).weeks.at(-1)!.requested).toEqual({ count: 5, amount: "222.00" });
  await administrator.delete(`/api/admin/user/${trader.id}`);
  expect(await shown()).toEqual(await counted());
  expect(await shown()).toMatchObject({
    payouts: { otherAmounts: [] },
  });
  expect(await history()).toMatchObject({ currency: "USD", otherCurrencies: [] });
  await test.context.database.pool.query("delete from counters; delete from weekly_counts");
  await runHousekeeping(test.context);
  expect(await shown()).toEqual(await counted());
});

it("lose no concurrent change", async () => {
  const traders = [await payoutTrader(), await payoutTrader(), await payoutTrader()];
  const calls = Array.from({ length: 30 }, (_, index) =>
    index % 5 === 4
      ? administrator.patch(`/api/admin/user/${traders[index % 3]!.id}/account`, {
          status: index % 2 ? "active" : "under-review",
        })
      : traders[index % 3]!.post("/api/user/payouts", { amount: "1.25", paymentMethod: "bank" }),
  );
  const responses = await Promise.all(calls);
  expect(responses.filter(({ statusCode }) => statusCode >= 400)).toEqual([]);
  expect(await shown()).toEqual(await counted());
  expect(await shown()).toMatchObject({ payouts: { total: 30 } });
});

it("are not changed by a rolled-back transaction", async () => {
  await payoutTrader();
  const before = await shown();
  const client = await test.context.database.pool.connect();
  await client.query("begin");
  await client.query("delete from users");
  await client.query("rollback");
  client.release();
  expect(await shown()).toEqual(before);
});

it("are corrected within the hour if the triggers were bypassed", async () => {
  await payoutTrader();
  const right = await shown();
  const { pool } = test.context.database;
  await pool.query("update counters set count = count + 7, amount = amount - 3.50");
  await pool.query("delete from counters where kind = 'account'");
  expect(await shown()).not.toEqual(right);
  await runHousekeeping(test.context);
  expect(await shown()).toEqual(right);
  await runHousekeeping(test.context);
  expect(await shown()).toEqual(await counted());
});

it("begin their weeks in the firm's time zone, also those that were counted before it was set", async () => {
  // A Sunday in UTC, which is a Monday in Auckland.
  test.clock.stop();
  const week = 7 * 86_400_000;
  const now = test.clock.now().getTime();
  test.clock.advance(week - ((now - 3 * 86_400_000) % week) + 22 * 3_600_000);
  expect(test.clock.now().getUTCDay()).toBe(0);
  administrator = await test.administrator();
  const trader = await payoutTrader();
  const newest = async () =>
    (await administrator.get("/api/admin/overview/history"))
      .json<FirmHistory>()
      .weeks.at(-1) as FirmHistory["weeks"][number];
  const before = await newest();
  expect(before.requested).toEqual({ count: 2, amount: "120.50" });
  await administrator.patch("/api/admin/settings/firm", { timeZone: "Pacific/Auckland" });
  const after = await newest();
  expect(Date.parse(after.week) - Date.parse(before.week)).toBe(week);
  expect(after).toEqual({ ...before, week: after.week });
  await trader.post("/api/user/payouts", { amount: "5", paymentMethod: "bank" });
  expect((await newest()).requested).toEqual({ count: 3, amount: "125.50" });
});
