import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finding } from "../../src/business/decisions/conduct/finding.schema.ts";
import { checkAccount } from "../../src/business/record/rebuilds/check-derived.ts";
import type { ConductRule } from "../../src/business/rulebook/kinds/conduct/conduct.schema.ts";
import { DAY } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { conductRule, deducting, failing, striking } from "../support/conducted.ts";
import type { Browser } from "../support/http.ts";
import {
  accountIdOf,
  importLines,
  tradeLine,
  type Wire,
  withdrawStatement,
} from "../support/records.ts";
import { transports } from "../support/transports.ts";
import {
  createRules,
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
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";

let test: TestApp;
let other: Browser;
beforeAll(async () => {
  test = await startApp();
  other = await test.administrator("owner");
});
afterAll(() => test.close());

const payout = {
  sharePercent: "80",
  firstAfterDays: 0,
  everyDays: 0,
  minimum: "0.00",
  minimumWinningDays: 0,
  winningDayMinimum: null,
  bestDayAtMostPercent: null,
  bufferAmount: "0.00",
};

const conducted = (...conduct: ConductRule[]) =>
  judgedTrader(test, { ...noRules, conduct, payout });

/** Feeds a trade that was held for so many seconds on a day of March. */
function hold(judged: JudgedTrader, ticket: number, day: string, seconds: number, profit: string) {
  const opened = `2026-03-${day}T10:00:00.000Z`;
  const closed = new Date(Date.parse(opened) + seconds * 1_000).toISOString();
  return feed(judged, { deals: tradeOf(ticket, opened, closed, profit) });
}

async function findingsOf({ trader }: JudgedTrader): Promise<Wire<Finding>[]> {
  return (await trader.get("/api/user/conduct")).json<Wire<Finding>[]>();
}

const waive = ({ administrator }: JudgedTrader, id: number, reason = "The platform lagged") =>
  administrator.post(`/api/admin/conduct/${id}/waive`, { reason });

const text = "My order was sent a minute earlier; the platform was late.";
const appeal = ({ trader }: JudgedTrader, id: number) =>
  trader.post(`/api/user/conduct/${id}/appeal`, { text });

async function withdrawable({ trader }: JudgedTrader): Promise<string> {
  const readiness = await trader.get("/api/user/payouts/readiness");
  return readiness.json<{ withdrawable: string }>().withdrawable;
}

async function noticesOf({
  trader,
}: JudgedTrader): Promise<{ subject: string; paragraphs: string[] }[]> {
  const notices = (await trader.get("/api/user/notices")).json<
    { kind: string; subject: string; paragraphs: string[] }[]
  >();
  return notices.filter(({ kind }) => kind === "conduct");
}

const subjectsOf = async (judged: JudgedTrader) =>
  (await noticesOf(judged)).map(({ subject }) => subject).toReversed();

const FOUND = "A rule about how you trade was not kept";
const WAIVED = "A finding about your trading was waived";
const GONE = "A finding no longer counts";

/** Requires that a check of what is derived finds no difference. */
async function expectSound(judged: JudgedTrader): Promise<void> {
  const accountId = await accountIdOf(test, judged.trader.id);
  expect(await checkAccount(test.context.database, accountId)).toEqual([]);
}

/** Imports a statement with another result of the first trade, which is then contested. */
const contest = ({ administrator, trader }: JudgedTrader) =>
  importLines(administrator, trader.id, [
    tradeLine({
      ticket: 1,
      opened: "2026-03-02 10:00",
      closed: "2026-03-02 11:00",
      profit: "12.00",
    }),
  ]);

describe.each(transports)("findings over $name", (transport) => {
  it("are listed to both sides, newest first, and by trader, stage, kind and status", async () => {
    const judged = await conducted(
      conductRule("min_hold", deducting("50")),
      conductRule("symbols", { forbidden: ["EURUSD"], consequence: "note" }),
    );
    await hold(judged, 1, "02", 30, "100.00");
    const { userId, stageId } = { userId: judged.trader.id, stageId: judged.stageId };
    const list = async (query: object) =>
      (
        await transport.call<Wire<Finding>[]>(judged.administrator, "admin.conduct.list", {
          userId,
          ...query,
        })
      ).body;
    const all = await list({});
    const own = await transport.call<Wire<Finding>[]>(judged.trader, "trader.conduct.list", {
      stage: stageId,
    });
    expect(own.body).toEqual(all);
    expect(all.map(({ key }) => key)).toEqual(["min_hold/0/1", "symbols/1/1"]);
    expect(all[0]).toEqual({
      id: expect.any(Number) as number,
      userId,
      stageId,
      kind: "min_hold",
      index: 0,
      foundAt: expect.any(String) as string,
      key: "min_hold/0/1",
      at: "2026-03-02T10:00:30.000Z",
      status: "stands",
      consequence: "deduct",
      softened: null,
      strike: null,
      grade: "recorded",
      trades: [expect.objectContaining({ position: "1", net: "100.00" }) as object],
      deals: ["1/in", "1/out"],
      events: [],
      value: 30,
      limit: 60,
      deduction: "50.00",
      exonerating: { closedFrom: "2026-03-02T10:01:00.000Z" },
      waiver: null,
      reason: expect.any(String) as string,
      appeal: null,
      appealUntil: new Date(Date.parse(all[0]!.foundAt) + 14 * DAY).toISOString(),
    });
    expect(all[1]).toMatchObject({ consequence: "note", appealUntil: null });
    expect(await list({ kind: "symbols" })).toEqual([all[1]]);
    expect(await list({ status: "gone" })).toEqual([]);
    expect(await list({ stage: stageId + 1_000 })).toEqual([]);
    expect(await list({ status: "stands", stage: stageId })).toHaveLength(2);
  });

  it("are waived, which pays again what was withheld", async () => {
    const judged = await conducted(conductRule("min_hold", deducting("50")));
    await hold(judged, 1, "02", 30, "100.00");
    expect(await withdrawable(judged)).toBe("40.00");
    const [finding] = await findingsOf(judged);
    const input = { id: finding!.id, reason: "The platform lagged" };
    const waived = await transport.call(judged.administrator, "admin.conduct.waive", input);
    expect(waived).toMatchObject({
      status: 200,
      body: { status: "waived", deduction: "0.00", waiver: { reason: input.reason } },
    });
    expect(await withdrawable(judged)).toBe("80.00");
    const [kept] = await verdictsOf(judged);
    expect(kept).toMatchObject({
      cause: { kind: "waiver", id: finding!.id },
      verdict: { deductions: "0.00" },
    });
    const again = await transport.call(judged.administrator, "admin.conduct.waive", input);
    expect(again).toMatchObject({ status: 409, body: { current: { status: "waived" } } });
    const stages = (await judged.trader.get("/api/user/stages")).json<object[]>();
    expect(stages).toMatchObject([{ waivers: [{ key: "min_hold/0/1", reason: input.reason }] }]);
    await expectSound(judged);
  });
});

describe("a finding", () => {
  it("is notified of once, with others of the same write in one mail", async () => {
    const judged = await conducted(
      conductRule("min_hold", deducting("50")),
      conductRule("symbols", { forbidden: ["EURUSD"], ...striking(3) }),
      conductRule("hedging", { consequence: "note" }),
    );
    await hold(judged, 1, "02", 30, "100.00");
    const [mail, ...others] = await test.mailsTo(judged.trader.email, 1);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "Rules about how you trade were not kept" });
    expect(mail!.text).toContain("$50.00 of the profit does not count for payouts.");
    expect(mail!.text).toContain("This is strike 1 of 3.");
    await hold(judged, 2, "02", 90, "1.00");
    // The second trade was only held long enough; its symbol is found again.
    expect(await subjectsOf(judged)).toEqual(["Rules about how you trade were not kept", FOUND]);
  });

  it("is notified of as it is found, softened, found again, waived, gone and found again", async () => {
    const judged = await conducted(conductRule("min_hold", deducting("50")));
    const sent: string[] = [];
    const expectSent = async (...subjects: string[]) => {
      sent.push(...subjects);
      expect(await subjectsOf(judged)).toEqual(sent);
      await expectSound(judged);
    };
    await hold(judged, 1, "02", 30, "10.00");
    await expectSent(FOUND);
    const [{ id, foundAt } = { id: 0, foundAt: "" }] = await findingsOf(judged);

    const statement = await contest(judged);
    expect(await findingsOf(judged)).toMatchObject([
      { id, status: "stands", consequence: "note", softened: "contested", foundAt },
    ]);
    await expectSent(GONE);

    test.clock.advance(1_000);
    await withdrawStatement(judged.administrator, statement.id);
    const [again] = await findingsOf(judged);
    expect(again).toMatchObject({ id, consequence: "deduct", softened: null });
    expect(Date.parse(again!.foundAt)).toBeGreaterThan(Date.parse(foundAt));
    await expectSent(FOUND);

    expect((await waive(judged, id)).statusCode).toBe(200);
    await expectSent(WAIVED);

    const rulesOf = async (conduct: ConductRule[]) => {
      const rulesVersionId = await createRules(judged.administrator, { ...noRules, conduct });
      const change = { rulesVersionId, reason: "Agreed" };
      const path = `/api/admin/stages/${judged.stageId}/rules`;
      expect((await judged.administrator.patch(path, change)).statusCode).toBe(200);
    };
    await rulesOf([conductRule("hedging")]);
    expect(await findingsOf(judged)).toMatchObject([{ id, status: "gone" }]);
    await rulesOf([]);
    await rulesOf([conductRule("min_hold", deducting("50"))]);
    expect(await findingsOf(judged)).toMatchObject([{ id, status: "waived" }]);
    await expectSent();
  });

  it("that goes with its trade is notified of as gone, and may come back", async () => {
    const judged = await conducted(conductRule("min_hold", { consequence: "warn" }));
    const short = { ticket: 1, opened: "2026-03-02 10:00:00", closed: "2026-03-02 10:00:30" };
    const line = tradeLine({ ...short, profit: "12.00" });
    const statement = await importLines(judged.administrator, judged.trader.id, [line]);
    const confirm = `/api/admin/statements/${statement.id}/confirm`;
    await judged.administrator.post(confirm, {});
    expect(await findingsOf(judged)).toMatchObject([{ status: "stands", consequence: "warn" }]);
    await withdrawStatement(judged.administrator, statement.id);
    expect(await findingsOf(judged)).toMatchObject([{ status: "gone", key: "min_hold/0/1" }]);
    expect(await subjectsOf(judged)).toEqual([FOUND, GONE]);
    const [finding] = await findingsOf(judged);
    const refused = await waive(judged, finding!.id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ current: { status: "gone" } });
    await hold(judged, 1, "02", 30, "12.00");
    expect(await findingsOf(judged)).toMatchObject([{ id: finding!.id, status: "stands" }]);
    expect(await subjectsOf(judged)).toEqual([FOUND, GONE, FOUND]);
    await expectSound(judged);
  });

  it("is reported to webhooks when it is found and when it is closed, but not as a note", async () => {
    const judged = await conducted(
      conductRule("min_hold", deducting("50")),
      conductRule("symbols", { forbidden: ["EURUSD"], consequence: "note" }),
    );
    const events = ["conduct.found", "conduct.closed"];
    const hook = { url: "https://hooks.invalid/", events };
    const { id } = (await judged.administrator.post("/api/admin/webhooks", hook)).json<{
      id: number;
    }>();
    await hold(judged, 1, "02", 30, "10.00");
    const [finding] = await findingsOf(judged);
    await waive(judged, finding!.id);
    const payloads = async () => {
      const { rows } = await test.context.database.pool.query<{ payload: string }>(
        "select payload from webhook_events where type = any($1) order by id",
        [events],
      );
      return rows.map(({ payload }) => JSON.parse(payload) as object);
    };
    await expect.poll(payloads).toHaveLength(2);
    const data = {
      userId: judged.trader.id,
      stageId: judged.stageId,
      findingId: finding!.id,
      kind: "min_hold",
      index: 0,
      consequence: "deduct",
    };
    expect(await payloads()).toMatchObject([
      { type: "conduct.found", data },
      { type: "conduct.closed", data: { ...data, status: "waived" } },
    ]);
    await judged.administrator.delete(`/api/admin/webhooks/${id}`);
  });
});

