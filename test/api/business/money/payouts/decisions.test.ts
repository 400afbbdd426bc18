import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PayoutDesk } from "../../../../../src/business/money/payouts/desk.schema.ts";
import type { Waiting } from "../../../../../src/business/watch/overview/overview.schema.ts";
import { canonicalJson } from "../../../../../src/platform/fields/canonical-json.rule.ts";
import { createAdministrator } from "../../../../../src/identity/team/administrators.ts";
import { DAY } from "../../../../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../../../../support/app.ts";
import type { Browser } from "../../../../support/http.ts";
import { startStage } from "../../../../support/records.ts";
import { feed, judgedTrader, simpleRules, tradeOf } from "../../../../support/verdicts.ts";

let test: TestApp;
let anna: Browser;
let bob: Browser;
beforeAll(async () => {
  test = await startApp();
  anna = await test.administrator();
  const accessKey = await createAdministrator(test.context, "Bob Hill", "owner");
  bob = test.visitor();
  await bob.post("/api/admin/login", { accessKey });
});
afterAll(() => test.close());

const limitTo = (secondApprovalAbove: string | null) =>
  anna.patch("/api/admin/settings/payouts", { secondApprovalAbove });

type TestTrader = Awaited<ReturnType<TestApp["trader"]>>;

async function payable(): Promise<TestTrader> {
  const trader = await test.trader();
  await anna.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  return trader;
}

async function request(trader: Browser, amount: string): Promise<number> {
  const sent = { amount, paymentMethod: "paypal", paymentDetails: "o@example.com" };
  return (await trader.post("/api/user/payouts", sent)).json<{ id: number }>().id;
}

const approve = (by: Browser, id: number, expected: object = {}) =>
  by.patch(`/api/admin/payouts/${id}`, { status: "approved", ...expected });
const reject = (by: Browser, id: number) =>
  by.patch(`/api/admin/payouts/${id}`, { status: "rejected", adminNotes: "No" });
const statusAfter = async (answer: ReturnType<typeof approve>) => {
  const response = await answer;
  return [response.statusCode, response.json<{ status: string }>().status];
};

async function payAll(payoutIds: number[]): Promise<void> {
  const run = await anna.post("/api/admin/payments", { payoutIds });
  const { id } = run.json<{ id: number }>();
  await anna.get(`/api/admin/payments/${id}/export.csv`);
  await anna.post(`/api/admin/payments/${id}/pay`, { reference: "A" });
}

describe("the limit of second approvals", () => {
  afterEach(() => limitTo(null));

  it("is not gone round by splitting a request, until the parts are paid", async () => {
    await limitTo("500");
    const trader = await payable();
    const [first, second] = [await request(trader, "300"), await request(trader, "300")];
    expect(await statusAfter(approve(anna, first))).toEqual([200, "approved"]);
    expect((await anna.get(`/api/admin/payouts/${second}/desk`)).json()).toMatchObject({
      needsSecondApproval: true,
    });
    expect(await statusAfter(approve(anna, second))).toEqual([200, "pending"]);
    expect(await statusAfter(approve(bob, second))).toEqual([200, "approved"]);
    await payAll([first, second]);
    expect(await statusAfter(approve(anna, await request(trader, "300")))).toEqual([
      200,
      "approved",
    ]);
  });

  it("is not gone round by lifting it for a minute, which the dashboard shows for a week", async () => {
    const shown = async () =>
      (await anna.get("/api/admin/overview/waiting")).json<Waiting>().approvalLimit;
    await limitTo("500");
    const id = await request(await payable(), "800");
    expect(await statusAfter(approve(anna, id))).toEqual([200, "pending"]);
    await limitTo(null);
    expect((await approve(anna, id)).statusCode).toBe(409);
    await limitTo("500");
    expect(await shown()).toEqual({
      from: "500.00",
      to: null,
      at: expect.stringMatching(/Z$/) as string,
      by: "Test administrator",
    });
    expect((await reject(anna, id)).statusCode).toBe(200);
    await limitTo("1000");
    expect(await shown()).toMatchObject({ from: "500.00", to: "1000.00" });
    expect(await statusAfter(approve(bob, id))).toEqual([200, "rejected"]);
    expect(await statusAfter(approve(anna, id))).toEqual([200, "approved"]);
  });
});

