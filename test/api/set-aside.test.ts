import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CaseFile } from "../../src/business/record/cases/case.schema.ts";
import { verifyCase } from "../../src/business/record/cases/verify-case.rule.ts";
import { checkAccount } from "../../src/business/record/rebuilds/check-derived.ts";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import { actionsOf } from "../support/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { accountIdOf } from "../support/records.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  reviewsOf,
  simpleRules,
  snapshotAt,
  statusOf,
  tradeOf,
  verdictOf,
  verdictsOf,
} from "../support/verdicts.ts";
import { dailyLoss } from "../unit/business/rulebook/rules/rules.fixtures.ts";

let test: TestApp;
/** A second owner, who has taken none of the appealed decisions. */
let other: Browser;
beforeAll(async () => {
  test = await startApp();
  other = await test.administrator("owner");
});
afterAll(() => test.close());

const text = "The price of that minute was wrong; no other broker had it.";
const key = "daily_loss/0/2026-03-02T10:00:00.000Z";

const see = (judged: JudgedTrader, time: string, equity: string) =>
  feed(judged, { snapshots: [snapshotAt(`2026-03-${time}:00Z`, equity)] });

async function decide(judged: JudgedTrader, decision: string): Promise<number> {
  const open = (await reviewsOf(judged)).find((review) => review.decision === null)!;
  const body = { decision, reason: "Checked" };
  const response = await judged.administrator.post(`/api/admin/reviews/${open.id}`, body);
  expect(response.statusCode).toBe(200);
  return open.id;
}

async function appeal({ trader }: JudgedTrader, reviewId: number): Promise<number> {
  const response = await trader.post(`/api/user/reviews/${reviewId}/appeal`, { text });
  expect(response.statusCode).toBe(201);
  return response.json<{ id: number }>().id;
}

const grant = (id: number) =>
  other.post(`/api/admin/appeals/${id}`, { decision: "grant", reason: "The price was wrong" });

async function waiversOf(judged: JudgedTrader) {
  const own = (await judged.trader.get("/api/user/stages")).json<{ waivers: object[] }[]>()[0]!;
  const path = `/api/admin/user/${judged.trader.id}/stages`;
  const seen = (await judged.administrator.get(path)).json<{ waivers: object[] }[]>()[0]!;
  expect(seen.waivers).toEqual(own.waivers);
  return own.waivers as { key: string; reason: string; at: string }[];
}

/** Requires that a rebuild changes nothing, and that the case is confirmed by anybody. */
async function expectSound(judged: JudgedTrader): Promise<CaseFile> {
  const accountId = await accountIdOf(test, judged.trader.id);
  expect(await checkAccount(test.context.database, accountId)).toEqual([]);
  const file = (await judged.trader.get("/api/user/case")).json<CaseFile>();
  expect((await verifyCase(file, null)).result).toBe("confirmed");
  return file;
}

describe("a breach that an appeal has overturned", () => {
  it("is judged on, and the next breach has a review and an appeal of its own", async () => {
    const judged = await judgedTrader(test);
    await see(judged, "02T10:00", "94999.99");
    const first = await decide(judged, "confirm");
    expect(await statusOf(judged)).toBe("breached");
    const appealId = await appeal(judged, first);
    expect((await grant(appealId)).statusCode).toBe(200);

    expect(await statusOf(judged)).toBe("active");
    expect(await waiversOf(judged)).toEqual([
      { key, reason: "The price was wrong", at: expect.any(String) as string },
    ]);
    expect(await verdictOf(judged)).toMatchObject({
      outcome: "in_progress",
      endedAt: null,
      engine: "3",
      rules: [{ status: "kept", breach: { at: "2026-03-02T10:00:00.000Z", waived: true } }, {}],
    });
    const [kept] = await verdictsOf(judged);
    expect(kept!.cause).toMatchObject({ kind: "appeal", id: appealId });
    const file = await expectSound(judged);
    expect(file).toMatchObject({ format: "propdesk-case/3", waivers: [{ key }] });

    await see(judged, "02T11:00", "90000.00");
    expect(await reviewsOf(judged)).toHaveLength(1);
    await see(judged, "03T10:00", "94000.00");
    expect(await reviewsOf(judged)).toMatchObject([
      { decision: null, verdict: { endedAt: "2026-03-03T10:00:00.000Z" } },
      { id: first },
    ]);
    expect(await statusOf(judged)).toBe("under-review");
    await expectSound(judged);

    const second = await decide(judged, "confirm");
    expect(await statusOf(judged)).toBe("breached");
    expect((await grant(await appeal(judged, second))).statusCode).toBe(200);
    expect(await statusOf(judged)).toBe("active");
    expect((await waiversOf(judged)).map((waiver) => waiver.key)).toEqual([
      key,
      "daily_loss/0/2026-03-03T10:00:00.000Z",
    ]);
    await expectSound(judged);
  });

  it("is set aside as it was confirmed, and as late records have moved it since", async () => {
    const judged = await judgedTrader(test);
    await see(judged, "02T10:00", "94999.99");
    const reviewId = await decide(judged, "confirm");
    await see(judged, "02T09:00", "90000.00");
    await grant(await appeal(judged, reviewId));
    expect((await waiversOf(judged)).map((waiver) => waiver.key)).toEqual([
      "daily_loss/0/2026-03-02T09:00:00.000Z",
      key,
    ]);
    expect(await statusOf(judged)).toBe("active");
    await expectSound(judged);
  });

  it("leaves the account under review if another breach still stands", async () => {
    const judged = await judgedTrader(test);
    await see(judged, "02T10:00", "94999.99");
    await see(judged, "03T10:00", "94000.00");
    const first = await decide(judged, "confirm");
    await grant(await appeal(judged, first));
    expect(await statusOf(judged)).toBe("under-review");
    expect(await reviewsOf(judged)).toMatchObject([
      { decision: null, verdict: { endedAt: "2026-03-03T10:00:00.000Z" } },
      { id: first },
    ]);
    await decide(judged, "dismiss");
    expect(await statusOf(judged)).toBe("active");
  });
});

