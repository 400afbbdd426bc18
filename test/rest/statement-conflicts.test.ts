import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { demoStatement } from "../support/demo-statements.ts";
import type { Browser } from "../support/http.ts";
import {
  csvStatement,
  importDemo,
  importLines,
  startStage,
  type StatementAnswer,
  tradeLine,
  uploadStatement,
  type Wire,
  withdrawStatement,
} from "../support/records.ts";
import type { Trade } from "../../src/business/records/record.schema.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const trade = (profit: string) =>
  tradeLine({ ticket: 1, opened: "2026-01-05 08:00", closed: "2026-01-05 09:00", profit });
const extra = (ticket: number) =>
  tradeLine({ ticket, opened: "2026-01-05 10:00", closed: "2026-01-05 11:00", profit: "1.00" });

async function tradesOf(trader: Browser): Promise<Wire<Trade>[]> {
  return (await trader.get("/api/user/trades")).json<Wire<Trade>[]>();
}

describe("a ticket that has been imported before", () => {
  it("with the same content is one record with two sources, in any format", async () => {
    const trader = await test.trader();
    const first = await importDemo(administrator, trader.id, {}, "mt4-html");
    const second = await importDemo(administrator, trader.id, {}, "csv");
    expect(second.counts).toMatchObject({ new: 0, known: 13, conflicts: 0 });
    for (const { sources } of await tradesOf(trader)) {
      expect(sources).toEqual([
        { kind: "statement", id: first.id, row: expect.any(Number) as number },
        { kind: "statement", id: second.id, row: expect.any(Number) as number },
      ]);
    }
    expect((await withdrawStatement(administrator, first.id)).statusCode).toBe(200);
    const left = await tradesOf(trader);
    expect(left).toHaveLength(6);
    for (const { sources } of left) expect(sources).toMatchObject([{ id: second.id }]);
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "99765.89" });
    await withdrawStatement(administrator, second.id);
    expect(await tradesOf(trader)).toEqual([]);
  });

  it("is recognised in HTML and in a workbook of MetaTrader 5", async () => {
    const trader = await test.trader();
    await importDemo(administrator, trader.id, {}, "mt5-html");
    const second = await importDemo(administrator, trader.id, {}, "mt5-xlsx");
    expect(second.counts).toMatchObject({ new: 0, known: 13, conflicts: 0 });
  });

  it("with different content is a conflict: the earlier record is kept and marked", async () => {
    const trader = await test.trader();
    await importLines(administrator, trader.id, [trade("10.00"), extra(2)]);
    const second = await importLines(administrator, trader.id, [trade("99.00"), extra(2)]);
    expect(second.counts).toMatchObject({ new: 0, known: 3, conflicts: 1 });
    expect(second.reconciliation).toMatchObject({
      status: "partial",
      findings: [{ code: "conflict", row: 2 }],
    });
    const { expected, actual } = second.reconciliation.findings[0]!;
    expect(expected).toContain("10.00");
    expect(actual).toContain("99.00");
    expect(await tradesOf(trader)).toMatchObject([
      { position: "2", hasConflict: false },
      { position: "1", profit: "10.00", hasConflict: true },
    ]);
  });

  it("keeps the record of the other statement without a mark if either one is withdrawn", async () => {
    for (const [withdrawn, profit] of [
      [0, "99.00"],
      [1, "10.00"],
    ] as const) {
      const trader = await test.trader();
      const first = await importLines(administrator, trader.id, [trade("10.00")]);
      const second = await importLines(administrator, trader.id, [trade("99.00")]);
      await withdrawStatement(administrator, [first.id, second.id][withdrawn]!);
      expect(await tradesOf(trader)).toMatchObject([{ profit, net: profit, hasConflict: false }]);
      expect((await trader.get("/api/user/days")).json()).toMatchObject([{ net: profit }]);
    }
  });
});

describe("a withdrawal", () => {
  it("requires a reason, stays listed with its time, and cannot be repeated", async () => {
    for (const transport of transports) {
      const trader = await test.trader();
      const statement = await importLines(administrator, trader.id, [trade("10.00")]);
      const withdraw = (input: Record<string, unknown>, id = statement.id) =>
        transport.call(administrator, "admin.statements.withdraw", { id, ...input });
      expect(await withdraw({})).toMatchObject({ status: 400 });
      expect(await withdraw({ reason: " " })).toMatchObject({ status: 400 });
      expect(await withdraw({ reason: "x" }, 2_000_000_000)).toMatchObject({ status: 404 });
      const done = await withdraw({ reason: "Wrong account" });
      expect(done).toMatchObject({
        status: 200,
        body: {
          ...statement,
          withdrawnAt: expect.any(String) as string,
          withdrawnBy: "Test administrator",
          withdrawnReason: "Wrong account",
        },
      });
      expect((await withdraw({ reason: "Again" })).status).toBe(409);
      expect((await trader.get("/api/user/statements")).json()).toEqual([done.body]);
      const file = await trader.get(`/api/statements/${statement.id}/file`);
      expect([file.statusCode, file.body]).toEqual([200, csvStatement(trade("10.00")).toString()]);
    }
  });

  it("remains in effect when the period of a stage changes", async () => {
    const trader = await test.trader();
    const { id, stageId } = await importLines(administrator, trader.id, [trade("10.00")]);
    await withdrawStatement(administrator, id);
    await administrator.patch(`/api/admin/stages/${stageId}`, {
      endedAt: "2026-06-01T00:00:00Z",
      reason: "Over",
    });
    expect(await tradesOf(trader)).toEqual([]);
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ recordedAt: null });
  });

  it("allows the same file to be imported as a new statement", async () => {
    const trader = await test.trader();
    const first = await importLines(administrator, trader.id, [trade("10.00")]);
    const file = csvStatement(trade("10.00"));
    const again = await uploadStatement(administrator, trader.id, file);
    expect([again.statusCode, again.json<StatementAnswer>().id]).toEqual([200, first.id]);
    await withdrawStatement(administrator, first.id);
    const anew = await importLines(administrator, trader.id, [trade("10.00")]);
    expect(anew.id).not.toBe(first.id);
    expect(anew.counts).toMatchObject({ new: 2, known: 0 });
    const listed = (await trader.get("/api/user/statements")).json<{ id: number }[]>();
    expect(listed.map(({ id }) => id)).toEqual([anew.id, first.id]);
  });
});

