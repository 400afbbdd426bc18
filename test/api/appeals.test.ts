import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actionsOf, finishAll } from "../support/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import { startStage } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  reviewsOf,
  snapshotAt,
  statusOf,
  tradeOf,
  verdictsOf,
} from "../support/verdicts.ts";
import type { Browser } from "../support/http.ts";
import { haveReviewsChanged } from "../../src/business/decisions/reviews/reviews.queries.ts";
import { changedReviews } from "../../src/business/record/verdicts/mail-and-enforce.ts";
import { DAY, MINUTE } from "../../src/platform/time/durations.rule.ts";
import { waitUntil } from "../support/until.ts";

let test: TestApp;
/** A second owner, who has taken none of the appealed decisions. */
let other: Browser;
beforeAll(async () => {
  test = await startApp();
  other = await test.administrator("owner");
});
afterAll(() => test.close());

const at = "2026-03-02T10:00:00.000Z";
const breach = { snapshots: [snapshotAt(at, "94999.99")] };
const text = "The price of that minute was wrong; no other broker had it.";

type Reviewed = JudgedTrader & { reviewId: number };

async function broken(): Promise<Reviewed> {
  const judged = await judgedTrader(test);
  await feed(judged, breach);
  return { ...judged, reviewId: (await reviewsOf(judged))[0]!.id };
}

const decide = ({ administrator, reviewId }: Reviewed, decision = "confirm") =>
  administrator.post(`/api/admin/reviews/${reviewId}`, { decision, reason: "Checked" });

async function confirmed(): Promise<Reviewed> {
  const judged = await broken();
  await decide(judged);
  return judged;
}

const appealAgainst = ({ trader, reviewId }: Reviewed, words = text) =>
  trader.post(`/api/user/reviews/${reviewId}/appeal`, { text: words });

async function appealed(): Promise<Reviewed & { appealId: number }> {
  const judged = await confirmed();
  const appeal = await appealAgainst(judged);
  return { ...judged, appealId: appeal.json<{ id: number }>().id };
}

const rule = (id: number, decision: string, by: Browser = other) =>
  by.post(`/api/admin/appeals/${id}`, { decision, reason: "The platform has confirmed it" });

interface OwnReview {
  status: string;
  records: { deals: object[]; operations: object[]; snapshots: { time: string }[] } | null;
  decidedAt: string | null;
  appeal: object | null;
  appealUntil: string | null;
}

async function ownReview({ trader, reviewId }: Reviewed): Promise<OwnReview> {
  return (await trader.get(`/api/user/reviews/${reviewId}`)).json<OwnReview>();
}