describe("a breach that was dismissed", () => {
  it("is judged on until the account passes", async () => {
    const judged = await judgedTrader(test);
    await see(judged, "02T10:00", "94999.99");
    const reviewId = await decide(judged, "dismiss");
    expect(await statusOf(judged)).toBe("active");
    const [kept] = await verdictsOf(judged);
    expect(kept).toMatchObject({
      outcome: "in_progress",
      cause: { kind: "review", id: reviewId, message: "The breach was dismissed: Checked" },
    });
    await feed(judged, {
      deals: tradeOf(1, "2026-03-03T09:00:00Z", "2026-03-03T10:00:00Z", "10000.00"),
    });
    expect(await verdictOf(judged)).toMatchObject({ outcome: "passed", endedAt: null });
    expect((await reviewsOf(judged))[0]).toMatchObject({ kind: "pass", decision: null });
    await expectSound(judged);
    await decide(judged, "confirm");
    expect((await judged.trader.get("/api/user/stages")).json()).toMatchObject([
      { outcome: "passed" },
    ]);
  });

  it("does not come back when late records move it, which is a new breach", async () => {
    const judged = await judgedTrader(test);
    await see(judged, "02T10:00", "94999.99");
    await decide(judged, "dismiss");
    await see(judged, "02T09:30", "94000.00");
    expect(await verdictOf(judged)).toMatchObject({
      outcome: "breached",
      endedAt: "2026-03-02T09:30:00.000Z",
    });
    expect(await reviewsOf(judged)).toMatchObject([{ decision: null }, { decision: "dismiss" }]);
    await expectSound(judged);
    await decide(judged, "dismiss");
    expect((await verdictOf(judged)).outcome).toBe("in_progress");
    await expectSound(judged);
  });

  it("opens the review of a breach that still stands before the former status comes back", async () => {
    const judged = await judgedTrader(test);
    const owner = judged.administrator;
    const path = "/api/admin/settings/enforcement";
    await owner.patch(path, { breachOpened: "automatic", breachDismissed: "automatic" });
    await see(judged, "02T10:00", "94999.99");
    await see(judged, "03T10:00", "94000.00");
    await decide(judged, "dismiss");
    expect(await statusOf(judged)).toBe("under-review");
    const actions = await actionsOf(owner, judged.trader.id);
    expect(actions.map(({ kind, status }) => [kind, status])).toEqual([
      ["disable_trading", "cancelled"],
      ["disable_trading", "pending"],
    ]);
    await decide(judged, "dismiss");
    await owner.patch(path, { breachOpened: "none", breachDismissed: "none" });
    expect(await statusOf(judged)).toBe("active");
    const audit = await owner.get(`/api/admin/audit?traderId=${judged.trader.id}`);
    expect(audit.json<{ action: string; changes: object }[]>()[0]).toMatchObject({
      action: "review.dismissed",
      changes: { status: { from: "under-review", to: "active" } },
    });
  });

  it("sets no limit aside that only pauses", async () => {
    const pausing = dailyLoss({ limit: { amount: "5000.00" }, consequence: "pause" });
    const rules: Rules = { ...simpleRules, limits: [pausing, ...simpleRules.limits] };
    const judged = await judgedTrader(test, rules);
    await see(judged, "02T10:00", "94999.99");
    await decide(judged, "dismiss");
    expect((await waiversOf(judged)).map((waiver) => waiver.key)).toEqual([
      "daily_loss/1/2026-03-02T10:00:00.000Z",
    ]);
    const { rules: rows } = await verdictOf(judged);
    expect(rows.map(({ status }) => status)).toEqual(["breached", "kept", "not_met"]);
  });

  it("is in the past verdict as it is now, and gives readiness no reason", async () => {
    const judged = await judgedTrader(test);
    await see(judged, "02T10:00", "94999.99");
    await see(judged, "04T10:00", "99000.00");
    await decide(judged, "dismiss");
    expect(await verdictOf(judged, "?asOf=2026-03-02T12:00:00Z")).toMatchObject({
      outcome: "in_progress",
      engine: "3",
      rules: [{ value: "94999.99", room: "-0.01", tightest: null }, {}],
    });
    const readiness = await judged.trader.get("/api/user/payouts/readiness");
    expect(readiness.body).not.toContain('"breached"');
  });
});
