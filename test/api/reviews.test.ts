import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import { importLines, startStage, tradeLine, withdrawStatement } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  reviewsOf,
  snapshotAt,
  statusOf,
  tradeOf,
  verdictOf,
} from "../support/verdicts.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const at = "2026-03-02T10:00:00.000Z";
const breach = { snapshots: [snapshotAt(at, "94999.99")] };
const pass = { deals: tradeOf(1, "2026-03-02T09:00:00Z", at, "10000.00") };

async function broken(): Promise<JudgedTrader & { reviewId: number }> {
  const judged = await judgedTrader(test);
  await feed(judged, breach);
  return { ...judged, reviewId: (await reviewsOf(judged))[0]!.id };
}

async function stageOf({ trader }: JudgedTrader) {
  return (await trader.get("/api/user/stages")).json<Record<string, unknown>[]>()[0];
}

async function actionsOf({ administrator, trader }: JudgedTrader) {
  const response = await administrator.get(`/api/admin/audit?traderId=${trader.id}`);
  return response.json<{ action: string; actor: string; changes: Record<string, unknown> }[]>();
}

describe.each(transports)("a review over $name", (transport) => {
  const decide = (judged: JudgedTrader, id: number, decision: string, reason = "Checked") =>
    transport.call(judged.administrator, "admin.reviews.decide", { id, decision, reason });

  it("is opened by the first breach, which sets the account to under review, not breached", async () => {
    const judged = await judgedTrader(test);
    await feed(judged, breach);
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T11:00:00Z", "90000.00")] });
    const list = await transport.call(judged.administrator, "admin.reviews.list", {
      userId: judged.trader.id,
      status: "open",
    });
    expect(list.body).toEqual([
      {
        id: expect.any(Number) as number,
        userId: judged.trader.id,
        stageId: judged.stageId,
        kind: "breach",
        verdict: expect.objectContaining({ outcome: "breached", endedAt: at }) as object,
        current: {
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
          verdict: expect.objectContaining({ outcome: "breached", endedAt: at }) as object,
        },
        createdAt: expect.any(String) as string,
        decision: null,
        reason: null,
        decidedAt: null,
        decidedBy: null,
      },
    ]);
    expect(await statusOf(judged)).toBe("under-review");
    expect((await actionsOf(judged))[0]).toMatchObject({
      action: "review.opened",
      actor: "system",
      changes: { status: { from: "active", to: "under-review" } },
    });
    const [mail] = await test.mailsTo(judged.trader.email, 1);
    expect(mail).toMatchObject({ subject: "Your trading account is under review" });
    expect(mail!.text).toContain("before anything is decided");
  });

  it("is decided only on the verdict that was seen, if the decision names it", async () => {
    const judged = await broken();
    const seen = (await reviewsOf(judged))[0]!.current!.sha256;
    const earlier = { snapshots: [snapshotAt("2026-03-02T09:30:00Z", "94000.00")] };
    await feed(judged, earlier);
    const decideOn = (expectedVerdict: string) =>
      transport.call(judged.administrator, "admin.reviews.decide", {
        id: judged.reviewId,
        decision: "confirm",
        reason: "Checked",
        expectedVerdict,
      });
    const refused = await decideOn(seen);
    expect(refused.status).toBe(409);
    const [present] = await reviewsOf(judged);
    expect(present!.decision).toBeNull();
    expect(present!.current!.sha256).not.toBe(seen);
    const decided = await decideOn(present!.current!.sha256);
    expect(decided).toMatchObject({ status: 200, body: { decision: "confirm", current: null } });
    expect(decided.body.verdict).toMatchObject({ endedAt: "2026-03-02T09:30:00.000Z" });
  });

  it("confirms a breach: the account is breached and the stage fails at the time of the decision", async () => {
    const judged = await broken();
    const decided = await decide(judged, judged.reviewId, "confirm");
    expect(decided).toMatchObject({
      status: 200,
      body: { decision: "confirm", reason: "Checked", decidedBy: "Test administrator" },
    });
    expect(await statusOf(judged)).toBe("breached");
    expect(await stageOf(judged)).toMatchObject({
      outcome: "failed",
      endedAt: decided.body.decidedAt,
    });
    expect(await verdictOf(judged)).toMatchObject({ outcome: "breached", endedAt: at });
    expect((await actionsOf(judged)).map(({ action }) => action).slice(0, 2)).toEqual([
      "review.confirmed",
      "stage.ended",
    ]);
    const mails = await test.mailsTo(judged.trader.email, 2);
    expect(mails[1]).toMatchObject({ subject: "The breach of a limit was confirmed" });
    expect(await reviewsOf(judged)).toHaveLength(1);
  });

  it("confirms a pass: the stage ends as passed, and the previous status is restored", async () => {
    const judged = await judgedTrader(test);
    await feed(judged, pass);
    const [review] = await reviewsOf(judged);
    expect(review).toMatchObject({ kind: "pass", verdict: { outcome: "passed" } });
    expect(await statusOf(judged)).toBe("under-review");
    expect((await decide(judged, review!.id, "confirm")).status).toBe(200);
    expect(await stageOf(judged)).toMatchObject({ outcome: "passed" });
    expect(await statusOf(judged)).toBe("active");
  });

  it("dismisses a breach: the previous status is restored, and the same breach is not reported again", async () => {
    const judged = await broken();
    expect((await decide(judged, judged.reviewId, "dismiss")).status).toBe(200);
    expect(await statusOf(judged)).toBe("active");
    expect(await stageOf(judged)).toMatchObject({ endedAt: null, outcome: null });
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T11:00:00Z", "90000.00")] });
    expect(await reviewsOf(judged)).toHaveLength(1);
    expect(await statusOf(judged)).toBe("active");
    // An earlier breach is a different one.
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T09:00:00Z", "90000.00")] });
    expect(await reviewsOf(judged)).toMatchObject([{ decision: null }, { decision: "dismiss" }]);
    expect(await statusOf(judged)).toBe("under-review");
  });

  it("dismisses the current breach if late records have moved it", async () => {
    const judged = await broken();
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T09:00:00Z", "90000.00")] });
    expect(await reviewsOf(judged)).toHaveLength(1);
    await decide(judged, judged.reviewId, "dismiss");
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T11:00:00Z", "90000.00")] });
    expect(await reviewsOf(judged)).toHaveLength(1);
    expect(await statusOf(judged)).toBe("active");
  });

  it("shows the trader the figures of the breach that was confirmed, if late records have moved it", async () => {
    const judged = await broken();
    const moved = "2026-03-02T09:00:00.000Z";
    await feed(judged, { snapshots: [snapshotAt(moved, "90000.00")] });
    expect(await reviewsOf(judged)).toMatchObject([{ verdict: { endedAt: at } }]);
    await decide(judged, judged.reviewId, "confirm");
    const own = await judged.trader.get(`/api/user/reviews/${judged.reviewId}`);
    expect(own.json()).toMatchObject({
      verdict: { endedAt: moved, recordsSha256: (await verdictOf(judged)).recordsSha256 },
      records: { snapshots: [{ time: moved }] },
    });
    const mails = await test.mailsTo(judged.trader.email, 2);
    expect(mails[0]!.text).toContain("$94,999.99");
    expect(mails[1]!.text).toContain("$90,000.00");
  });

  it("keeps a status that an administrator has set in the meantime", async () => {
    const judged = await broken();
    const url = `/api/admin/user/${judged.trader.id}/account`;
    await judged.administrator.patch(url, { status: "pending" });
    await decide(judged, judged.reviewId, "dismiss");
    expect(await statusOf(judged)).toBe("pending");
  });

  it("cannot be decided twice, without a reason, or if it does not exist", async () => {
    const judged = await broken();
    expect((await decide(judged, judged.reviewId, "dismiss", " ")).status).toBe(400);
    expect((await decide(judged, judged.reviewId, "ignore")).status).toBe(400);
    expect((await decide(judged, 2_000_000_000, "dismiss")).status).toBe(404);
    await decide(judged, judged.reviewId, "dismiss", "A wrong price");
    const again = await decide(judged, judged.reviewId, "confirm");
    expect(again).toMatchObject({
      status: 409,
      message: "This review has already been decided",
      body: { current: { decision: "dismiss", reason: "A wrong price" } },
    });
    expect(await statusOf(judged)).toBe("active");
  });

  it("cannot be confirmed after late records have changed the verdict, and stays open", async () => {
    const judged = await judgedTrader(test);
    const { administrator, trader } = judged;
    const line = tradeLine({
      ticket: 1,
      opened: "2026-03-02 09:00",
      closed: "2026-03-02 10:00",
      profit: "10000.00",
    });
    const statement = await importLines(administrator, trader.id, [line]);
    const [review] = await reviewsOf(judged);
    await withdrawStatement(administrator, statement.id);
    expect(await verdictOf(judged)).toMatchObject({ outcome: "in_progress" });
    expect(await reviewsOf(judged)).toMatchObject([
      { decision: null, verdict: { outcome: "passed" } },
    ]);
    const refused = await decide(judged, review!.id, "confirm");
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringContaining("no longer a pass"),
    ]);
    expect((await decide(judged, review!.id, "dismiss")).status).toBe(200);
    expect(await statusOf(judged)).toBe("active");
  });

  it("is opened again for a pass that had lapsed when it was dismissed, but not for one that stood", async () => {
    const judged = await judgedTrader(test);
    const feedTrade = (ticket: number, profit: string) =>
      feed(judged, {
        deals: tradeOf(
          ticket,
          `2026-03-0${ticket}T09:00:00Z`,
          `2026-03-0${ticket}T10:00:00Z`,
          profit,
        ),
      });
    await feedTrade(2, "10000.00");
    const [first] = await reviewsOf(judged);
    await feedTrade(3, "-100.00");
    expect((await decide(judged, first!.id, "dismiss")).status).toBe(200);
    await feedTrade(4, "100.00");
    const reviews = await reviewsOf(judged);
    expect(reviews).toMatchObject([
      { kind: "pass", decision: null },
      { id: first!.id, decision: "dismiss" },
    ]);
    expect(await statusOf(judged)).toBe("under-review");
    expect((await decide(judged, reviews[0]!.id, "dismiss")).status).toBe(200);
    await feedTrade(5, "-100.00");
    await feedTrade(6, "100.00");
    expect(await reviewsOf(judged)).toHaveLength(2);
    expect(await statusOf(judged)).toBe("active");
  });
});