async function rejectedPayout(decider?: Browser) {
  const administrator = await test.administrator();
  const trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  const sent = { amount: "10.00", paymentMethod: "bank" };
  const { id } = (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
  const rejection = { status: "rejected", adminNotes: "No bank details" };
  await (decider ?? administrator).patch(`/api/admin/payouts/${id}`, rejection);
  return { administrator, trader, id };
}

const appealPayout = ({ trader, id }: Awaited<ReturnType<typeof rejectedPayout>>) =>
  trader.post(`/api/user/payouts/${id}/appeal`, { text });

describe.each(transports)("a trader's review over $name", (transport) => {
  it("contains the breach, the decision without a name, and until when it can be appealed against", async () => {
    const judged = await confirmed();
    const { body } = await transport.call(judged.trader, "trader.reviews.get", {
      id: judged.reviewId,
    });
    const { decidedAt } = body as { decidedAt: string };
    expect(body).toEqual({
      id: judged.reviewId,
      stageId: judged.stageId,
      kind: "breach",
      status: "confirmed",
      openedAt: expect.any(String) as string,
      verdict: expect.objectContaining({ outcome: "breached", endedAt: at }) as object,
      records: {
        deals: [],
        operations: [],
        snapshots: [{ time: at, balance: "100000.00", equity: "94999.99" }],
      },
      decision: "confirm",
      reason: "Checked",
      decidedAt: expect.any(String) as string,
      appeal: null,
      appealUntil: new Date(Date.parse(decidedAt) + 14 * DAY).toISOString(),
    });
    expect(JSON.stringify(body)).not.toContain("Test administrator");
  });

  it("is listed without records", async () => {
    const judged = await confirmed();
    const { body } = await transport.call(judged.trader, "trader.reviews.list");
    expect(body).toMatchObject([{ id: judged.reviewId, records: null, status: "confirmed" }]);
  });

  it("can be appealed against once", async () => {
    const judged = await confirmed();
    const input = { id: judged.reviewId, text };
    const { status, body } = await transport.call(judged.trader, "trader.reviews.appeal", input);
    expect(status).toBe(transport.name === "REST" ? 201 : 200);
    const appeal = {
      id: expect.any(Number) as number,
      subject: { kind: "review", id: judged.reviewId },
      text,
      createdAt: expect.any(String) as string,
      decision: null,
      reason: null,
      decidedAt: null,
    };
    expect(body).toEqual(appeal);
    expect(await ownReview(judged)).toMatchObject({ appeal, appealUntil: null });
    const again = await transport.call(judged.trader, "trader.reviews.appeal", input);
    expect(again).toMatchObject({ status: 409, message: expect.stringContaining("only one") });
  });
});

describe("a trader's review", () => {
  it.each([
    ["open", undefined],
    ["dismissed", "dismiss"],
  ])("that is %s cannot be appealed against", async (status, decision) => {
    const judged = await broken();
    if (decision) await decide(judged, decision);
    expect(await ownReview(judged)).toMatchObject({ status, appealUntil: null });
    const refused = await appealAgainst(judged);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      message: "Only a confirmed breach can be appealed against",
    });
  });

  it("of a pass has no records and cannot be appealed against", async () => {
    const judged = await judgedTrader(test);
    await feed(judged, { deals: tradeOf(1, "2026-03-02T09:00:00Z", at, "10000.00") });
    const passed = { ...judged, reviewId: (await reviewsOf(judged))[0]!.id };
    await decide(passed);
    expect(await ownReview(passed)).toMatchObject({
      status: "confirmed",
      records: null,
      appealUntil: null,
    });
    expect((await appealAgainst(passed)).statusCode).toBe(409);
  });

  it("of another trader does not exist", async () => {
    const judged = await confirmed();
    const stranger = await test.trader();
    const path = `/api/user/reviews/${judged.reviewId}`;
    expect((await stranger.get(path)).statusCode).toBe(404);
    expect((await stranger.post(`${path}/appeal`, { text })).statusCode).toBe(404);
  });

  it("contains the records exactly 15 minutes from the breach, and none beyond", async () => {
    const judged = await judgedTrader(test);
    const shifted = (milliseconds: number) => new Date(Date.parse(at) + milliseconds).toISOString();
    const times = [-15 * MINUTE - 1, -15 * MINUTE, 15 * MINUTE, 15 * MINUTE + 1].map(shifted);
    await feed(judged, {
      snapshots: [...times.map((time) => snapshotAt(time, "99000.00")), ...breach.snapshots],
      deals: tradeOf(1, times[1]!, times[2]!, "0.00"),
      operations: [{ ticket: "9", time: times[3], kind: "deposit", amount: "5.00" }],
    });
    const review = { ...judged, reviewId: (await reviewsOf(judged))[0]!.id };
    const { records } = await ownReview(review);
    expect(records).toMatchObject({
      deals: [{ ticket: "1/in" }, { ticket: "1/out" }],
      operations: [],
      snapshots: [{ time: times[1] }, { time: at }, { time: times[2] }],
    });
  });

  it("contains at most 200 records, the nearest, in order of time", async () => {
    const judged = await judgedTrader(test);
    const times = Array.from({ length: 251 }, (_, index) =>
      new Date(Date.parse(at) + (index - 125) * 2_000).toISOString(),
    );
    const equity = (time: string) => (time === at ? "94999.99" : "99000.00");
    await feed(judged, { snapshots: times.map((time) => snapshotAt(time, equity(time))) });
    const review = { ...judged, reviewId: (await reviewsOf(judged))[0]!.id };
    const found = (await ownReview(review)).records!.snapshots.map(({ time }) => time);
    // Of two that are equally near, the earlier one counts.
    expect(found).toEqual(times.slice(25, 225));
  });

  it("is listed page by page, newest first", async () => {
    const judged = await broken();
    await decide(judged, "dismiss");
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T09:00:00.000Z", "94000.00")] });
    const first = await judged.trader.get("/api/user/reviews?limit=1");
    expect(first.json()).toMatchObject([{ status: "open" }]);
    const next = /<(?<path>[^>]+)>; rel="next"/.exec(String(first.headers.link))!.groups!.path!;
    const second = await judged.trader.get(next);
    expect(second.json()).toMatchObject([{ id: judged.reviewId, status: "dismissed" }]);
    expect(second.headers.link).toBeUndefined();
  });
});

