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

let ladders = 0;

/** Creates a passed stage of a programme with two steps. */
async function passedStep(step: number) {
  const judged = await judgedTrader(test);
  const { administrator, trader, rulesVersionId } = judged;
  const funded = await createRules(administrator, simpleRules);
  const created = await administrator.post("/api/admin/programmes", {
    name: `Two steps ${(ladders += 1)}`,
    currency: "EUR",
    initialBalances: ["50000.00", "100000.00"],
    steps: [
      { phase: "Phase 1", rulesVersionId, payoutEnabled: false },
      { phase: "Funded", rulesVersionId: funded, payoutEnabled: true },
    ],
  });
  const programme = created.json<{ id: number; name: string; versions: { id: number }[] }>();
  const assigned = await administrator.post(`/api/admin/user/${trader.id}/programme`, {
    programmeVersionId: programme.versions[0]!.id,
    initialBalance: "100000.00",
    step,
    startedAt: "2026-03-01T12:00:00Z",
  });
  expect(assigned.statusCode).toBe(201);
  await feed(judged, pass);
  return { judged, id: (await reviewsOf(judged))[0]!.id, programme, funded };
}

describe.each(transports)("the next step after a pass over $name", (transport) => {
  const decide = (judged: JudgedTrader, input: object) =>
    transport.call(judged.administrator, "admin.reviews.decide", { reason: "Checked", ...input });

  it("starts with the step's phase, rules and payouts, also if the programme is archived", async () => {
    const { judged, id, programme, funded } = await passedStep(1);
    const { administrator } = judged;
    await administrator.patch(`/api/admin/programmes/${programme.id}`, { archived: true });
    const [queued] = (await administrator.query("admin.reviews.page", { status: "open" }))
      .json<{ result: { data: { json: { rows: { id: number; stage: object }[] } } } }>()
      .result.data.json.rows.filter((row) => row.id === id);
    const standing = { id: programme.id, name: programme.name, version: 1, steps: 2 };
    expect(queued!.stage).toMatchObject({ programme: { ...standing, step: 1 } });
    const credentials = { login: `step-${id}`, server: "Live-2", masterPassword: "n3xt-Step" };
    const input = { id, decision: "confirm", nextStep: true, ...credentials };
    const { status, body } = await decide(judged, input);
    expect([status, body]).toMatchObject([200, { decision: "confirm" }]);
    const [next, passed] = await stagesOf(judged);
    expect(next).toMatchObject({
      phase: "Funded",
      initialBalance: "100000.00",
      currency: "EUR",
      rulesVersionId: funded,
      programme: { ...standing, step: 2 },
      endedAt: null,
    });
    expect(passed).toMatchObject({ outcome: "passed", endedAt: next!.startedAt });
    expect(await accountOf(judged)).toMatchObject({
      status: "active",
      phase: "Funded",
      payoutEnabled: true,
      ...credentials,
    });
  });

  it("keeps omitted credentials", async () => {
    const { judged, id } = await passedStep(1);
    await decide(judged, { id, decision: "confirm", nextStep: true });
    expect(await accountOf(judged)).toMatchObject({ login: judged.login, payoutEnabled: true });
  });

  it("is refused at the last step and without a programme, and then changes nothing", async () => {
    const last = await passedStep(2);
    const without = await reviewed(pass);
    for (const [{ judged, id }, message] of [
      [last, `This stage is the last step of ${last.programme.name}, version 1`],
      [without, "This stage belongs to no programme, so it has no next step"],
    ] as const) {
      const before = await accountOf(judged);
      const input = { id, decision: "confirm", nextStep: true, login: "lost" };
      const response = await decide(judged, input);
      expect([response.status, response.body]).toMatchObject([409, { message }]);
      expect((await reviewsOf(judged))[0]).toMatchObject({ decision: null });
      expect((await stagesOf(judged))[0]).toMatchObject({ endedAt: null, outcome: null });
      expect(await accountOf(judged)).toEqual(before);
    }
  });

  it("is refused with nextStage, for a dismissal and for a breach", async () => {
    const { judged, id } = await passedStep(1);
    const broken = await reviewed(breach);
    const refused: [JudgedTrader, object, string][] = [
      [judged, { id, decision: "confirm", nextStep: true, nextStage: phase2 }, "nextStep"],
      [judged, { id, decision: "dismiss", nextStep: true }, "nextStep"],
      [judged, { id, decision: "confirm", nextStep: "yes" }, "nextStep"],
      [judged, { id, decision: "confirm", login: "lost" }, "login"],
      [broken.judged, { id: broken.id, decision: "confirm", nextStep: true }, "nextStep"],
    ];
    for (const [caller, input, field] of refused) {
      const response = await decide(caller, input);
      const issues = [{ path: [field] }];
      expect([input, response.status, response.body]).toMatchObject([input, 400, { issues }]);
    }
    expect((await reviewsOf(judged))[0]).toMatchObject({ decision: null });
  });
});

describe("the master password of the next stage", () => {
  it("cannot be set by an API token", async () => {
    const { judged, id } = await reviewed(pass);
    const tool = await test.token(["records:write"]);
    const nextStage = { ...phase2, masterPassword: "from-a-tool" };
    const body = { decision: "confirm", reason: "Checked", nextStage };
    expect((await tool.post(`/api/admin/reviews/${id}`, body)).statusCode).toBe(403);
    const step = await passedStep(1);
    const next = { ...body, nextStage: undefined, nextStep: true, masterPassword: "from-a-tool" };
    expect((await tool.post(`/api/admin/reviews/${step.id}`, next)).statusCode).toBe(403);
    expect((await reviewsOf(judged))[0]).toMatchObject({ decision: null });
  });
});