describe("a waiver", () => {
  it("of what ended the evaluation leaves a review that can only be dismissed", async () => {
    const judged = await conducted(conductRule("symbols", { forbidden: ["EURUSD"], ...failing }));
    await hold(judged, 1, "02", 30, "10.00");
    const [review] = await reviewsOf(judged);
    const [finding] = await findingsOf(judged);
    expect((await waive(judged, finding!.id)).statusCode).toBe(200);
    expect(await verdictOf(judged)).toMatchObject({ outcome: "in_progress", endedAt: null });
    const path = `/api/admin/reviews/${review!.id}`;
    const decide = (decision: string) =>
      judged.administrator.post(path, { decision, reason: "Waived" });
    expect((await decide("confirm")).statusCode).toBe(409);
    expect((await decide("dismiss")).statusCode).toBe(200);
    expect(await statusOf(judged)).toBe("active");
    await expectSound(judged);
  });

  it("is refused once the breach was confirmed", async () => {
    const judged = await conducted(conductRule("symbols", { forbidden: ["EURUSD"], ...failing }));
    await hold(judged, 1, "02", 30, "10.00");
    const [review] = await reviewsOf(judged);
    const confirm = { decision: "confirm", reason: "Checked" };
    await judged.administrator.post(`/api/admin/reviews/${review!.id}`, confirm);
    const [finding] = await findingsOf(judged);
    const refused = await waive(judged, finding!.id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ current: { id: finding!.id, status: "stands" } });
  });

  it("makes a decision about another state of the verdict impossible", async () => {
    const conduct = [conductRule("min_hold", deducting("50"))];
    const judged = await judgedTrader(test, { ...simpleRules, conduct });
    await hold(judged, 1, "02", 30, "10.00");
    await feed(judged, {
      snapshots: [snapshotAt("2026-03-03T10:00:00Z", "94000.00", "100010.00")],
    });
    const [review] = await reviewsOf(judged);
    const { sha256: expectedVerdict } = review!.current!;
    const [finding] = await findingsOf(judged);
    await waive(judged, finding!.id);
    const decision = { decision: "confirm", reason: "Checked", expectedVerdict };
    const refused = await judged.administrator.post(`/api/admin/reviews/${review!.id}`, decision);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("has changed");
  });
});