describe("the mails about a breach", () => {
  it("carry its figures when it is found, confirmed and dismissed", async () => {
    const figures = "below the floor of $95,000.00";
    for (const decision of ["confirm", "dismiss"]) {
      const judged = await broken();
      await decide(judged, decision);
      const mails = await test.mailsTo(judged.trader.email, 2);
      for (const mail of mails) {
        expect(mail.text).toContain(figures);
        expect(mail.text).toContain(`/reviews/${judged.reviewId}`);
      }
    }
  });
});

describe("an appeal", () => {
  it.each([
    ["19 characters", "x".repeat(19), 400],
    ["20 characters", "x".repeat(20), 201],
    ["5,000 characters", "x".repeat(5_000), 201],
    ["5,001 characters", "x".repeat(5_001), 400],
    ["20 characters of two units each", "😀".repeat(20), 201],
    ["19 such characters", "😀".repeat(19), 400],
    ["spaces", " ".repeat(30), 400],
  ])("of %s is accepted or refused", async (_, words, status) => {
    expect((await appealAgainst(await confirmed(), words)).statusCode).toBe(status);
  });

  it("is possible until the time that the review names, and not later", async () => {
    const [early, late] = [await confirmed(), await confirmed()];
    const { appealUntil } = await ownReview(late);
    test.clock.advance(Date.parse(appealUntil!) - test.clock.now().getTime() - MINUTE);
    const [inTime, inTimeToo] = [await sameTrader(early), await sameTrader(late)];
    // The sessions have expired in the meantime.
    expect((await appealAgainst(inTime)).statusCode).toBe(201);
    test.clock.advance(2 * MINUTE);
    const refused = await appealAgainst(inTimeToo);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("could be appealed against until");
    other = await test.administrator("owner");
  });

  it("follows the days that an owner sets; 0 takes none", async () => {
    const path = "/api/admin/settings/appeals";
    const owner = await test.administrator();
    const judged = await confirmed();
    expect((await owner.get(path)).json()).toEqual({ days: 14 });
    for (const days of [-1, 91, 1.5, "14"]) {
      expect((await owner.patch(path, { days })).statusCode).toBe(400);
    }
    const { decidedAt } = await ownReview(judged);
    for (const days of [90, 1]) {
      expect((await owner.patch(path, { days })).json()).toEqual({ days });
      const until = new Date(Date.parse(decidedAt!) + days * DAY).toISOString();
      expect(await ownReview(judged)).toMatchObject({ appealUntil: until });
    }
    await owner.patch(path, { days: 0 });
    expect(await ownReview(judged)).toMatchObject({ appealUntil: null });
    const refused = await appealAgainst(judged);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      "The firm does not accept appeals",
    ]);
    const risk = await test.administrator("risk");
    expect((await risk.patch(path, { days: 14 })).statusCode).toBe(403);
    await owner.patch(path, { days: 14 });
  });

  it("is listed with its trader and the review as it was decided: open ones first, oldest first", async () => {
    const [first, second, third] = [await appealed(), await appealed(), await appealed()];
    const ids = [first, second, third].map(({ appealId }) => appealId);
    const list = async (query = "") => {
      const found = (await other.get(`/api/admin/appeals${query}`)).json<{ id: number }[]>();
      return found.filter(({ id }) => ids.includes(id));
    };
    expect((await list()).map(({ id }) => id)).toEqual(ids);
    await rule(first.appealId, "grant");
    await rule(second.appealId, "deny");
    expect((await list()).map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]]);
    expect((await list("?limit=1000")).map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]]);
    expect((await list("?status=open")).map(({ id }) => id)).toEqual([ids[2]]);
    expect((await list("?status=denied")).map(({ id }) => id)).toEqual([ids[1]]);
    expect(await list("?status=granted")).toMatchObject([
      {
        id: first.appealId,
        trader: { id: first.trader.id, fullName: "Olivia Bennett", email: first.trader.email },
        review: { id: first.reviewId, decision: "confirm", decidedBy: "Test administrator" },
        payout: null,
        decision: "grant",
        reason: "The platform has confirmed it",
        decidedBy: "Test owner",
      },
    ]);
    expect((await other.get("/api/admin/appeals?status=other")).statusCode).toBe(400);
    const one = await other.get(`/api/admin/appeals/${second.appealId}`);
    expect(one.json()).toMatchObject({ id: second.appealId, decision: "deny" });
  });

  it("can be read with records:read, but no token can decide it", async () => {
    const { appealId } = await appealed();
    const token = await test.token();
    const reader = await test.token(["records:read"]);
    expect((await reader.get(`/api/admin/appeals/${appealId}`)).statusCode).toBe(200);
    expect((await rule(appealId, "deny", token)).statusCode).toBe(403);
  });

  it("is reported to webhooks when it is made and when it is decided", async () => {
    const owner = await test.administrator();
    const hook = { url: "https://hooks.invalid/", events: ["appeal.created", "appeal.decided"] };
    const { id } = (await owner.post("/api/admin/webhooks", hook)).json<{ id: number }>();
    const judged = await appealed();
    await rule(judged.appealId, "deny");
    const { rows } = await test.context.database.pool.query<{ action: string }>(
      `select action from webhook_events join audit_events on audit_events.id = audit_event_id
       where trader_id = $1 and action like 'appeal%' order by webhook_events.id`,
      [judged.trader.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(["appeal.created", "appeal.denied"]);
    await owner.delete(`/api/admin/webhooks/${id}`);
  });
});

