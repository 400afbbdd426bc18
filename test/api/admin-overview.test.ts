import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { correctWeeklyCounts } from "../../src/business/office/counters/counters.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { importLines, tradeLine, withdrawStatement } from "../support/records.ts";
import { feed, judgedTrader, snapshotAt } from "../support/verdicts.ts";

const DAY = 86_400_000;

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const read = async <Body>(path: string) => {
  const response = await administrator.get(path);
  expect(response.statusCode).toBe(200);
  return response.json<Body>();
};

interface Week {
  week: string;
  registrations: number;
  requested: { count: number; amount: string };
  approved: { count: number; amount: string };
  breaches: number;
}

const thisWeek = async () =>
  (await read<{ weeks: Week[] }>("/api/admin/overview/history")).weeks.at(-1)!;

async function payoutTrader() {
  const trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  return trader;
}

async function request(trader: Browser, amount: string): Promise<number> {
  const response = await trader.post("/api/user/payouts", { amount, paymentMethod: "bank" });
  expect(response.statusCode).toBe(201);
  return response.json<{ id: number }>().id;
}

/** Backdates the creation of a row. */
async function makeOlder(table: "payout_requests" | "users", id: number, days: number) {
  await test.context.database.pool.query(
    `update ${table} set created_at = created_at - make_interval(days => $2) where id = $1`,
    [id, days],
  );
}

const trade = (ticket: number, profit: string) =>
  tradeLine({ ticket, opened: "2026-01-05 08:00", closed: "2026-01-05 09:00", profit });

describe("the open tasks", () => {
  it("count only pending payouts, by age", async () => {
    const trader = await payoutTrader();
    const ids = [
      await request(trader, "10"),
      await request(trader, "20"),
      await request(trader, "30"),
    ];
    const decided = await request(trader, "40");
    await administrator.patch(`/api/admin/payouts/${decided}`, { status: "approved" });
    await makeOlder("payout_requests", ids[0]!, 5);
    await makeOlder("payout_requests", ids[1]!, 2);
    const { payouts } = await read<{ payouts: { oldest: string } }>("/api/admin/overview/waiting");
    const one = { total: 1, exceedsTotal: false };
    expect(payouts).toMatchObject({ overThreeDays: one, oneToThreeDays: one, underOneDay: one });
    const age = test.clock.now().getTime() - Date.parse(payouts.oldest);
    expect(age / DAY).toBeCloseTo(5, 1);
  });

  it("include a review until it is decided", async () => {
    const judged = await judgedTrader(test);
    const waiting = () =>
      read<{ reviews: { total: number; oldest: string } }>("/api/admin/overview/waiting");
    const before = (await waiting()).reviews.total;
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")] });
    expect((await waiting()).reviews.total).toBe(before + 1);
    const [review] = await read<{ id: number; createdAt: string }[]>(
      "/api/admin/reviews?status=open",
    );
    await feed(await judgedTrader(test), {
      snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")],
    });
    expect((await waiting()).reviews).toMatchObject({
      total: before + 2,
      oldest: review!.createdAt,
    });
    const decision = { decision: "dismiss", reason: "A bad tick" };
    await administrator.post(`/api/admin/reviews/${review!.id}`, decision);
    expect((await waiting()).reviews.total).toBe(before + 1);
  });
});

