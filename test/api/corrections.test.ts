import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import {
  importLines,
  operationLine,
  startStage,
  tradeLine,
  withdrawStatement,
} from "../support/records.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const lines = [
  operationLine(1, "2026-01-05 07:00", "1000.00"),
  tradeLine({ ticket: 2, opened: "2026-01-05 08:00", closed: "2026-01-05 09:00", profit: "10.00" }),
  operationLine(3, "2026-01-05 10:00", "-100.00"),
];

async function accountOf(trader: Browser) {
  return (await trader.get("/api/user/account")).json<Record<string, unknown>>();
}

async function eventsOf(traderId: number) {
  const response = await administrator.get(`/api/admin/audit?traderId=${traderId}`);
  return response.json<{ action: string; actor: string; changes: object; reason: string }[]>();
}

describe("balance and profit/loss", () => {
  it("are computed from the records, and return to the entered values without any", async () => {
    const trader = await test.trader();
    const typed = { balance: "777.00", profitLoss: "-3.00" };
    await administrator.patch(`/api/admin/user/${trader.id}/account`, typed);
    await startStage(administrator, trader.id, {
      startedAt: "2026-01-05T00:00:00.000Z",
      initialBalance: "0.00",
    });
    const statement = await importLines(administrator, trader.id, lines);
    const recorded = {
      balance: "910.00",
      profitLoss: "10.00",
      recordedAt: "2026-01-05T10:00:00.000Z",
    };
    expect(await accountOf(trader)).toMatchObject(recorded);
    const seen = await administrator.get(`/api/admin/user/${trader.id}`);
    expect(seen.json()).toMatchObject({ account: recorded });
    await withdrawStatement(administrator, statement.id);
    expect(await accountOf(trader)).toMatchObject({ ...typed, recordedAt: null });
  });

  it("are the initial balance and 0 after the start of a stage that follows recorded ones", async () => {
    const trader = await test.trader();
    const typed = { balance: "777.00", profitLoss: "-3.00" };
    await administrator.patch(`/api/admin/user/${trader.id}/account`, typed);
    await startStage(administrator, trader.id, { startedAt: "2026-01-05T00:00:00.000Z" });
    await importLines(administrator, trader.id, lines);
    await startStage(administrator, trader.id, {
      startedAt: "2026-01-06T00:00:00.000Z",
      initialBalance: "50000.00",
    });
    expect(await accountOf(trader)).toMatchObject({
      balance: "50000.00",
      profitLoss: "0.00",
      recordedAt: null,
    });
  });

  it("cannot be overwritten, but equal figures and other fields are accepted", async () => {
    const trader = await test.trader();
    await importLines(administrator, trader.id, lines);
    for (const transport of transports) {
      for (const procedure of ["admin.accounts.update", "admin.accounts.create"] as const) {
        const send = (fields: Record<string, unknown>) =>
          transport.call(administrator, procedure, { id: trader.id, ...fields });
        const refused = await send({ balance: "911.00" });
        expect([refused.status, refused.message]).toEqual([
          409,
          expect.stringMatching(/^[A-Z].*trading record.*\.$/),
        ]);
        expect((await send({ profitLoss: "11.00" })).status).toBe(409);
        const same = await send({ balance: 910, profitLoss: "10", server: "Live-3" });
        expect(same.status).toBeLessThan(300);
        expect(same.body).toMatchObject({ balance: "910.00", server: "Live-3" });
      }
    }
  });
});