describe("the table of appeals", () => {
  const page = async (query: object) => {
    const response = await other.query("admin.appeals.page", query);
    const { json } = response.json<{
      result: { data: { json: { rows: { id: number; amount: string | null }[]; total: number } } };
    }>().result.data;
    return json;
  };

  it("finds appeals by their trader, state and what they are against, and shows open ones first", async () => {
    const [first, second] = [await appealed(), await appealed()];
    const payout = await rejectedPayout();
    const { id } = (await appealPayout(payout)).json<{ id: number }>();
    await rule(first.appealId, "deny");
    const own = async (query: object) => {
      const { rows } = await page({ sort: "place", order: "asc", pageSize: 100, ...query });
      const ids = [first.appealId, second.appealId, id];
      return rows.map((found) => found.id).filter((found) => ids.includes(found));
    };
    expect(await own({})).toEqual([second.appealId, id, first.appealId]);
    expect(await own({ sort: "id", order: "desc" })).toEqual([id, second.appealId, first.appealId]);
    expect(await own({ status: "denied" })).toEqual([first.appealId]);
    expect(await own({ subject: "payout" })).toEqual([id]);
    expect(await page({ search: payout.trader.email })).toMatchObject({
      rows: [{ id, amount: "10.00", currency: "USD", appealedBy: "Test administrator" }],
      total: 1,
    });
  });

  it("is exported with the columns that are asked for", async () => {
    const judged = await appealed();
    const columns = "columns=id,email,subjectKind,subjectId,amount,appealedBy,decision";
    const response = await other.get(
      `/api/admin/appeals/export.csv?search=${judged.trader.email}&${columns}`,
    );
    expect(response.body.trim().split("\r\n")).toEqual([
      "ID,Email,Against,Review or Request ID,Amount,Appealed Decision By,Decision",
      `${judged.appealId},${judged.trader.email},review,${judged.reviewId},,Test administrator,`,
    ]);
  });
});