describe("a breach in an earlier stage", () => {
  it("fails that stage if it is confirmed, which keeps its end, and leaves the account", async () => {
    const judged = await judgedTrader(test);
    const { administrator, trader } = judged;
    await startStage(administrator, trader.id, { startedAt: "2026-03-10T00:00:00Z" });
    await feed(judged, breach);
    const [review] = await reviewsOf(judged);
    expect(review).toMatchObject({ stageId: judged.stageId, kind: "breach" });
    const decision = { decision: "confirm", reason: "Checked" };
    const response = await administrator.post(`/api/admin/reviews/${review!.id}`, decision);
    expect(response.statusCode).toBe(200);
    expect(await statusOf(judged)).toBe("active");
    const stages = (await trader.get("/api/user/stages")).json<object[]>();
    expect(stages).toMatchObject([
      { endedAt: null, outcome: null },
      { endedAt: "2026-03-10T00:00:00.000Z", outcome: "failed" },
    ]);
  });
});

describe("a pending account", () => {
  it("comes under review, and is pending again after a dismissal", async () => {
    const judged = await judgedTrader(test);
    const url = `/api/admin/user/${judged.trader.id}/account`;
    await judged.administrator.patch(url, { status: "pending" });
    await feed(judged, breach);
    expect(await statusOf(judged)).toBe("under-review");
    const [review] = await reviewsOf(judged);
    const decision = { decision: "dismiss", reason: "Checked" };
    await judged.administrator.post(`/api/admin/reviews/${review!.id}`, decision);
    expect(await statusOf(judged)).toBe("pending");
  });

  it("is pending again after a later review, if it was active before an earlier one", async () => {
    const judged = await broken();
    const dismiss = (id: number) =>
      judged.administrator.post(`/api/admin/reviews/${id}`, {
        decision: "dismiss",
        reason: "Checked",
      });
    await dismiss(judged.reviewId);
    const url = `/api/admin/user/${judged.trader.id}/account`;
    await judged.administrator.patch(url, { status: "pending" });
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T09:00:00.000Z", "94999.99")] });
    const [second] = await reviewsOf(judged);
    expect(second!.id).not.toBe(judged.reviewId);
    expect(await statusOf(judged)).toBe("under-review");
    await dismiss(second!.id);
    expect(await statusOf(judged)).toBe("pending");
  });
});

