import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeByTime } from "../../src/business/record/verdicts/judge-by-time.ts";
import { hashRules } from "../../src/business/rulebook/rules/rule-sets.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import { maxLoss } from "../support/judged.ts";
import {
  accountIdOf,
  importLines,
  operationLine,
  tradeLine,
  withdrawStatement,
} from "../support/records.ts";
import { transports } from "../support/transports.ts";
import {
  createRules,
  feed,
  judgedTrader,
  reviewsOf,
  simpleRules,
  snapshotAt,
  tradeOf,
  verdictOf,
  verdictsOf,
} from "../support/verdicts.ts";
import { dailyLoss, noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const opened = tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T12:00:00Z", "500.00");
const hex = expect.stringMatching(/^[0-9a-f]{64}$/) as string;

describe.each(transports)("the verdict over $name", (transport) => {
  it("judges the records by the rules, for the trader and for administrators", async () => {
    const judged = await judgedTrader(test);
    await feed(judged, {
      deals: opened,
      snapshots: [snapshotAt("2026-03-02T10:00:00Z", "97310.00")],
    });
    const asOf = "2026-03-02T11:00:00.000Z";
    const own = await transport.call(judged.trader, "trader.verdict", { asOf });
    expect(own.status).toBe(200);
    expect(own.body).toMatchObject({
      stageId: judged.stageId,
      asOf,
      outcome: "in_progress",
      endedAt: null,
      coverage: { openSeconds: 7200, observedSeconds: 0, longestGapSeconds: 3600 },
      rules: [
        {
          kind: "daily_loss",
          index: 0,
          status: "kept",
          floor: "95000.00",
          value: "97310.00",
          room: "2310.00",
          resetsAt: "2026-03-03T00:00:00.000Z",
          breach: null,
        },
        { kind: "profit_target", index: 0, status: "not_met", value: "0.00" },
      ],
      rulesVersionId: judged.rulesVersionId,
      rulesSha256: hashRules(simpleRules),
      recordsSha256: hex,
      engine: "2",
      zoneData: expect.stringMatching(/^20\d\d[a-z]$/) as string,
    });
    const userId = judged.trader.id;
    const seen = await transport.call(judged.administrator, "admin.verdict", { userId, asOf });
    expect(seen.body).toEqual(own.body);
    const now = await transport.call(judged.trader, "trader.verdict");
    expect(now.body).toMatchObject({ rules: [{ value: "100500.00" }, { value: "500.00" }] });
    expect(now.body.recordsSha256).not.toBe(own.body.recordsSha256);
  });

  it("is empty without rules, and returns 404 without a stage, for the stage of another, or for no trader", async () => {
    const judged = await judgedTrader(test, null);
    await feed(judged, { deals: opened });
    expect((await transport.call(judged.trader, "trader.verdict")).body).toMatchObject({
      outcome: "in_progress",
      rules: [],
      rulesVersionId: null,
      rulesSha256: null,
      recordsSha256: hex,
    });
    expect((await transport.call(judged.trader, "trader.verdicts")).body).toEqual([]);
    const other = await test.trader();
    const none = await transport.call(other, "trader.verdict");
    expect([none.status, none.message]).toEqual([404, "This account has no stage yet"]);
    expect((await transport.call(other, "trader.verdicts")).body).toEqual([]);
    for (const procedure of ["trader.verdict", "trader.verdicts"] as const) {
      const foreign = await transport.call(other, procedure, { stage: judged.stageId });
      expect(foreign.status).toBe(404);
    }
    for (const procedure of ["admin.verdict", "admin.verdicts"] as const) {
      const missing = { userId: 2_000_000_000 };
      expect((await transport.call(judged.administrator, procedure, missing)).status).toBe(404);
    }
    expect((await transport.call(other, "trader.verdict", { asOf: "noon" })).status).toBe(400);
  });

  it("is stored with its cause whenever the outcome or a status changes, and listed newest first", async () => {
    const judged = await judgedTrader(test);
    await feed(judged, { deals: opened });
    await feed(judged, {
      deals: tradeOf(2, "2026-03-03T09:00:00Z", "2026-03-03T10:00:00Z", "10.00"),
    });
    await feed(judged, {
      deals: tradeOf(3, "2026-03-04T09:00:00Z", "2026-03-04T10:00:00Z", "9600.00"),
    });
    const response = await transport.call<{ id: number }[]>(judged.trader, "trader.verdicts");
    const verdicts = response.body;
    expect(verdicts).toMatchObject([
      {
        outcome: "passed",
        grade: "closed_results",
        verdict: { outcome: "passed", rules: [{ status: "kept" }, { status: "met" }] },
        cause: {
          kind: "feed",
          id: judged.bridge.id,
          message: expect.stringContaining("deal 3/out of 2026-03-04T10:00:00.000Z") as string,
        },
      },
      {
        outcome: "in_progress",
        grade: "stated",
        cause: { kind: "rules", id: judged.rulesVersionId },
      },
    ]);
    const userId = judged.trader.id;
    const first = await transport.call(judged.administrator, "admin.verdicts", {
      userId,
      limit: 1,
    });
    expect(first.body).toEqual([verdicts[0]]);
    expect(first.response.headers.link).toMatch(/\/verdicts\?.*cursor=.*rel="next"/);
  });
});

describe("a stored verdict", () => {
  it("is followed by a new one that names the late records that changed it", async () => {
    const judged = await judgedTrader(test);
    await feed(judged, { deals: opened });
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00Z", "94999.99")] });
    expect((await verdictsOf(judged))[0]).toMatchObject({
      outcome: "breached",
      verdict: { endedAt: "2026-03-02T10:00:00.000Z" },
      cause: { kind: "feed", message: "The feed sent the snapshot of 2026-03-02T10:00:00.000Z" },
    });
  });

  it("is followed by a new one after statements, withdrawals and new rules", async () => {
    const judged = await judgedTrader(test);
    const { administrator, trader } = judged;
    const statement = await importLines(administrator, trader.id, [
      operationLine(1, "2026-03-02 08:00", "100000.00"),
      tradeLine({
        ticket: 2,
        opened: "2026-03-02 09:00",
        closed: "2026-03-02 10:00",
        profit: "10000.00",
      }),
    ]);
    await withdrawStatement(administrator, statement.id, "Wrong file");
    const strict = await createRules(administrator, { ...simpleRules, objectives: [] });
    await administrator.patch(`/api/admin/stages/${judged.stageId}/rules`, {
      rulesVersionId: strict,
      reason: "Agreed",
    });
    expect(
      (await verdictsOf(judged)).map(({ outcome, cause }) => [outcome, cause.kind, cause.id]),
    ).toEqual([
      ["in_progress", "rules", strict],
      ["in_progress", "withdrawal", statement.id],
      ["passed", "statement", statement.id],
      ["in_progress", "rules", judged.rulesVersionId],
    ]);
  });

  it("is followed by a new one after a correction, with the amount in dollars", async () => {
    const judged = await judgedTrader(test, { ...simpleRules, limits: [maxLoss()] });
    await feed(judged, { deals: opened });
    const correction = { amount: "-10500.01", reason: "Refund of a fee" };
    const path = `/api/admin/user/${judged.trader.id}/corrections`;
    const corrected = await judged.administrator.post(path, correction);
    const { id } = corrected.json<{ id: number }>();
    expect((await verdictsOf(judged))[0]).toMatchObject({
      outcome: "breached",
      cause: {
        kind: "correction",
        id,
        message: "The balance was corrected by -$10,500.01: Refund of a fee",
      },
    });
  });

  it("is stored once if two feeds are concurrent", async () => {
    const judged = await judgedTrader(test);
    const accountId = await accountIdOf(test, judged.trader.id);
    await meetAtLock(test, row("trading_accounts", accountId), [
      () => feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00Z", "90000.00")] }),
      () => feed(judged, { snapshots: [snapshotAt("2026-03-02T11:00:00Z", "90000.00")] }),
    ]);
    expect((await verdictsOf(judged)).map(({ outcome }) => outcome)).toEqual([
      "breached",
      "in_progress",
    ]);
    expect(await reviewsOf(judged)).toHaveLength(1);
  });
});

describe("an ended stage", () => {
  it("is judged at the latest as of its end", async () => {
    const judged = await judgedTrader(test);
    await feed(judged, { deals: opened });
    await judged.administrator.patch(`/api/admin/stages/${judged.stageId}`, {
      endedAt: "2026-03-10T00:00:00Z",
      reason: "Over",
    });
    const end = "2026-03-10T00:00:00.000Z";
    expect(await verdictOf(judged)).toMatchObject({ asOf: end });
    expect(await verdictOf(judged, "?asOf=2026-04-01T00:00:00Z")).toMatchObject({ asOf: end });
  });
});

describe("evidence", () => {
  it("of contradictory records makes the verdict incomplete, from their time on", async () => {
    const judged = await judgedTrader(test);
    const { administrator, trader } = judged;
    await feed(judged, { deals: opened });
    const line = tradeLine({
      ticket: 1,
      opened: "2026-03-02 09:00",
      closed: "2026-03-02 12:00",
      profit: "600.00",
    });
    const statement = await importLines(administrator, trader.id, [line]);
    const verdict = await verdictOf(judged);
    expect(verdict).toMatchObject({ grade: "incomplete" });
    expect(verdict.findings).toMatchObject([{ code: "conflict", at: "2026-03-02T12:00:00.000Z" }]);
    expect((await verdictOf(judged, "?asOf=2026-03-02T11:00:00Z")).findings).toEqual([]);
    // Another statement with the same conflict adds no finding.
    const more = tradeLine({ ticket: 9, opened: "2026-03-03 09:00", closed: "2026-03-03 10:00" });
    const again = await importLines(administrator, trader.id, [line, more]);
    expect((await verdictOf(judged)).findings).toEqual(verdict.findings);
    await withdrawStatement(administrator, again.id);
    await withdrawStatement(administrator, statement.id);
    expect(await verdictOf(judged)).toMatchObject({ grade: "closed_results", findings: [] });
  });
});

describe("the risk list", () => {
  it("begins with the open stages that have used the largest share of a limit", async () => {
    const [far, near, broken] = [
      await judgedTrader(test),
      await judgedTrader(test),
      await judgedTrader(test),
    ];
    const today = new Date(test.clock.now().getTime() - 1000).toISOString();
    await feed(far, { snapshots: [snapshotAt(today, "95000.02")] });
    await feed(near, { snapshots: [snapshotAt(today, "95000.01")] });
    await feed(broken, { snapshots: [snapshotAt(today, "94999.99")] });
    const ended = await judgedTrader(test);
    await feed(ended, { snapshots: [snapshotAt(today, "95000.00")] });
    await ended.administrator.patch(`/api/admin/stages/${ended.stageId}`, { reason: "Over" });
    const response = await far.administrator.query("admin.riskList", { limit: 2 });
    const { result } = response.json<{ result: { data: { json: object[] } } }>();
    expect(result.data.json).toMatchObject([
      {
        userId: near.trader.id,
        stageId: near.stageId,
        phase: "Phase 1",
        currency: "USD",
        limit: { kind: "daily_loss", amount: "5000.00", room: "0.01", usedPercent: 99 },
        dailyRoom: "0.01",
      },
      { userId: far.trader.id, dailyRoom: "0.02" },
    ]);
  });

  it("compares shares of limits instead of amounts, and also lists the maximum loss", async () => {
    const today = new Date(test.clock.now().getTime() - 1000).toISOString();
    const large = await judgedTrader(test, {
      ...noRules,
      limits: [dailyLoss({ limit: { amount: "10.00" } })],
    });
    await feed(large, { snapshots: [snapshotAt(today, "99999.00")] });
    const maximum = await judgedTrader(test, {
      ...noRules,
      limits: [maxLoss({ limit: { percent: "10", of: "initial" } })],
    });
    await feed(maximum, { snapshots: [snapshotAt(today, "90500.00")] });
    const response = await large.administrator.query("admin.riskList", { limit: 100 });
    const { result } = response.json<{ result: { data: { json: { userId: number }[] } } }>();
    const ids = [large.trader.id, maximum.trader.id];
    expect(result.data.json.filter(({ userId }) => ids.includes(userId))).toMatchObject([
      {
        userId: maximum.trader.id,
        limit: { kind: "max_loss", amount: "10000.00", room: "500.00", usedPercent: 95 },
        dailyRoom: null,
      },
      { userId: large.trader.id, limit: { amount: "10.00", room: "9.00", usedPercent: 10 } },
    ]);
  });

  it("shows the room to the limits that are not breached", async () => {
    const limits = [
      dailyLoss({ limit: { amount: "1000.00" }, consequence: "pause" }),
      dailyLoss({ limit: { amount: "3000.00" } }),
    ];
    const judged = await judgedTrader(test, { ...noRules, limits });
    const today = new Date(test.clock.now().getTime() - 1000).toISOString();
    await feed(judged, { snapshots: [snapshotAt(today, "98000.00")] });
    const response = await judged.administrator.query("admin.riskList", { limit: 100 });
    const { result } = response.json<{ result: { data: { json: { userId: number }[] } } }>();
    const listed = result.data.json.find(({ userId }) => userId === judged.trader.id);
    expect(listed).toMatchObject({ dailyRoom: "1000.00" });
  });
});

describe("time", () => {
  it("changes the verdict on an open stage without new records, which is stored once", async () => {
    const now = test.clock.now().getTime();
    const judged = await judgedTrader(
      test,
      {
        ...noRules,
        limits: [{ kind: "inactivity", days: 1, counts: "deals", consequence: "fail" }],
      },
      { startedAt: new Date(now - 60_000).toISOString() },
    );
    await judgeByTime(test.context);
    expect(await verdictsOf(judged)).toHaveLength(1);
    test.clock.advance(25 * 3_600_000);
    await judgeByTime(test.context);
    // The sessions have expired by now.
    const administrator = await test.administrator();
    const kept = async () =>
      (await administrator.get(`/api/admin/user/${judged.trader.id}/verdicts`)).json<object[]>();
    expect(await kept()).toMatchObject([
      { outcome: "breached", cause: { kind: "time", id: null } },
      { outcome: "in_progress" },
    ]);
    await judgeByTime(test.context);
    expect(await kept()).toHaveLength(2);
    const user = await administrator.get(`/api/admin/user/${judged.trader.id}`);
    expect(user.json()).toMatchObject({ account: { status: "under-review" } });
  });
});