/** Signs a trader in again, because the test has advanced the clock. */
async function sameTrader<Of extends Reviewed>(judged: Of): Promise<Of> {
  await judged.trader.post("/api/login", {
    email: judged.trader.email,
    password: "correct horse 1",
  });
  return judged;
}

describe("an appeal that is granted against a breach", () => {
  it("reopens the stage, restores the status, and keeps the breach from coming back", async () => {
    const judged = await appealed();
    const readiness = async () => (await judged.trader.get("/api/user/payouts/readiness")).body;
    expect(await statusOf(judged)).toBe("breached");
    expect(await readiness()).toContain('"breached"');
    const granted = await rule(judged.appealId, "grant");
    expect(granted.statusCode).toBe(200);
    expect(await statusOf(judged)).toBe("active");
    expect((await judged.trader.get("/api/user/stages")).json()).toMatchObject([
      { id: judged.stageId, endedAt: null, outcome: null },
    ]);
    expect(await ownReview(judged)).toMatchObject({ status: "granted", appealUntil: null });
    expect(await readiness()).not.toContain('"breached"');
    const [verdict] = await verdictsOf(judged);
    expect(verdict!.cause).toMatchObject({ kind: "appeal", id: judged.appealId });
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T11:00:00Z", "90000.00")] });
    expect(await reviewsOf(judged)).toHaveLength(1);
    expect(await statusOf(judged)).toBe("active");
    // An earlier breach is a different one.
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T09:00:00Z", "90000.00")] });
    expect(await reviewsOf(judged)).toHaveLength(2);
    const mails = await test.mailsTo(judged.trader.email, 3);
    const mail = mails.find(({ subject }) => subject === "Your appeal was granted");
    expect(mail!.text).toContain("The platform has confirmed it");
    expect(mail!.text).not.toContain("Test owner");
  });

  it("covers a breach that late records have moved after the confirmation", async () => {
    const judged = await confirmed();
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T09:00:00Z", "90000.00")] });
    const { id } = (await appealAgainst(judged)).json<{ id: number }>();
    await rule(id, "grant");
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T11:00:00Z", "90000.00")] });
    expect(await reviewsOf(judged)).toHaveLength(1);
    expect(await statusOf(judged)).toBe("active");
  });

  it("keeps a status that an administrator has set since", async () => {
    const judged = await appealed();
    const path = `/api/admin/user/${judged.trader.id}/account`;
    await judged.administrator.patch(path, { status: "pending" });
    await rule(judged.appealId, "grant");
    expect(await statusOf(judged)).toBe("pending");
  });

  it("is refused after a later stage has started, and changes nothing", async () => {
    const judged = await appealed();
    await startStage(judged.administrator, judged.trader.id);
    const refused = await rule(judged.appealId, "grant");
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("start a stage instead");
    expect(await ownReview(judged)).toMatchObject({ status: "confirmed" });
    expect((await rule(judged.appealId, "deny")).statusCode).toBe(200);
  });
});