describe("an account that an administrator has set to breached", () => {
  it("stays breached when a review is opened, and after its dismissal", async () => {
    const judged = await judgedTrader(test);
    const url = `/api/admin/user/${judged.trader.id}/account`;
    await judged.administrator.patch(url, { status: "breached" });
    await feed(judged, breach);
    const [review] = await reviewsOf(judged);
    expect(await statusOf(judged)).toBe("breached");
    expect((await actionsOf(judged))[0]!.changes).not.toHaveProperty("status");
    const decision = { decision: "dismiss", reason: "Checked" };
    await judged.administrator.post(`/api/admin/reviews/${review!.id}`, decision);
    expect(await statusOf(judged)).toBe("breached");
  });
});

describe("the queue of reviews", () => {
  it("lists open reviews oldest first, and separately decided ones newest first", async () => {
    const [first, second] = [await broken(), await broken()];
    const { administrator } = first;
    const own = async (status: string) => {
      const response = await administrator.query("admin.reviews.page", { status });
      const { rows } = response.json<{ result: { data: { json: { rows: { id: number }[] } } } }>()
        .result.data.json;
      const ids = rows.map(({ id }) => id);
      return ids.filter((id) => id === first.reviewId || id === second.reviewId);
    };
    expect(await own("open")).toEqual([first.reviewId, second.reviewId]);
    expect(await own("decided")).toEqual([]);
    const decision = { decision: "dismiss", reason: "Checked" };
    for (const { reviewId } of [first, second]) {
      await administrator.post(`/api/admin/reviews/${reviewId}`, decision);
    }
    expect(await own("open")).toEqual([]);
    expect(await own("decided")).toEqual([second.reviewId, first.reviewId]);
  });
});