describe("an appeal", () => {
  const decide = (id: number, decision: string) =>
    other.post(`/api/admin/appeals/${id}`, { decision, reason: "The platform has confirmed it" });

  it("against a deduction that is granted waives it, and another one is refused", async () => {
    const judged = await conducted(conductRule("min_hold", deducting("50")));
    await hold(judged, 1, "02", 30, "100.00");
    const [{ id } = { id: 0 }] = await findingsOf(judged);
    const created = await appeal(judged, id);
    expect(created.statusCode).toBe(201);
    expect(created.json()).toMatchObject({ subject: { kind: "finding", id }, text });
    expect((await appeal(judged, id)).statusCode).toBe(409);
    expect(await findingsOf(judged)).toMatchObject([{ appeal: { text }, appealUntil: null }]);
    const { id: appealId } = created.json<{ id: number }>();
    expect((await other.get(`/api/admin/appeals/${appealId}`)).json()).toMatchObject({
      review: null,
      payout: null,
      finding: { id, key: "min_hold/0/1", status: "stands" },
      refusal: null,
    });
    const page = await other.query("admin.appeals.page", { subject: "finding" });
    expect(page.body).toContain(judged.trader.email);

    expect((await decide(appealId, "grant")).statusCode).toBe(200);
    expect(await findingsOf(judged)).toMatchObject([
      { status: "waived", appeal: { decision: "grant" } },
    ]);
    expect(await withdrawable(judged)).toBe("80.00");
    const [kept] = await verdictsOf(judged);
    expect(kept).toMatchObject({ cause: { kind: "appeal", id: appealId } });
    expect(await subjectsOf(judged)).toEqual([FOUND, WAIVED]);
    await expectSound(judged);
  });

  it("against a strike that is granted gives the strike back", async () => {
    const judged = await conducted(conductRule("min_hold", striking(2)));
    await hold(judged, 1, "02", 30, "1.00");
    const [first] = await findingsOf(judged);
    const { id: appealId } = (await appeal(judged, first!.id)).json<{ id: number }>();
    await decide(appealId, "grant");
    await hold(judged, 2, "03", 30, "1.00");
    expect(await verdictOf(judged)).toMatchObject({
      outcome: "in_progress",
      conduct: [{ strikes: { count: 1, of: 2 } }],
    });
    await hold(judged, 3, "04", 30, "1.00");
    expect(await verdictOf(judged)).toMatchObject({ outcome: "breached" });
    const [last] = await findingsOf(judged);
    expect(last).toMatchObject({ key: "min_hold/0/3", strike: 2, appealUntil: null });
    const refused = await appeal(judged, last!.id);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("has not ended the evaluation");

    const [review] = await reviewsOf(judged);
    const confirm = { decision: "confirm", reason: "Checked" };
    await judged.administrator.post(`/api/admin/reviews/${review!.id}`, confirm);
    const against = await judged.trader.post(`/api/user/reviews/${review!.id}/appeal`, { text });
    await decide(against.json<{ id: number }>().id, "grant");
    expect(await statusOf(judged)).toBe("active");
    expect((await findingsOf(judged)).map(({ status }) => status)).toEqual([
      "waived",
      "stands",
      "waived",
    ]);
    await hold(judged, 4, "05", 90, "1.00");
    expect(await verdictOf(judged)).toMatchObject({ outcome: "in_progress", endedAt: null });
    await expectSound(judged);
  });

  it("against a finding that goes meanwhile can still be decided", async () => {
    const judged = await conducted(conductRule("min_hold", deducting("50")));
    await hold(judged, 1, "02", 30, "10.00");
    const [{ id } = { id: 0 }] = await findingsOf(judged);
    const { id: appealId } = (await appeal(judged, id)).json<{ id: number }>();
    const statement = await contest(judged);
    expect((await decide(appealId, "grant")).statusCode).toBe(200);
    await withdrawStatement(judged.administrator, statement.id);
    expect(await findingsOf(judged)).toMatchObject([{ id, status: "waived" }]);
    await expectSound(judged);
  });

  it.each([
    ["a warning", { consequence: "warn" }],
    ["a note", { consequence: "note" }],
    ["what failed", failing],
  ] as const)("against %s is refused", async (_, changes) => {
    const judged = await conducted(conductRule("min_hold", changes));
    await hold(judged, 1, "02", 30, "10.00");
    const [finding] = await findingsOf(judged);
    expect(finding).toMatchObject({ appealUntil: null });
    expect((await appeal(judged, finding!.id)).statusCode).toBe(409);
  });

  it("against a finding of another trader finds none", async () => {
    const judged = await conducted(conductRule("min_hold", deducting("50")));
    await hold(judged, 1, "02", 30, "10.00");
    const [finding] = await findingsOf(judged);
    const stranger = await conducted(conductRule("hedging"));
    expect((await appeal(stranger, finding!.id)).statusCode).toBe(404);
    expect(await findingsOf(stranger)).toEqual([]);
  });

  it("is too late after the days of the settings", async () => {
    const judged = await conducted(conductRule("min_hold", deducting("50")));
    await hold(judged, 1, "02", 30, "10.00");
    const [finding] = await findingsOf(judged);
    await other.patch("/api/admin/settings/appeals", { days: 0 });
    expect(await findingsOf(judged)).toMatchObject([{ appealUntil: null }]);
    expect((await appeal(judged, finding!.id)).statusCode).toBe(409);
    await other.patch("/api/admin/settings/appeals", { days: 14 });
    expect((await appeal(judged, finding!.id)).statusCode).toBe(201);
  });
});