describe("an open appeal", () => {
  it("holds its request, and is decided by another administrator than the last one", async () => {
    const trader = await payable();
    const id = await request(trader, "100");
    await reject(anna, id);
    await approve(bob, id);
    await reject(bob, id);
    const appealed = await trader.post(`/api/user/payouts/${id}/appeal`, {
      text: "The rejection is about another request than mine.",
    });
    const { id: appealId } = appealed.json<{ id: number }>();
    for (const held of [approve(anna, id), reject(anna, id)]) {
      const { statusCode, ...response } = await held;
      expect([statusCode, response.json()]).toMatchObject([
        409,
        { reason: "appeal_open", id: appealId },
      ]);
    }
    const decide = (by: Browser) =>
      by.post(`/api/admin/appeals/${appealId}`, { decision: "grant", reason: "It was wrong" });
    const seen = async (by: Browser) =>
      (await by.get(`/api/admin/appeals/${appealId}`)).json<{ refusal: string | null }>().refusal;
    expect([await seen(anna), await seen(bob)]).toEqual([
      null,
      expect.stringContaining("another administrator must decide") as string,
    ]);
    expect((await decide(bob)).statusCode).toBe(403);
    expect((await decide(anna)).statusCode).toBe(200);
    expect(await statusAfter(approve(bob, id))).toEqual([200, "approved"]);
  });

  it("holds its review", async () => {
    const judged = await judgedTrader(test, simpleRules);
    await feed(judged, {
      snapshots: [{ time: "2026-03-02T10:00:00.000Z", balance: "100000.00", equity: "80000.00" }],
    });
    const [review] = (await anna.get(`/api/admin/reviews?userId=${judged.trader.id}`)).json<
      { id: number }[]
    >();
    const url = `/api/admin/reviews/${review!.id}`;
    const confirm = { decision: "confirm", reason: "Checked" };
    expect((await anna.post(url, confirm)).statusCode).toBe(200);
    const text = "The price of that minute was wrong, as the platform says.";
    const appeal = await judged.trader.post(`/api/user/reviews/${review!.id}/appeal`, { text });
    const held = await bob.post(url, { ...confirm, decision: "dismiss" });
    expect([held.statusCode, held.json()]).toMatchObject([
      409,
      { reason: "appeal_open", id: appeal.json<{ id: number }>().id },
    ]);
  });
});

describe("a decision on what has been seen", () => {
  it("is refused with the present readiness if that has changed", async () => {
    const payout = {
      sharePercent: "80",
      firstAfterDays: 0,
      everyDays: 14,
      minimum: "50.00",
      minimumWinningDays: 0,
      winningDayMinimum: null,
      bestDayAtMostPercent: null,
      bufferAmount: "0.00",
    };
    const judged = await judgedTrader(test, { ...simpleRules, payout });
    const { trader } = judged;
    await anna.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    await feed(judged, {
      deals: tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z", "1000.00"),
    });
    const id = await request(trader, "700");
    const desk = async () =>
      (await anna.get(`/api/admin/payouts/${id}/desk`)).json<PayoutDesk>().readiness!;
    const { sha256, ...readiness } = await desk();
    expect(readiness).toMatchObject({ ready: true, withdrawable: "800.00" });
    expect(sha256).toBe(createHash("sha256").update(canonicalJson(readiness)).digest("hex"));
    await feed(judged, {
      deals: tradeOf(2, "2026-03-02T11:00:00Z", "2026-03-02T12:00:00Z", "-500.00"),
    });
    const refused = await approve(anna, id, { expectedReadiness: sha256 });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { current: { id, status: "pending" }, readiness: { withdrawable: "400.00" } },
    ]);
    const present = await desk();
    expect(refused.json<{ readiness: object }>().readiness).toEqual(present);
    expect(await statusAfter(approve(anna, id, { expectedReadiness: present.sha256 }))).toEqual([
      200,
      "approved",
    ]);
    const { rows } = await test.context.database.pool.query(
      "select step, name, facts_sha256 from decisions where subject_kind = 'payout' and subject_id = $1",
      [id],
    );
    expect(rows).toEqual([
      { step: "approve", name: "Test administrator", facts_sha256: present.sha256 },
    ]);
  });

  it("counts in the stage of the request, also after its end", async () => {
    const trader = await payable();
    await startStage(anna, trader.id, { startedAt: "2026-01-05T00:00:00.000Z" });
    const id = await request(trader, "100");
    test.clock.advance(1000);
    const next = await startStage(anna, trader.id, {
      startedAt: test.clock.now().toISOString(),
    });
    await approve(anna, id);
    const other = await request(trader, "20");
    const { payout, sums, others } = (
      await anna.get(`/api/admin/payouts/${other}/desk`)
    ).json<PayoutDesk>();
    expect(payout.stageId).toBe(next.id);
    expect([sums.approved, others]).toEqual(["0.00", []]);
  });
});

it("no longer shows a raised limit after seven days", async () => {
  test.clock.advance(7 * DAY);
  const later = await test.administrator();
  expect((await later.get("/api/admin/overview/waiting")).json()).toMatchObject({
    approvalLimit: null,
  });
});