describe("two concurrent administrators", () => {
  it("decide a review once", async () => {
    const judged = await broken();
    const url = `/api/admin/reviews/${judged.reviewId}`;
    const decide = (decision: string) => () =>
      judged.administrator.post(url, { decision, reason: "Checked" });
    const responses = await meetAtLock(test, row("users", judged.trader.id), [
      decide("confirm"),
      decide("dismiss"),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const [won] = responses.filter(({ statusCode }) => statusCode === 200);
    const { decision } = won!.json<{ decision: string }>();
    expect(await statusOf(judged)).toBe(decision === "confirm" ? "breached" : "active");
  });
});

describe("an account with two open reviews", () => {
  it.each(["newest", "oldest"])(
    "stays under review until all are decided, the %s first",
    async (first) => {
      const judged = await judgedTrader(test);
      await feed(judged, pass);
      await feed(judged, {
        snapshots: [snapshotAt("2026-03-03T10:00:00Z", "90000.00", "110000.00")],
      });
      const reviews = await reviewsOf(judged);
      expect(reviews.map(({ kind }) => kind)).toEqual(["breach", "pass"]);
      const inOrder = first === "newest" ? reviews : reviews.toReversed();
      for (const [index, { id }] of inOrder.entries()) {
        await judged.administrator.post(`/api/admin/reviews/${id}`, {
          decision: "dismiss",
          reason: "Checked",
        });
        const isOver = index > 0 && first === "newest";
        expect(await statusOf(judged)).toBe(isOver ? "active" : "under-review");
      }
      if (first === "newest") return;
      // The pass had lapsed when it was dismissed, and is another one after the breach was set aside.
      const [again] = await reviewsOf(judged);
      expect(again).toMatchObject({ kind: "pass", decision: null });
      const dismissal = { decision: "dismiss", reason: "Checked" };
      await judged.administrator.post(`/api/admin/reviews/${again!.id}`, dismissal);
      expect(await statusOf(judged)).toBe("active");
    },
  );
});

describe("a stage that an administrator has ended with an outcome", () => {
  it("opens no review", async () => {
    const judged = await judgedTrader(test);
    await judged.administrator.patch(`/api/admin/stages/${judged.stageId}`, {
      endedAt: "2026-03-10T00:00:00Z",
      outcome: "abandoned",
      reason: "Over",
    });
    await startStage(judged.administrator, judged.trader.id, { startedAt: "2026-03-10T00:00:00Z" });
    await feed(judged, breach);
    expect(await reviewsOf(judged)).toEqual([]);
    expect(await statusOf(judged)).toBe("active");
  });
});

describe("a token", () => {
  it("requires records:read to list reviews, and records:write to decide", async () => {
    const judged = await broken();
    const reader = await test.token(["records:read"]);
    expect((await reader.get("/api/admin/reviews")).statusCode).toBe(200);
    const url = `/api/admin/reviews/${judged.reviewId}`;
    const decision = { decision: "dismiss", reason: "Checked" };
    expect((await reader.post(url, decision)).statusCode).toBe(403);
    const writer = await test.token(["records:write"]);
    expect((await writer.post(url, decision)).statusCode).toBe(200);
    const feeder = await test.token(["feed:write"]);
    const path = `/api/admin/user/${judged.trader.id}/verdict`;
    expect((await feeder.get(path)).statusCode).toBe(403);
    expect((await reader.get(path)).statusCode).toBe(200);
  });
});
