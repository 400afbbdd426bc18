import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PayoutDesk } from "../../src/business/money/payouts/desk.schema.ts";
import type { DeskRow } from "../../src/business/money/payouts/payout.schema.ts";
import { DAY, MINUTE } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { importLines, startStage, tradeLine } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  simpleRules,
  tradeOf,
} from "../support/verdicts.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const rules = {
  ...simpleRules,
  payout: {
    sharePercent: "80",
    firstAfterDays: 14,
    everyDays: 14,
    minimum: "50.00",
    minimumWinningDays: 1,
    winningDayMinimum: null,
    bestDayAtMostPercent: null,
    bufferAmount: "100.00",
  },
};
const won = tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T12:00:00Z", "1100.00");
const valid = { amount: "100.00", paymentMethod: "paypal", paymentDetails: "a@example.com" };

async function payable(): Promise<JudgedTrader> {
  const judged = await judgedTrader(test, rules);
  await judged.administrator.patch(`/api/admin/user/${judged.trader.id}/account`, {
    payoutEnabled: true,
  });
  await feed(judged, { deals: won });
  return judged;
}

const line = { position: null, percent: null, causes: [], payoutId: null };

const codesOf = (body: Record<string, unknown>) =>
  (body.reasons as { code: string }[]).map(({ code }) => code);

