import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { startStage } from "../support/records.ts";
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
} from "../support/verdicts.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const at = "2026-03-02T10:00:00.000Z";
const pass = { deals: tradeOf(1, "2026-03-02T09:00:00Z", at, "10000.00") };
const breach = { snapshots: [snapshotAt(at, "94999.99")] };
const phase2 = { phase: "Phase 2", initialBalance: "100000" };

async function reviewed(records: object, fields?: object) {
  const judged = await judgedTrader(test, simpleRules, fields);
  await feed(judged, records);
  return { judged, id: (await reviewsOf(judged))[0]!.id };
}

async function stagesOf({ trader }: JudgedTrader) {
  return (await trader.get("/api/user/stages")).json<Record<string, unknown>[]>();
}

async function accountOf({ administrator, trader }: JudgedTrader) {
  const response = await administrator.get(`/api/admin/user/${trader.id}`);
  return response.json<{ account: Record<string, unknown> }>().account;
}

async function actionsOf({ administrator, trader }: JudgedTrader) {
  const response = await administrator.get(`/api/admin/audit?traderId=${trader.id}`);
  const actions = response.json<{ action: string }[]>().map(({ action }) => action);
  return actions.filter((action) => action !== "master-password.viewed");
}

describe.each(transports)("the next stage after a pass over $name", (transport) => {
  const decide = (judged: JudgedTrader, input: object) =>
    transport.call(judged.administrator, "admin.reviews.decide", { reason: "Checked", ...input });

  it("starts when the passed stage ends, with the given rules and credentials", async () => {
    const { judged, id } = await reviewed(pass, { currency: "EUR" });
    const rulesVersionId = await createRules(judged.administrator, simpleRules);
    const credentials = { login: `next-${id}`, server: "Live-2", masterPassword: "n3xt-Stage" };
    const nextStage = { ...phase2, rulesVersionId, ...credentials };
    const { status, body } = await decide(judged, { id, decision: "confirm", nextStage });
    expect([status, body]).toMatchObject([200, { decision: "confirm" }]);
    const [next, passed] = await stagesOf(judged);
    expect(next).toMatchObject({
      phase: "Phase 2",
      initialBalance: "100000.00",
      currency: "EUR",
      rulesVersionId,
      endedAt: null,
    });
    expect(passed).toMatchObject({ outcome: "passed", endedAt: next!.startedAt });
    const figures = { balance: "100000.00", profitLoss: "0.00", phase: "Phase 2" };
    expect(await accountOf(judged)).toMatchObject({ status: "active", ...figures, ...credentials });
    expect((await actionsOf(judged)).slice(0, 4)).toEqual([
      "review.confirmed",
      "account.updated",
      "stage.started",
      "stage.ended",
    ]);
  });

  it("keeps omitted credentials", async () => {
    const { judged, id } = await reviewed(pass);
    await decide(judged, { id, decision: "confirm", nextStage: phase2 });
    expect(await accountOf(judged)).toMatchObject({ login: judged.login, phase: "Phase 2" });
    expect((await actionsOf(judged)).slice(0, 2)).toEqual(["review.confirmed", "stage.started"]);
  });

  it("changes nothing if it cannot be started", async () => {
    const { judged, id } = await reviewed(pass);
    const nextStage = { ...phase2, rulesVersionId: 2_000_000_000, login: "lost" };
    const response = await decide(judged, { id, decision: "confirm", nextStage });
    expect(response.status).toBe(404);
    expect((await reviewsOf(judged))[0]).toMatchObject({ decision: null });
    expect(await stagesOf(judged)).toMatchObject([{ endedAt: null, outcome: null }]);
    expect([await statusOf(judged), (await accountOf(judged)).login]).toEqual([
      "under-review",
      judged.login,
    ]);
  });

  it("cannot be started while another stage is open", async () => {
    const { judged, id } = await reviewed(pass);
    const { administrator, trader } = judged;
    const open = await startStage(administrator, trader.id, { startedAt: "2026-03-10T00:00:00Z" });
    const response = await decide(judged, { id, decision: "confirm", nextStage: phase2 });
    expect([response.status, response.body]).toMatchObject([
      409,
      { message: `Another stage is now open (stage ${open.id})` },
    ]);
    expect(await stagesOf(judged)).toHaveLength(2);
  });

  it("cannot follow a dismissal or a breach", async () => {
    const passed = await reviewed(pass);
    const broken = await reviewed(breach);
    for (const [{ judged, id }, decision] of [
      [passed, "dismiss"],
      [broken, "confirm"],
    ] as const) {
      const response = await decide(judged, { id, decision, nextStage: phase2 });
      const issues = [{ path: ["nextStage"] }];
      expect([response.status, response.body]).toMatchObject([400, { issues }]);
      expect(await stagesOf(judged)).toHaveLength(1);
    }
  });
});

describe("the master password of the next stage", () => {
  it("cannot be set by an API token", async () => {
    const { judged, id } = await reviewed(pass);
    const tool = await test.token(["records:write"]);
    const nextStage = { ...phase2, masterPassword: "from-a-tool" };
    const body = { decision: "confirm", reason: "Checked", nextStage };
    expect((await tool.post(`/api/admin/reviews/${id}`, body)).statusCode).toBe(403);
    expect((await reviewsOf(judged))[0]).toMatchObject({ decision: null });
  });
});
