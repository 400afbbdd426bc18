import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { accountIdOf } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  simpleRules,
  snapshotAt,
} from "../support/verdicts.ts";
import { waitUntil } from "../support/until.ts";
import { DAY, HOUR, MINUTE } from "../../src/platform/time/durations.rule.ts";
import { maxLoss } from "../unit/business/rulebook/rules/rules.fixtures.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
  // Noon, so that the times of a test are on one trading day.
  const now = test.clock.now().getTime();
  test.clock.advance(Math.ceil(now / DAY) * DAY + DAY / 2 - now);
});
afterAll(() => test.close());

const ago = (milliseconds: number) =>
  new Date(test.clock.now().getTime() - milliseconds).toISOString();

/** Feeds equity that was observed so long ago. */
const observe = (judged: JudgedTrader, milliseconds: number, equity: string) =>
  feed(judged, { snapshots: [snapshotAt(ago(milliseconds), equity)] });

interface Warning {
  kind: string;
  percent: number;
  day: string | null;
}

async function warningsOf({ trader }: JudgedTrader): Promise<Warning[]> {
  return (await trader.get("/api/user/warnings")).json<Warning[]>();
}

const percentsOf = async (judged: JudgedTrader) =>
  (await warningsOf(judged)).map(({ percent }) => percent);

describe.each(transports)("warnings over $name", (transport) => {
  it("are listed to the trader and to administrators with their figures, newest first", async () => {
    const judged = await judgedTrader(test);
    const at = ago(5 * MINUTE);
    await feed(judged, { snapshots: [snapshotAt(at, "97450.00")] });
    await observe(judged, 4 * MINUTE, "95900.00");
    const own = await transport.call<object[]>(judged.trader, "trader.warnings", { limit: 10 });
    const warning = {
      id: expect.any(Number) as number,
      userId: judged.trader.id,
      stageId: judged.stageId,
      kind: "daily_loss",
      index: 0,
      percent: 50,
      day: at.slice(0, 10),
      at,
      value: "97450.00",
      floor: "95000.00",
      room: "2450.00",
      createdAt: expect.any(String) as string,
    };
    expect(own.body).toEqual([expect.objectContaining({ percent: 80 }), warning]);
    const { body } = await transport.call(judged.administrator, "admin.warnings", {
      userId: judged.trader.id,
      limit: 10,
    });
    expect(body).toEqual(own.body);
  });
});