describe.each(transports)("payout readiness over $name", (transport) => {
  const read = async ({ trader }: Pick<JudgedTrader, "trader">) =>
    (await transport.call(trader, "trader.payouts.readiness")).body;

  it("returns the amounts and unmet conditions to the trader and to administrators", async () => {
    const judged = await payable();
    const expected = {
      ready: true,
      profit: "1100.00",
      share: "80",
      withdrawable: "800.00",
      nextAt: null,
      reasons: [],
      statement: {
        stageId: judged.stageId,
        number: 1,
        lines: [
          { ...line, code: "profit", amount: "1100.00" },
          { ...line, code: "buffer", amount: "-100.00" },
          { ...line, code: "share", amount: "-200.00" },
        ],
        withdrawable: "800.00",
      },
    };
    expect(await read(judged)).toEqual(expected);
    const { administrator, trader } = judged;
    const seen = await transport.call(administrator, "admin.payouts.readiness", {
      userId: trader.id,
    });
    expect(seen.body).toEqual(expected);
    const missing = await transport.call(administrator, "admin.payouts.readiness", {
      userId: 2_000_000_000,
    });
    expect(missing.status).toBe(404);
  });

  it("counts requests that are still approved, and the days since then", async () => {
    const judged = await payable();
    const { administrator, trader } = judged;
    const requested = await trader.post("/api/user/payouts", valid);
    const { id } = requested.json<{ id: number }>();
    expect(codesOf(await read(judged))).toEqual(["request_pending"]);
    const decide = (status: string) =>
      administrator.patch(`/api/admin/payouts/${id}`, { status, adminNotes: "Checked" });
    await decide("approved");
    const approved = await read(judged);
    expect(approved).toMatchObject({ ready: false, withdrawable: "700.00" });
    expect(codesOf(approved)).toEqual(["next_payout_too_early", "not_enough_winning_days"]);
    expect(Date.parse(approved.nextAt as string)).toBeGreaterThan(test.clock.now().getTime());
    await decide("rejected");
    expect(await read(judged)).toMatchObject({ ready: true, withdrawable: "800.00" });
  });

  it("counts a win on the day of an approval only if it was booked later", async () => {
    // Advances to noon, so that everything is within one trading day.
    test.clock.advance(1.5 * DAY - (test.clock.now().getTime() % DAY));
    const judged = await payable();
    const { administrator, trader } = judged;
    const noon = test.clock.now().getTime();
    const at = (minutes: number) => new Date(noon + minutes * MINUTE).toISOString();
    await feed(judged, { deals: tradeOf(2, at(-2), at(-1), "100.00") });
    const { id } = (await trader.post("/api/user/payouts", valid)).json<{ id: number }>();
    await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    expect(codesOf(await read(judged))).toContain("not_enough_winning_days");
    test.clock.advance(3 * MINUTE);
    await feed(judged, { deals: tradeOf(3, at(1), at(2), "100.00") });
    expect(codesOf(await read(judged))).not.toContain("not_enough_winning_days");
  });

  it("counts each deal after an approval once, as the first source reported it", async () => {
    test.clock.advance(1.5 * DAY - (test.clock.now().getTime() % DAY));
    const judged = await payable();
    const administrator = await test.administrator();
    const { trader } = judged;
    const noon = test.clock.now().getTime();
    const at = (minutes: number) => new Date(noon + minutes * MINUTE).toISOString();
    const { id } = (await trader.post("/api/user/payouts", valid)).json<{ id: number }>();
    await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    test.clock.advance(3 * MINUTE);
    await feed(judged, { deals: tradeOf(3, at(1), at(2), "-100.00") });
    const statement = await importLines(administrator, trader.id, [
      tradeLine({ ticket: 3, opened: at(1), closed: at(2), profit: "900.00" }),
    ]);
    expect(statement.counts).toMatchObject({ new: 0, known: 1, conflicts: 1 });
    expect(codesOf(await read(judged))).toContain("not_enough_winning_days");
  });

  it("counts what was requested in its stage, whenever that is approved, and nothing else", async () => {
    const judged = await payable();
    const { administrator, trader } = judged;
    const { id } = (await trader.post("/api/user/payouts", valid)).json<{ id: number }>();
    const decide = (status: string) =>
      administrator.patch(`/api/admin/payouts/${id}`, { status, adminNotes: "Checked" });
    await decide("approved");
    test.clock.advance(MINUTE);
    const start = test.clock.now().getTime();
    const after = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
    await startStage(administrator, trader.id, {
      startedAt: after(0),
      rulesVersionId: judged.rulesVersionId!,
    });
    await feed(judged, { deals: tradeOf(3, after(1), after(2), "1100.00") });
    const found = await read(judged);
    expect(found).toMatchObject({ profit: "1100.00", withdrawable: "800.00" });
    expect(codesOf(found)).toEqual(["first_payout_too_early"]);
    await decide("rejected");
    await decide("approved");
    expect(await read(judged)).toEqual(found);
  });

  it("leaves a request in the stage that was current, even if another one starts at that moment", async () => {
    const judged = await payable();
    const { administrator, trader } = judged;
    const { id } = (await trader.post("/api/user/payouts", valid)).json<{ id: number }>();
    await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
    const former = (await trader.get(`/api/user/payouts/${id}`)).json<{
      createdAt: string;
      stageId: number;
    }>();
    const startedAt = former.createdAt;
    const { id: stageId } = await startStage(administrator, trader.id, {
      startedAt,
      rulesVersionId: judged.rulesVersionId!,
    });
    expect((await administrator.get(`/api/admin/payouts/${id}`)).json()).toMatchObject({
      stageId: former.stageId,
    });
    const later = await trader.post("/api/user/payouts", valid);
    expect(later.json()).toMatchObject({ stageId });
    test.clock.advance(3 * MINUTE);
    const after = (minutes: number) =>
      new Date(Date.parse(startedAt) + minutes * MINUTE).toISOString();
    await feed(judged, { deals: tradeOf(3, after(1), after(2), "1100.00") });
    expect(await read(judged)).toMatchObject({ profit: "1100.00", withdrawable: "800.00" });
  });

  it("reports an open position, a breach until it is dismissed, and missing rules", async () => {
    const judged = await payable();
    await feed(judged, { deals: tradeOf(2, "2026-03-03T09:00:00Z", "", "0.00").slice(0, 1) });
    expect(codesOf(await read(judged))).toEqual(["open_positions"]);
    await feed(judged, {
      snapshots: [{ time: "2026-03-03T10:00:00Z", balance: "101100.00", equity: "90000.00" }],
    });
    expect(codesOf(await read(judged))).toEqual(["breached", "under_review", "open_positions"]);
    const reviews = await judged.administrator.get(`/api/admin/reviews?userId=${judged.trader.id}`);
    const [review] = reviews.json<{ id: number }[]>();
    const dismissal = { decision: "dismiss", reason: "A wrong price" };
    await judged.administrator.post(`/api/admin/reviews/${review!.id}`, dismissal);
    expect(codesOf(await read(judged))).toEqual(["open_positions"]);
    const without = await judgedTrader(test);
    expect(codesOf(await read(without))).toEqual(["payouts_disabled", "no_rules"]);
    const stageless = await test.trader();
    expect(await read({ trader: stageless })).toMatchObject({
      ready: false,
      profit: "0.00",
      share: null,
      withdrawable: "0.00",
    });
  });
});

