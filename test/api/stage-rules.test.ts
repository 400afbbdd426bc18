import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StageRules } from "../../src/business/record/stages/stage-rules.schema.ts";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import { contractRules, noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { importLines, startStage, tradeLine } from "../support/records.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const UNKNOWN_ID = 2_000_000_000;

async function createRules(rules: Rules, name = "Two steps"): Promise<number> {
  const response = await administrator.post("/api/admin/rules", { name, rules });
  return response.json<{ versions: { id: number }[] }>().versions[0]!.id;
}

const withDay = (timeZone: string, startsAt: string): Rules => ({
  ...noRules,
  day: { timeZone, startsAt },
});

describe.each(transports)("the rules of a stage over $name", (transport) => {
  const change = (id: number, input: Record<string, unknown>) =>
    transport.call(administrator, "admin.stages.changeRules", { id, ...input });

  it("are those given at its start", async () => {
    const trader = await test.trader();
    const rulesVersionId = await createRules(contractRules);
    const input = { userId: trader.id, phase: "Phase 1", initialBalance: "1000.00" };
    const started = await transport.call(administrator, "admin.stages.start", {
      ...input,
      rulesVersionId,
    });
    expect(started.body).toMatchObject({ rulesVersionId, ruleChanges: [] });
    const missing = { ...input, rulesVersionId: UNKNOWN_ID };
    expect((await transport.call(administrator, "admin.stages.start", missing)).status).toBe(404);
    expect((await trader.get("/api/user/stages")).json()).toEqual([started.body]);
  });

  it("can be changed with a reason, which traders and administrators see, newest first", async () => {
    const trader = await test.trader();
    const { id } = await startStage(administrator, trader.id);
    const [first, second] = [await createRules(noRules), await createRules(contractRules)];
    const once = await change(id, { rulesVersionId: first, reason: "Entered late" });
    expect(once).toMatchObject({ status: 200, body: { id, rulesVersionId: first } });
    const twice = await change(id, { rulesVersionId: second, reason: " Wrong programme " });
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
    expect(twice.body).toMatchObject({
      rulesVersionId: second,
      ruleChanges: [
        { from: first, to: second, reason: "Wrong programme", at },
        { from: null, to: first, reason: "Entered late", at },
      ],
    });
    const own = await transport.call(trader, "trader.stages.list");
    const all = await transport.call(administrator, "admin.stages.list", { userId: trader.id });
    expect([own.body, all.body]).toEqual([[twice.body], [twice.body]]);
  });

  it("are changed without a trace in the next stage", async () => {
    const trader = await test.trader();
    const { id } = await startStage(administrator, trader.id);
    await change(id, { rulesVersionId: await createRules(noRules), reason: "Entered late" });
    await startStage(administrator, trader.id, { phase: "Phase 2" });
    const stages = await transport.call(trader, "trader.stages.list");
    expect(stages.body).toMatchObject([
      { phase: "Phase 2", ruleChanges: [] },
      { id, ruleChanges: [{ reason: "Entered late" }] },
    ]);
  });

  it("record no change if the version is the same", async () => {
    const trader = await test.trader();
    const rulesVersionId = await createRules(noRules);
    const { id } = await startStage(administrator, trader.id, { rulesVersionId });
    const same = await change(id, { rulesVersionId, reason: "Again" });
    expect(same).toMatchObject({ status: 200, body: { id, rulesVersionId, ruleChanges: [] } });
  });

  it("require a reason, and an existing stage and version", async () => {
    const trader = await test.trader();
    const rulesVersionId = await createRules(noRules);
    const { id } = await startStage(administrator, trader.id);
    const refused: [number, number, Record<string, unknown>][] = [
      [400, id, { rulesVersionId }],
      [400, id, { rulesVersionId, reason: " " }],
      [400, id, { rulesVersionId: null, reason: "None" }],
      [400, id, { rulesVersionId, reason: "x", note: "y" }],
      [404, id, { rulesVersionId: UNKNOWN_ID, reason: "x" }],
      [404, UNKNOWN_ID, { rulesVersionId, reason: "x" }],
    ];
    for (const [status, stage, input] of refused) {
      const response = await change(stage, input);
      expect([input, response.status]).toEqual([input, status]);
    }
    expect((await trader.get("/api/user/stages")).json()).toMatchObject([
      { rulesVersionId: null, ruleChanges: [] },
    ]);
  });
});

describe("a change of the rules", () => {
  const lines = [
    tradeLine({
      ticket: 1,
      opened: "2026-03-02 20:00",
      closed: "2026-03-02 21:30",
      profit: "10.00",
    }),
    tradeLine({
      ticket: 2,
      opened: "2026-03-02 20:00",
      closed: "2026-03-02 23:30",
      profit: "-4.00",
    }),
  ];
  const days = async (trader: Browser) => (await trader.get("/api/user/days")).json<object[]>();

  it("recomputes the trading days, even of a stage that has ended", async () => {
    const trader = await test.trader();
    const { id } = await startStage(administrator, trader.id, {
      startedAt: "2026-03-01T00:00:00Z",
    });
    await importLines(administrator, trader.id, lines);
    expect(await days(trader)).toMatchObject([{ day: "2026-03-02", net: "6.00", trades: 2 }]);
    await administrator.patch(`/api/admin/stages/${id}`, {
      endedAt: "2026-03-10T00:00:00Z",
      reason: "Over",
    });
    const rulesVersionId = await createRules(withDay("Europe/Prague", "00:00"));
    const body = { rulesVersionId, reason: "The firm's day" };
    const response = await administrator.patch(`/api/admin/stages/${id}/rules`, body);
    expect(response.statusCode).toBe(200);
    // 23:00 UTC is midnight in Prague in winter.
    expect(await days(trader)).toMatchObject([
      { day: "2026-03-02", net: "10.00", trades: 1, wins: 1, closingBalance: "100010.00" },
      { day: "2026-03-03", net: "-4.00", trades: 1, losses: 1, openingBalance: "100010.00" },
    ]);
  });

  it("applies to later records", async () => {
    const trader = await test.trader();
    const rulesVersionId = await createRules(withDay("America/New_York", "17:00"));
    await startStage(administrator, trader.id, {
      startedAt: "2026-03-01T00:00:00Z",
      rulesVersionId,
    });
    await importLines(administrator, trader.id, lines);
    // 22:00 UTC is 17:00 in New York in winter.
    expect(await days(trader)).toMatchObject([
      { day: "2026-03-02", trades: 1 },
      { day: "2026-03-03", trades: 1 },
    ]);
  });

  it("is in the audit log with both versions, and is deleted with the trader", async () => {
    const trader = await test.trader();
    const { id } = await startStage(administrator, trader.id);
    const first = await createRules(noRules, "One step");
    const second = await createRules(contractRules, "Two steps");
    for (const rulesVersionId of [first, second]) {
      const body = { rulesVersionId, reason: "Promised" };
      await administrator.patch(`/api/admin/stages/${id}/rules`, body);
    }
    const { pool } = test.context.database;
    const { rows } = await pool.query(
      `select reason, changes from audit_events
       where action = 'stage.rules-changed' and trader_id = $1 order by id desc limit 1`,
      [trader.id],
    );
    expect(rows).toEqual([
      {
        reason: "Promised",
        changes: {
          stageId: { from: id, to: id },
          rulesVersionId: { from: first, to: second },
          rules: { from: "One step, version 1", to: "Two steps, version 1" },
        },
      },
    ]);
    expect((await administrator.delete(`/api/admin/user/${trader.id}`)).statusCode).toBe(200);
    const left = await pool.query("select from rule_changes where stage_id = $1", [id]);
    expect(left.rowCount).toBe(0);
  });

  it("by an API token requires records:write", async () => {
    const trader = await test.trader();
    const { id } = await startStage(administrator, trader.id);
    const payload = { rulesVersionId: await createRules(noRules), reason: "By a tool" };
    for (const [scope, status] of [
      ["records:read", 403],
      ["records:write", 200],
    ] as const) {
      const { token } = await test.token([scope]);
      const headers = { authorization: `Bearer ${token}` };
      const url = `/api/admin/stages/${id}/rules`;
      const response = await test.visitor().send({ method: "PATCH", url, headers, payload });
      expect([scope, response.statusCode]).toEqual([scope, status]);
    }
  });

  it("is forbidden to traders", async () => {
    const trader = await test.trader();
    const { id } = await startStage(administrator, trader.id);
    const body = { rulesVersionId: await createRules(noRules), reason: "Mine" };
    expect((await trader.patch(`/api/admin/stages/${id}/rules`, body)).statusCode).toBe(403);
    expect((await trader.get("/api/admin/rules")).statusCode).toBe(403);
  });
});

describe("the description of a stage's rules", () => {
  async function read(browser: Browser, procedure: string, input: object) {
    const query = encodeURIComponent(JSON.stringify({ json: input }));
    const response = await browser.get(`/api/trpc/${procedure}?input=${query}`);
    return response.json<{ result: { data: { json: StageRules | null } } }>().result.data.json!;
  }

  it("is the same for traders and administrators, with the changes and their differences", async () => {
    const trader = await test.trader();
    const first = await createRules(contractRules, "Two steps");
    const { id } = await startStage(administrator, trader.id, { rulesVersionId: first });
    const stricter: Rules = { ...contractRules, objectives: [] };
    const second = await createRules(stricter, "One step");
    await administrator.patch(`/api/admin/stages/${id}/rules`, {
      rulesVersionId: second,
      reason: "Wrong programme",
    });
    const own = await read(trader, "trader.stages.rules", {});
    const shown = await read(administrator, "admin.stages.rules", { userId: trader.id });
    expect(shown).toEqual(own);
    expect(own).toMatchObject({
      versionId: second,
      name: "One step",
      version: 1,
      changes: [
        {
          from: { versionId: first, name: "Two steps" },
          to: { versionId: second },
          reason: "Wrong programme",
        },
      ],
    });
    const { words, changes } = own;
    expect(words[0]).toMatchObject({ list: "limits", index: 0, amount: "5000.00" });
    expect(JSON.stringify(changes)).toContain("Profit target removed: 10% of the initial balance");
    const back = { rulesVersionId: first, reason: "As promised" };
    await administrator.patch(`/api/admin/stages/${id}/rules`, back);
    const later = await read(trader, "trader.stages.rules", {});
    expect(later.changes.map(({ reason }) => reason)).toEqual(["As promised", "Wrong programme"]);
  });

  it("states amounts in the currency of the stage", async () => {
    const trader = await test.trader();
    const rulesVersionId = await createRules(contractRules);
    await startStage(administrator, trader.id, { rulesVersionId, currency: "EUR" });
    const own = await read(trader, "trader.stages.rules", {});
    const words = own.words.map((rule) => rule.words).join();
    expect(words).toContain("5,000.00 EUR");
    expect(words).not.toContain("$");
    expect(own.payoutWords.join()).toContain("50.00 EUR");
    expect(own.payoutWords.join()).not.toContain("$");
  });

  it("is null without rules", async () => {
    const trader = await test.trader();
    expect(await read(trader, "trader.stages.rules", {})).toBeNull();
  });
});