describe("a warning", () => {
  it("is a notice and a mail with its sentence", async () => {
    const judged = await judgedTrader(test);
    await observe(judged, MINUTE, "95890.00");
    const sentence =
      "You have used 82% of today's loss limit: $890.00 is left above the floor of $95,000.00 until 00:00 (UTC).";
    const [notice] = (await judged.trader.get("/api/user/notices")).json<object[]>();
    expect(notice).toMatchObject({ kind: "account-warning", paragraphs: [sentence] });
    const [mail] = await test.mailsTo(judged.trader.email, 1);
    expect(mail!.text).toContain(sentence);
  });

  it("is only a notice if the firm has switched off its mail", async () => {
    const judged = await judgedTrader(test);
    const path = "/api/admin/settings/mails";
    await judged.administrator.patch(path, { kind: "account-warning", isSent: false });
    await observe(judged, MINUTE, "96000.00");
    await judged.administrator.patch(path, { kind: "account-warning", isSent: true });
    await observe(judged, 0, "95000.00");
    expect(await percentsOf(judged)).toEqual([95, 80]);
    const mails = await test.mailsTo(judged.trader.email, 1);
    expect(mails.map(({ subject }) => subject)).toEqual(["You have used 100% of a loss limit"]);
  });

  it("is sent once, also if the records are judged again", async () => {
    const judged = await judgedTrader(test);
    await observe(judged, 5 * MINUTE, "96000.00");
    await observe(judged, 4 * MINUTE, "95900.00");
    // A late record causes the day to be played again.
    await observe(judged, 10 * MINUTE, "97000.00");
    expect(await percentsOf(judged)).toEqual([80]);
  });

  it("of a maximum loss has no day and is sent once in a stage", async () => {
    const limits = [maxLoss({ limit: { amount: "10000.00" } })];
    const judged = await judgedTrader(test, { ...simpleRules, limits });
    await observe(judged, 23 * HOUR, "95000.00");
    await observe(judged, MINUTE, "94900.00");
    expect(await warningsOf(judged)).toMatchObject([{ kind: "max_loss", percent: 50, day: null }]);
  });

  it("of a daily loss is sent again on the next trading day", async () => {
    const judged = await judgedTrader(test);
    await observe(judged, 20 * HOUR, "97000.00");
    await observe(judged, MINUTE, "97000.00");
    expect(await percentsOf(judged)).toEqual([50, 50]);
  });

  it("is not sent for records that are older than 24 hours when they arrive", async () => {
    const judged = await judgedTrader(test);
    await observe(judged, DAY + MINUTE, "96000.00");
    expect(await warningsOf(judged)).toEqual([]);
    await observe(judged, DAY - MINUTE, "97000.00");
    expect(await percentsOf(judged)).toEqual([50]);
  });

  it("is not sent for an ended stage", async () => {
    const judged = await judgedTrader(test);
    const end = { endedAt: ago(0), outcome: "abandoned", reason: "Over" };
    await judged.administrator.patch(`/api/admin/stages/${judged.stageId}`, end);
    await observe(judged, MINUTE, "96000.00");
    expect(await warningsOf(judged)).toEqual([]);
  });

  it("is announced on the streams of its account", async () => {
    const judged = await judgedTrader(test);
    const accountId = await accountIdOf(test, judged.trader.id);
    const announced: number[] = [];
    const stop = await test.context.live.subscribe([`account:${accountId}`], () => {
      announced.push(announced.length);
    });
    await observe(judged, MINUTE, "96000.00");
    await waitUntil("it is announced", () => announced.length > 0);
    stop();
    expect(await percentsOf(judged)).toEqual([80]);
  });

  it("is listed page by page", async () => {
    const judged = await judgedTrader(test);
    await observe(judged, 3 * MINUTE, "97000.00");
    await observe(judged, 2 * MINUTE, "95900.00");
    const first = await judged.trader.get("/api/user/warnings?limit=1");
    expect(first.json()).toMatchObject([{ percent: 80 }]);
    const next = /<(?<path>[^>]+)>; rel="next"/.exec(String(first.headers.link))!.groups!.path!;
    const second = await judged.trader.get(next);
    expect(second.json()).toMatchObject([{ percent: 50 }]);
    expect(second.headers.link).toBeUndefined();
  });

  it("is reported to webhooks", async () => {
    const judged = await judgedTrader(test);
    const hook = { url: "https://hooks.invalid/", events: ["account.warning"] };
    const { id } = (await judged.administrator.post("/api/admin/webhooks", hook)).json<{
      id: number;
    }>();
    await observe(judged, MINUTE, "96000.00");
    const payloads = async () => {
      const { rows } = await test.context.database.pool.query<{ payload: string }>(
        "select payload from webhook_events where type = 'account.warning'",
      );
      return rows.map(({ payload }) => JSON.parse(payload) as object);
    };
    await expect.poll(payloads).toHaveLength(1);
    expect((await payloads())[0]).toMatchObject({
      type: "account.warning",
      data: { userId: judged.trader.id, kind: "daily_loss", percent: 80, room: "1000.00" },
    });
    await judged.administrator.delete(`/api/admin/webhooks/${id}`);
  });
});

describe("the percents", () => {
  const path = "/api/admin/settings/warnings";

  it("are 50, 80 and 95 until an owner sets others; none switches warnings off", async () => {
    const owner = await test.administrator();
    expect((await owner.get(path)).json()).toEqual({ percents: [50, 80, 95] });
    const judged = await judgedTrader(test);
    await owner.patch(path, { percents: [] });
    await observe(judged, 3 * MINUTE, "97000.00");
    expect(await warningsOf(judged)).toEqual([]);
    expect((await owner.patch(path, { percents: [70] })).json()).toEqual({ percents: [70] });
    await observe(judged, 2 * MINUTE, "96400.00");
    expect(await percentsOf(judged)).toEqual([70]);
    await owner.patch(path, { percents: [50, 80, 95] });
  });

  it.each([[[0]], [[100]], [[50.5]], [[80, 50]], [[50, 50]], [[1, 2, 3, 4, 5, 6]], ["50"]])(
    "cannot be %j",
    async (percents) => {
      const owner = await test.administrator();
      expect((await owner.patch(path, { percents })).statusCode).toBe(400);
    },
  );

  it("are set by owners alone", async () => {
    const risk = await test.administrator("risk");
    expect((await risk.get(path)).statusCode).toBe(200);
    expect((await risk.patch(path, { percents: [50] })).statusCode).toBe(403);
    const token = await test.token();
    expect((await token.get(path)).statusCode).toBe(403);
  });
});