describe("a payout request", () => {
  it("is accepted regardless of the readiness, which is stored for the administrator", async () => {
    const judged = await payable();
    const { administrator, trader } = judged;
    await feed(judged, { deals: tradeOf(2, "2026-03-03T09:00:00Z", "", "0.00").slice(0, 1) });
    const requested = await trader.post("/api/user/payouts", { ...valid, amount: "5000.00" });
    expect(requested.statusCode).toBe(201);
    expect(requested.json()).not.toHaveProperty("readiness");
    const { id } = requested.json<{ id: number }>();
    const url = `/api/admin/payouts/${id}`;
    const readiness = { ready: false, profit: "1100.00", reasons: [{ code: "open_positions" }] };
    expect((await administrator.get(url)).json()).toMatchObject({ readiness });
    const list = await administrator.get(`/api/admin/payouts?limit=1`);
    expect(list.json()).toMatchObject([{ id, readiness }]);
    await administrator.patch(url, { status: "approved" });
    expect((await administrator.get(url)).json()).toMatchObject({ readiness });
  });

  it("comes with the readiness and flags in the list of the desk, and keeps them with its decision", async () => {
    const judged = await payable();
    const { administrator, trader } = judged;
    const request = async (amount: string) =>
      (await trader.post("/api/user/payouts", { ...valid, amount })).json<{ id: number }>().id;
    const [first, second] = [await request("900.00"), await request("700.00")];
    const rows = async () => {
      const query = { page: 1, pageSize: 25, sort: "id", order: "asc", userId: trader.id };
      const read = await administrator.query("admin.payouts.page", query);
      return read.json<{ result: { data: { json: { rows: DeskRow[] } } } }>().result.data.json.rows;
    };
    const [over, within] = await rows();
    expect(over!.present).toMatchObject({
      // The request itself is no reason against it.
      readiness: { ready: true, withdrawable: "800.00", reasons: [] },
      currency: "USD",
      isEarlierStage: false,
    });
    expect(over!.present!.flags!.map(({ code }) => code)).toContain("above_share");
    expect(within!.present!.readiness!.reasons).toMatchObject([{ code: "request_pending" }]);

    await administrator.patch(`/api/admin/payouts/${first}`, { status: "approved" });
    const [approved, left] = await rows();
    expect(approved!.present).toBeNull();
    expect(approved!.decisionReadiness).toMatchObject({ ready: true, withdrawable: "800.00" });
    expect(left!.present!.readiness).toMatchObject({ ready: false, withdrawable: "0.00" });

    // A reversal compares the request with what could be withdrawn without it.
    const rejection = { status: "rejected", adminNotes: "Asks too much" };
    await administrator.patch(`/api/admin/payouts/${first}`, rejection);
    const [rejected] = await rows();
    expect(rejected!.decisionReadiness).toMatchObject({ withdrawable: "800.00" });
    expect(rejected!.present!.readiness).toMatchObject({ withdrawable: "800.00" });
    const own = await trader.get(`/api/user/payouts/${second}`);
    expect(own.body).not.toMatch(/readiness|flags|present/i);
  });

  it("says that it was made in an earlier stage, with whose successor it is not compared", async () => {
    const { administrator, trader } = await payable();
    const { id } = (await trader.post("/api/user/payouts", valid)).json<{ id: number }>();
    test.clock.advance(1000);
    await startStage(administrator, trader.id, {
      startedAt: test.clock.now().toISOString(),
      currency: "EUR",
    });
    const desk = (await administrator.get(`/api/admin/payouts/${id}/desk`)).json<PayoutDesk>();
    expect(desk.payout).toMatchObject({
      currency: "USD",
      readiness: { withdrawable: "800.00" },
      present: { isEarlierStage: true, currency: "EUR", readiness: { withdrawable: "0.00" } },
    });
  });
});