describe("a statement that contradicts the stage", () => {
  async function importContradicting(
    changes: Parameters<typeof demoStatement>[0],
    stage: object,
    end?: string,
  ) {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login: "5002001" });
    const { id } = await startStage(administrator, trader.id, {
      startedAt: "2026-01-01T00:00:00Z",
      ...stage,
    });
    if (end) {
      await administrator.patch(`/api/admin/stages/${id}`, { endedAt: end, reason: "Over" });
    }
    const statement = await importDemo(administrator, trader.id, changes);
    return { trader, statement };
  }

  it.each([
    ["other_login", { login: "777" }, {}, undefined],
    ["other_currency", { currency: "EUR" }, {}, undefined],
    ["before_stage", {}, { startedAt: "2026-01-05T09:00:00Z" }, undefined],
    ["after_stage", {}, {}, "2026-01-05T12:57:30.000Z"],
  ] as const)(
    "does not count because of %s until it is confirmed",
    async (code, changes, stage, end) => {
      const { trader, statement } = await importContradicting(changes, stage, end);
      expect(statement.reconciliation).toMatchObject({
        status: "reconciled",
        findings: [{ code }],
      });
      expect(statement.needsConfirmation).toBe(true);
      expect(await tradesOf(trader)).toEqual([]);
      expect((await trader.get("/api/user/account")).json()).toMatchObject({ recordedAt: null });
      const confirm = (caller: Browser) =>
        caller.post(`/api/admin/statements/${statement.id}/confirm`);
      expect((await confirm(trader)).statusCode).toBe(403);
      const confirmed = await confirm(administrator);
      expect(confirmed.statusCode).toBe(200);
      expect(confirmed.json()).toMatchObject({
        id: statement.id,
        needsConfirmation: false,
        confirmedAt: expect.any(String) as string,
        confirmedBy: "Test administrator",
        reconciliation: { findings: [{ code }] },
      });
      expect(await tradesOf(trader)).toHaveLength(6);
      expect((await trader.get("/api/user/account")).json()).toMatchObject({
        balance: "99765.89",
        profitLoss: "-234.11",
      });
      expect((await confirm(administrator)).statusCode).toBe(409);
      await withdrawStatement(administrator, statement.id);
      expect(await tradesOf(trader)).toEqual([]);
      expect((await confirm(administrator)).statusCode).toBe(409);
    },
  );

  it("counts if it begins exactly at the start and ends just before the end", async () => {
    const { statement } = await importContradicting(
      {},
      { startedAt: "2026-01-05T06:12:30.000Z" },
      "2026-01-05T12:57:30.001Z",
    );
    expect(statement.reconciliation.findings).toEqual([]);
    expect(statement.needsConfirmation).toBe(false);
  });

  it("is compared again when it is confirmed, and reports a conflict once", async () => {
    const trader = await test.trader();
    await startStage(administrator, trader.id, { startedAt: "2026-01-05T00:00:00Z" });
    await importLines(administrator, trader.id, [trade("10.00")]);
    const early = tradeLine({ ticket: 2, opened: "2026-01-04 08:00", closed: "2026-01-04 09:00" });
    const { id } = await importLines(administrator, trader.id, [early, trade("99.00")]);
    const confirmed = await administrator.post(`/api/admin/statements/${id}/confirm`);
    const { reconciliation } = confirmed.json<StatementAnswer>();
    expect(reconciliation.findings.map(({ code }) => code)).toEqual(["before_stage", "conflict"]);
  });

  it("can be confirmed once, over REST or tRPC: later calls return 409, and unknown ids 404", async () => {
    const { statement } = await importContradicting({ login: "777" }, {});
    for (const transport of transports) {
      const confirm = (id: number) =>
        transport.call(administrator, "admin.statements.confirm", { id });
      expect((await confirm(2_000_000_000)).status).toBe(404);
      expect((await confirm(statement.id)).status).toBe(transport.name === "REST" ? 200 : 409);
    }
  });

  it("belongs to the stage it was imported for, regardless of the time of its records", async () => {
    const trader = await test.trader();
    const first = await startStage(administrator, trader.id, { startedAt: "2026-01-01T00:00:00Z" });
    const second = await startStage(administrator, trader.id, {
      startedAt: "2026-02-01T00:00:00Z",
    });
    const file = writeStatement(demoStatement(), "csv");
    const answer = await uploadStatement(administrator, trader.id, file, {
      stageId: first.id,
      timeZone: "Europe/Athens",
    });
    expect(answer.json()).toMatchObject({ stageId: first.id, needsConfirmation: false });
    expect(await tradesOf(trader)).toEqual([]);
    const ofFirst = await trader.get(`/api/user/trades?stage=${first.id}`);
    expect(ofFirst.json()).toHaveLength(6);
    // For another stage, the same file is another statement.
    const again = await uploadStatement(administrator, trader.id, file, {
      stageId: second.id,
      timeZone: "Europe/Athens",
    });
    expect(again.statusCode).toBe(201);
    expect(again.json()).toMatchObject({ stageId: second.id, needsConfirmation: true });
  });
});