describe("the other open tasks", () => {
  interface Queue {
    total: number;
    oldest: string | null;
  }
  const waiting = () =>
    read<Record<"payments" | "appeals" | "actions", Queue>>("/api/admin/overview/waiting");

  it("include an approved request until it is paid, whether it is in a run or not", async () => {
    const trader = await payoutTrader();
    const id = await request(trader, "60.00");
    const before = (await waiting()).payments.total;
    await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    const { payments } = await waiting();
    expect(payments.total).toBe(before + 1);
    const unpaid = await read<{ createdAt: string }[]>("/api/admin/payments/unpaid");
    expect(payments.oldest).toBe(unpaid.at(-1)!.createdAt);
    const run = await administrator.post("/api/admin/payments", { payoutIds: [id] });
    expect(run.statusCode).toBe(201);
    const inRun = (await waiting()).payments;
    expect(inRun).toEqual(payments);
    const { id: runId } = run.json<{ id: number }>();
    await administrator.get(`/api/admin/payments/${runId}/export.csv`);
    const paid = await administrator.post(`/api/admin/payments/${runId}/pay`, {
      reference: "WT-22015",
    });
    expect(paid.statusCode).toBe(200);
    expect((await waiting()).payments.total).toBe(before);
  });

  it("include an appeal until it is decided, and a proposed action until a person answers", async () => {
    const { appeals, actions } = await waiting();
    const trader = await payoutTrader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login: "7700001" });
    const id = await request(trader, "70.00");
    const rejected = { status: "rejected", adminNotes: "The details do not match" };
    await administrator.patch(`/api/admin/payouts/${id}`, rejected);
    const text = "The account number was changed on 3 March.";
    const appeal = await trader.post(`/api/user/payouts/${id}/appeal`, { text });
    expect(appeal.statusCode).toBe(201);
    expect((await waiting()).appeals).toMatchObject({ total: appeals.total + 1 });
    const granted = { decision: "grant", reason: "The bank confirmed it" };
    await administrator.post(`/api/admin/appeals/${appeal.json<{ id: number }>().id}`, granted);
    expect((await waiting()).appeals.total).toBe(appeals.total);

    const enforcement = { breachOpened: "propose" };
    await administrator.patch("/api/admin/settings/enforcement", enforcement);
    await feed(await judgedTrader(test), {
      snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "94999.99")],
    });
    await administrator.patch("/api/admin/settings/enforcement", { breachOpened: "none" });
    expect((await waiting()).actions).toMatchObject({ total: actions.total + 1 });
    const [proposed] = await read<{ id: number }[]>("/api/admin/actions?status=proposed");
    await administrator.post(`/api/admin/actions/${proposed!.id}/cancel`, {});
    expect((await waiting()).actions.total).toBe(actions.total);
  });
});

describe("the list of all statements", () => {
  const list = (query: string) =>
    read<{ id: number; trader: { email: string } }[]>(`/api/admin/statements?${query}`);

  it("can be filtered by contradictions with other records, until one statement is withdrawn", async () => {
    const trader = await test.trader();
    await importLines(administrator, trader.id, [trade(1, "10.00"), trade(2, "1.00")]);
    const lines = [trade(1, "99.00"), trade(2, "1.00")];
    const { id } = await importLines(administrator, trader.id, lines);
    const conflicting = [{ id, trader: { email: trader.email } }];
    expect(await list("status=conflicts")).toMatchObject(conflicting);
    expect(await list("status=waiting")).toEqual([]);
    const waiting = await read<{ conflicts: object }>("/api/admin/overview/waiting");
    expect(waiting.conflicts).toMatchObject({ total: 1, exceedsTotal: false });
    await withdrawStatement(administrator, id);
    expect(await list("status=conflicts")).toEqual([]);
  });

  it("contains no contradiction with a statement that was withdrawn", async () => {
    const trader = await test.trader();
    const earlier = await importLines(administrator, trader.id, [trade(1, "10.00")]);
    const { id } = await importLines(administrator, trader.id, [trade(1, "99.00")]);
    expect(await list("status=conflicts")).toMatchObject([{ id }]);
    await withdrawStatement(administrator, earlier.id);
    expect(await list("status=conflicts")).toEqual([]);
    const waiting = await read<{ conflicts: object }>("/api/admin/overview/waiting");
    expect(waiting.conflicts).toMatchObject({ total: 0, oldest: null });
  });

  it("can be searched by trader, and is paged", async () => {
    const trader = await test.trader({ fullName: "Quentin Searched" });
    for (const ticket of [11, 12]) {
      await importLines(administrator, trader.id, [trade(ticket, "1.00")]);
    }
    expect(await list("search=quentin")).toHaveLength(2);
    const first = await administrator.get("/api/admin/statements?search=quentin&limit=1");
    expect(first.headers["x-total-count"]).toBe("2");
    const [, next] = /<(.+)>; rel="next"/.exec(String(first.headers.link))!;
    const [rest] = await read<{ id: number }[]>(next!);
    expect(rest!.id).toBeLessThan(first.json<{ id: number }[]>()[0]!.id);
  });
});