it("a granted appeal asks for trading to be enabled if it was disabled, and repeats nothing with its key", async () => {
  const owner = await test.administrator();
  const path = "/api/admin/settings/enforcement";
  await owner.patch(path, { breachConfirmed: "automatic", breachDismissed: "automatic" });
  const judged = await appealed();
  await finishAll(await test.token(["actions:execute"]));
  const decision = { decision: "grant", reason: "The platform has confirmed it" };
  const grant = () =>
    other.send({
      method: "POST",
      url: `/api/admin/appeals/${judged.appealId}`,
      payload: decision,
      headers: { "idempotency-key": `grant-${judged.appealId}` },
    });
  const [first, again] = [await grant(), await grant()];
  expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 200, first.body]);
  await owner.patch(path, { breachConfirmed: "none", breachDismissed: "none" });
  const actions = await actionsOf(owner, judged.trader.id);
  expect(actions.map(({ kind, status }) => [kind, status])).toEqual([
    ["close_positions", "done"],
    ["disable_trading", "done"],
    ["enable_trading", "pending"],
  ]);
  expect(actions.at(-1)).toMatchObject({ requestedBy: "Rules", cause: { kind: "review" } });
});

it("a granted appeal cancels what disables trading and no bridge has received, whatever the settings say", async () => {
  const owner = await test.administrator();
  const path = "/api/admin/settings/enforcement";
  await owner.patch(path, { breachConfirmed: "automatic" });
  const judged = await appealed();
  await owner.patch(path, { breachConfirmed: "none" });
  await rule(judged.appealId, "grant");
  const actions = await actionsOf(owner, judged.trader.id);
  expect(actions.map(({ kind, status }) => [kind, status])).toEqual([
    ["close_positions", "cancelled"],
    ["disable_trading", "cancelled"],
  ]);
});

describe("an appeal that is denied", () => {
  it("changes nothing, and the trader receives the reason", async () => {
    const judged = await appealed();
    expect((await rule(judged.appealId, "deny")).statusCode).toBe(200);
    expect(await statusOf(judged)).toBe("breached");
    expect(await ownReview(judged)).toMatchObject({
      status: "confirmed",
      appeal: { decision: "deny", reason: "The platform has confirmed it" },
    });
    expect(JSON.stringify(await ownReview(judged))).not.toContain("decidedBy");
    const mails = await test.mailsTo(judged.trader.email, 3);
    expect(mails.at(-1)).toMatchObject({ subject: "Your appeal was denied" });
  });
});

describe("an appeal against a rejection", () => {
  it("makes the request pending again with the reason in its timeline, and approves nothing", async () => {
    const payout = await rejectedPayout();
    const appeal = await appealPayout(payout);
    expect(appeal.statusCode).toBe(201);
    const { id } = appeal.json<{ id: number }>();
    expect((await other.get(`/api/admin/appeals/${id}`)).json()).toMatchObject({
      subject: { kind: "payout", id: payout.id },
      review: null,
      payout: { id: payout.id, status: "rejected", adminNotes: "No bank details" },
    });
    expect((await rule(id, "grant")).json()).toMatchObject({
      decision: "grant",
      payout: { status: "rejected", adminNotes: "No bank details" },
    });
    const own = (await payout.trader.get(`/api/user/payouts/${payout.id}`)).json<{
      timeline: { event: string }[];
    }>();
    expect(own).toMatchObject({ status: "pending", adminNotes: null });
    expect(own.timeline.map(({ event }) => event)).toEqual([
      "requested",
      "rejected",
      "appealed",
      "appeal-granted",
    ]);
    expect(own.timeline.at(-1)).toMatchObject({
      status: "pending",
      note: "The platform has confirmed it",
      actorName: null,
    });
    const approval = { status: "approved" };
    const path = `/api/admin/payouts/${payout.id}`;
    expect((await payout.administrator.patch(path, approval)).statusCode).toBe(200);
  });

  it("is refused unless the trader's own request is rejected", async () => {
    const payout = await rejectedPayout();
    const stranger = await test.trader();
    expect((await appealPayout({ ...payout, trader: stranger })).statusCode).toBe(404);
    await payout.administrator.patch(`/api/admin/payouts/${payout.id}`, { status: "approved" });
    const refused = await appealPayout(payout);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("Only a rejected payout request");
  });

  it("holds the request until it is decided", async () => {
    const payout = await rejectedPayout();
    const { id } = (await appealPayout(payout)).json<{ id: number }>();
    const approve = () =>
      payout.administrator.patch(`/api/admin/payouts/${payout.id}`, { status: "approved" });
    const refused = await approve();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { reason: "appeal_open", id },
    ]);
    expect((await rule(id, "deny")).statusCode).toBe(200);
    expect((await approve()).statusCode).toBe(200);
  });
});

