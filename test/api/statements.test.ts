import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import { demoStatement } from "../support/demo-statements.ts";
import type { Browser } from "../support/http.ts";
import {
  filesOf,
  importDemo,
  importLines,
  type StatementAnswer,
  tradeLine,
  uploadStatement,
} from "../support/records.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

describe("an imported statement", () => {
  it("starts a stage, and its records become trades, days, statistics and a balance", async () => {
    const trader = await test.trader();
    const statement = await importDemo(administrator, trader.id);
    expect(statement).toMatchObject({
      format: "mt4-html",
      login: "5002001",
      currency: "USD",
      counts: { trades: 6, deals: 12, operations: 1, new: 13, known: 0, conflicts: 0 },
      reconciliation: { status: "reconciled", difference: "0.00", findings: [] },
    });
    expect((await trader.get("/api/user/stages")).json()).toMatchObject([
      { id: statement.stageId, phase: "Evaluation", initialBalance: "100000.00", endedAt: null },
    ]);
    const trades = (await trader.get("/api/user/trades")).json<{ net: string }[]>();
    expect(trades).toHaveLength(6);
    expect((await trader.get("/api/user/days")).json()).toMatchObject([
      { day: "2026-01-05", openingBalance: "100000.00", trades: 6, evidence: "closed_results" },
    ]);
    expect((await trader.get("/api/user/statistics")).json()).toMatchObject({ trades: 6 });
    expect((await trader.get("/api/user/account")).json()).toMatchObject({
      balance: statement.closingBalance,
      recordedAt: statement.to,
    });
    expect((await trader.get("/api/user/equity")).json<object[]>().length).toBeGreaterThan(6);
  });

  it("is returned again if the same bytes are imported for the same stage", async () => {
    const trader = await test.trader();
    const first = await importDemo(administrator, trader.id);
    const files = await filesOf(test);
    const file = writeStatement(demoStatement(), "mt4-html");
    for (const dryRun of [false, true]) {
      const again = await uploadStatement(administrator, trader.id, file, { dryRun });
      expect([dryRun, again.statusCode]).toEqual([dryRun, 200]);
      expect(again.json<StatementAnswer>().id).toBe(first.id);
    }
    expect(await filesOf(test)).toEqual(files);
  });

  it("may state the volumes of sells with a minus sign", async () => {
    const trader = await test.trader();
    const line = (ticket: number, volume: string, hour: number) =>
      tradeLine({
        ticket,
        side: "sell",
        volume,
        opened: `2026-01-05 0${hour}:00`,
        closed: `2026-01-05 0${hour}:30`,
      });
    const lines = [line(1, "-0.05", 8), line(2, "-0.50", 9)];
    const { counts } = await importLines(administrator, trader.id, lines);
    expect(counts).toMatchObject({ trades: 2, openTrades: 0, new: 4 });
    const trades = await trader.get("/api/user/trades?sort=openTime&order=asc");
    expect(trades.json()).toMatchObject([
      { side: "sell", volume: "0.05", closeTime: "2026-01-05T08:30:00.000Z" },
      { side: "sell", volume: "0.50", closeTime: "2026-01-05T09:30:00.000Z" },
    ]);
  });

  it("stores nothing in a dry run", async () => {
    const trader = await test.trader();
    const file = writeStatement(demoStatement(), "csv");
    const response = await uploadStatement(administrator, trader.id, file, { dryRun: true });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id: null, stageId: null, counts: { new: 13 } });
    expect((await trader.get("/api/user/statements")).json()).toEqual([]);
    expect((await trader.get("/api/user/stages")).json()).toEqual([]);
    expect((await trader.get("/api/user/trades")).json()).toEqual([]);
  });

  it("no longer counts once it is withdrawn, and stays listed", async () => {
    const trader = await test.trader();
    const { id } = await importDemo(administrator, trader.id);
    const response = await administrator.send({
      method: "DELETE",
      url: `/api/admin/statements/${id}`,
      payload: { reason: "Wrong account" },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id, withdrawnAt: expect.any(String) as string });
    expect((await trader.get("/api/user/trades")).json()).toEqual([]);
    expect((await trader.get("/api/user/days")).json()).toEqual([]);
    expect((await trader.get("/api/user/account")).json()).toMatchObject({
      balance: "0.00",
      recordedAt: null,
    });
    expect((await trader.get("/api/user/statements")).json()).toHaveLength(1);
  });

  it("does not count records from before the stage until it is confirmed", async () => {
    const trader = await test.trader();
    await administrator.post(`/api/admin/user/${trader.id}/stages`, {
      phase: "Phase 1",
      initialBalance: "100000.00",
    });
    const statement = await importDemo(administrator, trader.id);
    expect(statement.needsConfirmation).toBe(true);
    expect(statement.reconciliation.findings[0]).toMatchObject({ code: "before_stage" });
    expect((await trader.get("/api/user/trades")).json()).toEqual([]);
    const confirmed = await administrator.post(`/api/admin/statements/${statement.id}/confirm`);
    expect(confirmed.statusCode).toBe(200);
    expect((await trader.get("/api/user/trades")).json()).toHaveLength(6);
  });
});