describe("the firm over time", () => {
  it("lists 26 weeks that begin on a Monday", async () => {
    const { weeks } = await read<{ weeks: Week[] }>("/api/admin/overview/history");
    expect(weeks).toHaveLength(26);
    for (const [index, { week }] of weeks.entries()) {
      expect(new Date(week).getUTCDay()).toBe(1);
      if (index > 0) expect(Date.parse(week) - Date.parse(weeks[index - 1]!.week)).toBe(7 * DAY);
    }
    expect(test.clock.now().getTime() - Date.parse(weeks.at(-1)!.week)).toBeLessThan(7 * DAY);
  });

  it("follows registrations, requests, decisions and deletions", async () => {
    const before = await thisWeek();
    const trader = await payoutTrader();
    const id = await request(trader, "100.50");
    await request(trader, "20");
    await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    const after = await thisWeek();
    expect(after.registrations - before.registrations).toBe(1);
    expect(after.requested.count - before.requested.count).toBe(2);
    expect(Number(after.requested.amount) - Number(before.requested.amount)).toBeCloseTo(120.5);
    expect(Number(after.approved.amount) - Number(before.approved.amount)).toBeCloseTo(100.5);
    await administrator.patch(`/api/admin/payouts/${id}`, { status: "rejected", adminNotes: "No" });
    expect((await thisWeek()).approved).toEqual(before.approved);
    await administrator.delete(`/api/admin/user/${trader.id}`);
    expect(await thisWeek()).toEqual(before);
  });

  it("keeps the approved amounts of a deleted trader, as the totals do", async () => {
    const before = await thisWeek();
    const trader = await payoutTrader();
    const id = await request(trader, "100.50");
    await request(trader, "20");
    await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    await administrator.delete(`/api/admin/user/${trader.id}`);
    const after = await thisWeek();
    expect(after).toMatchObject({
      registrations: before.registrations,
      requested: { count: before.requested.count },
      approved: { count: before.approved.count },
    });
    expect(Number(after.requested.amount) - Number(before.requested.amount)).toBeCloseTo(100.5);
    expect(Number(after.approved.amount) - Number(before.approved.amount)).toBeCloseTo(100.5);
    expect(await correctWeeklyCounts(test.context.database.kysely)).toEqual([]);
  });

  it("counts a stage as a breach once it has failed, and no other", async () => {
    const { breaches } = await thisWeek();
    for (const [outcome, expected] of [
      ["passed", breaches],
      ["failed", breaches + 1],
    ] as const) {
      const { stageId } = await judgedTrader(test);
      await administrator.patch(`/api/admin/stages/${stageId}`, { outcome, reason: "Over" });
      expect((await thisWeek()).breaches).toBe(expected);
    }
  });

  it("equals a recount of all rows", async () => {
    const drift = () => correctWeeklyCounts(test.context.database.kysely);
    expect(await drift()).toEqual([]);
    await test.context.database.pool.query("update weekly_counts set count = count + 3");
    expect((await drift()).length).toBeGreaterThan(0);
    expect(await drift()).toEqual([]);
  });
});

describe("the status of an account", () => {
  it("accepts a reason with or without a change of status, and records it in the audit log", async () => {
    const trader = await test.trader();
    const path = `/api/admin/user/${trader.id}/account`;
    await administrator.patch(path, { status: "breached", reason: "Hedged across accounts" });
    await administrator.patch(path, { reason: "See ticket 17" });
    const events = await read<{ action: string; reason: string; changes: object }[]>(
      `/api/admin/audit?traderId=${trader.id}`,
    );
    expect(events[0]).toMatchObject({
      action: "account.updated",
      reason: "See ticket 17",
      changes: {},
    });
    expect(events[1]).toMatchObject({
      reason: "Hedged across accounts",
      changes: { status: { from: "pending", to: "breached" } },
    });
  });
});