describe("the person who took the appealed decision", () => {
  it("cannot decide the appeal while another active administrator can", async () => {
    const [judged, payout] = [await appealed(), await rejectedPayout()];
    const { id } = (await appealPayout(payout)).json<{ id: number }>();
    for (const appealId of [judged.appealId, id]) {
      const refused = await rule(appealId, "deny", judged.administrator);
      expect(refused.statusCode).toBe(403);
      expect(refused.body).toContain("another administrator must decide it");
    }
  });

  it("includes the creator of an API token that took it", async () => {
    const token = await test.token(["records:write", "payouts:decide"]);
    const judged = await broken();
    await decide({ ...judged, administrator: token });
    const breachAppeal = (await appealAgainst(judged)).json<{ id: number }>();
    const payout = await rejectedPayout(token);
    const payoutAppeal = (await appealPayout(payout)).json<{ id: number }>();
    for (const { id } of [breachAppeal, payoutAppeal]) {
      const refused = await rule(id, "grant", judged.administrator);
      expect(refused.statusCode).toBe(403);
      expect(refused.body).toContain("an API token that you created");
      expect((await rule(id, "deny")).statusCode).toBe(200);
    }
  });

  it("can decide it once all others are revoked or have another role", async () => {
    const judged = await appealed();
    const { pool } = test.context.database;
    const { id } = (await judged.administrator.get("/api/admin/me")).json<{ id: number }>();
    const { rows } = await pool.query<{ id: number; role: string }>(
      "select id, role from admins where revoked_at is null and role in ('owner', 'risk')",
    );
    await pool.query("update admins set role = 'support' where id <> $1", [id]);
    const decided = await rule(judged.appealId, "deny", judged.administrator);
    for (const { id: restored, role } of rows) {
      await pool.query("update admins set role = $1 where id = $2", [role, restored]);
    }
    expect(decided.statusCode).toBe(200);
  });
});

describe("two administrators at once", () => {
  it("decide an appeal once; the other one receives the decision", async () => {
    const judged = await appealed();
    const decisions = ["grant", "deny"].map((decision) => () => rule(judged.appealId, decision));
    const responses = await meetAtLock(test, row("users", judged.trader.id), decisions);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const [won, lost] = responses.toSorted((a, b) => a.statusCode - b.statusCode);
    const { decision } = won!.json<{ decision: string }>();
    expect(lost!.json()).toMatchObject({ current: { id: judged.appealId, decision } });
  });
});

it("every change of a review or an appeal is announced, and found by a stream that begins later", async () => {
  let changes = 0;
  const unsubscribe = await test.context.live.subscribe([changedReviews], () => (changes += 1));
  const announced = async <Result>(change: () => Promise<Result>): Promise<Result> => {
    const before = changes;
    const result = await change();
    await waitUntil("the change is announced", () => changes > before);
    expect(await haveReviewsChanged(test.context, 60)).toBe(true);
    test.clock.advance(2 * MINUTE);
    expect(await haveReviewsChanged(test.context, 60)).toBe(false);
    return result;
  };
  const judged = await announced(broken);
  await announced(() => decide(judged));
  const appeal = await announced(() => appealAgainst(judged));
  await announced(() => rule(appeal.json<{ id: number }>().id, "deny"));
  unsubscribe();
});