describe.each(transports)("a correction over $name", (transport) => {
  const correct = (userId: number, input: Record<string, unknown>) =>
    transport.call(administrator, "admin.record.correct", { userId, ...input });

  it("returns the operation, and changes the balance but not the result", async () => {
    const trader = await test.trader();
    const { stageId, id } = await importLines(administrator, trader.id, lines);
    const response = await correct(trader.id, { amount: -25, reason: "Data fee" });
    expect(response.status).toBe(transport.name === "REST" ? 201 : 200);
    expect(response.body).toEqual({
      id: expect.any(Number) as number,
      stageId,
      kind: "correction",
      amount: "-25.00",
      time: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
      reason: "Data fee",
      createdBy: "Test administrator",
    });
    const time = response.body.time as string;
    expect(await accountOf(trader)).toMatchObject({
      balance: "885.00",
      profitLoss: "10.00",
      recordedAt: time,
    });
    const days = (await trader.get("/api/user/days")).json<object[]>();
    expect(days.at(-1)).toEqual({
      day: time.slice(0, 10),
      openingBalance: "910.00",
      closingBalance: "885.00",
      net: "0.00",
      trades: 0,
      wins: 0,
      losses: 0,
      equityLow: "885.00",
      equityHigh: "885.00",
      evidence: "observed",
    });
    expect((await trader.get("/api/user/statistics")).json()).toMatchObject({
      trades: 1,
      maxDrawdown: "0.00",
      worstDay: { day: "2026-01-05", net: "10.00" },
    });
    await correct(trader.id, { amount: "25.00", reason: "Taken back" });
    expect(await accountOf(trader)).toMatchObject({ balance: "910.00" });
    const events = await eventsOf(trader.id);
    expect(events.slice(0, 2)).toMatchObject([
      { action: "balance.corrected", reason: "Taken back" },
      { action: "balance.corrected", reason: "Data fee", changes: { amount: { to: "-25.00" } } },
    ]);
    // A correction is independent of the statement, so withdrawing the statement keeps it.
    await correct(trader.id, { amount: "5.00", reason: "Again" });
    await withdrawStatement(administrator, id);
    expect(await accountOf(trader)).toMatchObject({ balance: "1005.00" });
  });

  it("requires an open stage with records", async () => {
    const trader = await test.trader();
    const valid = { amount: "1.00", reason: "Fee" };
    expect((await correct(trader.id, valid)).status).toBe(409);
    const { id } = await startStage(administrator, trader.id, {
      startedAt: "2026-01-01T00:00:00Z",
    });
    expect((await correct(trader.id, valid)).status).toBe(409);
    await importLines(administrator, trader.id, lines);
    for (const fields of [{ amount: "0.00" }, { amount: "1.001" }, { reason: "" }, { x: 1 }]) {
      expect((await correct(trader.id, { ...valid, ...fields })).status).toBe(400);
    }
    expect((await correct(2_000_000_000, valid)).status).toBe(404);
    await administrator.patch(`/api/admin/stages/${id}`, { reason: "Over" });
    expect((await correct(trader.id, valid)).status).toBe(409);
    expect(await accountOf(trader)).toMatchObject({ balance: "100910.00" });
  });
});

describe("the audit log", () => {
  it("has an event for each change of the record", async () => {
    const trader = await test.trader();
    const statement = await importLines(administrator, trader.id, lines);
    await administrator.patch(`/api/admin/stages/${statement.stageId}`, {
      outcome: "passed",
      reason: "Target reached",
    });
    await startStage(administrator, trader.id);
    const held = await importLines(administrator, trader.id, [lines[1]!]);
    await administrator.post(`/api/admin/statements/${held.id}/confirm`);
    await administrator.post(`/api/admin/user/${trader.id}/corrections`, {
      amount: "1.00",
      reason: "Fee",
    });
    await withdrawStatement(administrator, held.id, "Other account");
    const events = (await eventsOf(trader.id)).toReversed();
    expect(
      events.filter(({ action }) => /^(statement|stage|balance)\./.test(action)),
    ).toMatchObject([
      { action: "statement.imported", changes: { statementId: { to: statement.id } } },
      { action: "stage.ended", reason: "Target reached", changes: { outcome: { to: "passed" } } },
      { action: "stage.started", changes: { phase: { to: "Phase 1" } } },
      { action: "statement.imported" },
      {
        action: "statement.confirmed",
        changes: { statementId: { from: held.id, to: held.id } },
      },
      { action: "balance.corrected", reason: "Fee" },
      { action: "statement.withdrawn", reason: "Other account" },
    ]);
  });
});

describe("the file of a statement", () => {
  it("is served unchanged to its trader and administrators, and to no one else", async () => {
    const trader = await test.trader();
    const { id } = await importLines(administrator, trader.id, lines, {
      fileName: "../Täglich <x>.csv",
    });
    const url = `/api/statements/${id}/file`;
    for (const reader of [trader, administrator]) {
      const response = await reader.get(url);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain(lines[0]);
      expect(response.headers["content-type"]).toBe("application/octet-stream");
      expect(response.headers["content-disposition"]).toMatch(/^attachment;/);
      expect(response.headers["content-disposition"]).not.toContain("..");
    }
    const stranger = await test.trader();
    expect((await stranger.get(url)).statusCode).toBe(404);
    expect((await test.visitor().get(url)).statusCode).toBe(401);
    for (const missing of ["2000000000", "0", "x"]) {
      expect((await trader.get(`/api/statements/${missing}/file`)).statusCode).toBe(404);
    }
  });
});
