import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import {
  accountIdOf,
  filesOf,
  importDemo,
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

const trade = (ticket: number, day: string) =>
  tradeLine({ ticket, opened: `${day} 08:00`, closed: `${day} 09:00`, profit: "10.00" });

async function positionsOf(trader: Browser, stage: number): Promise<string[]> {
  const response = await trader.get(`/api/user/trades?stage=${stage}`);
  return response.json<{ position: string }[]>().map(({ position }) => position);
}

describe.each(transports)("a stage over $name", (transport) => {
  const start = (userId: number, input: Record<string, unknown>) =>
    transport.call(administrator, "admin.stages.start", { userId, ...input });
  const end = (id: number, input: Record<string, unknown>) =>
    transport.call(administrator, "admin.stages.end", { id, ...input });

  it("returns every field, is listed newest first, and sets the phase of the account", async () => {
    const trader = await test.trader();
    const first = await start(trader.id, {
      phase: "Phase 1",
      initialBalance: 100000,
      startedAt: "2026-01-01T00:00:00Z",
      currency: "eur",
    });
    expect(first).toMatchObject({ status: transport.name === "REST" ? 201 : 200 });
    expect(first.body).toEqual({
      id: expect.any(Number) as number,
      userId: trader.id,
      phase: "Phase 1",
      currency: "EUR",
      initialBalance: "100000.00",
      carriedBalance: null,
      rulesVersionId: null,
      programme: null,
      startedAt: "2026-01-01T00:00:00.000Z",
      endedAt: null,
      outcome: null,
      login: null,
      ruleChanges: [],
      waivers: [],
    });
    const second = await start(trader.id, {
      phase: "Funded",
      initialBalance: "50000.00",
      startedAt: "2026-02-01T00:00:00Z",
    });
    const expected = [second.body, { ...first.body, endedAt: "2026-02-01T00:00:00.000Z" }];
    expect((await transport.call(trader, "trader.stages.list")).body).toEqual(expected);
    const all = await transport.call(administrator, "admin.stages.list", { userId: trader.id });
    expect(all.body).toEqual(expected);
    expect(second.body).toMatchObject({ currency: "USD" });
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ phase: "Funded" });
  });

  it("starts only as expected, after the last stage, for an existing trader and existing rules", async () => {
    const trader = await test.trader();
    const valid = { phase: "Phase 1", initialBalance: "1000.00" };
    expect((await start(trader.id, { ...valid, expectedStageId: 1 })).status).toBe(409);
    const { body: stage } = await start(trader.id, { ...valid, startedAt: "2026-03-01T00:00:00Z" });
    const refused: [number, Record<string, unknown>, number][] = [
      [409, { expectedStageId: (stage.id as number) + 1 }, trader.id],
      [400, { startedAt: "2026-03-01T00:00:00Z" }, trader.id],
      [400, { startedAt: "2026-02-01T00:00:00Z" }, trader.id],
      [400, { startedAt: "yesterday" }, trader.id],
      [400, { startedAt: "0001-01-01T00:00:00Z" }, trader.id],
      [400, { startedAt: "9999-12-31T23:59:59Z" }, trader.id],
      [400, { startedAt: new Date(Date.now() + HOUR).toISOString() }, trader.id],
      [400, { initialBalance: "-1.00" }, trader.id],
      [400, { phase: " " }, trader.id],
      [404, { rulesVersionId: 2_000_000_000 }, trader.id],
      [404, {}, 2_000_000_000],
    ];
    for (const [status, fields, userId] of refused) {
      const response = await start(userId, { ...valid, ...fields });
      expect([fields, response.status]).toEqual([fields, status]);
    }
    expect((await trader.get("/api/user/stages")).json()).toEqual([stage]);
    const next = await start(trader.id, { ...valid, expectedStageId: stage.id });
    expect(next.body).toMatchObject({ endedAt: null });
    expect((await start(trader.id, { ...valid, expectedStageId: null })).status).toBe(409);
    const future = { reason: "Over", endedAt: new Date(Date.now() + HOUR).toISOString() };
    expect((await end(next.body.id as number, future)).status).toBe(400);
    await end(next.body.id as number, { reason: "Over" });
    const late = await start(trader.id, { ...valid, expectedStageId: next.body.id });
    expect(late.status).toBe(409);
    expect((await start(2_000_000_000, valid)).status).toBe(404);
    const none = { userId: 2_000_000_000 };
    expect((await transport.call(administrator, "admin.stages.list", none)).status).toBe(404);
  });

  it("ends with a reason and an optional outcome, after its start and before the next stage", async () => {
    const trader = await test.trader();
    const { id } = await startStage(administrator, trader.id, {
      startedAt: "2026-03-01T00:00:00Z",
    });
    expect((await end(id, { outcome: "passed" })).status).toBe(400);
    expect((await end(id, { outcome: "won", reason: "x" })).status).toBe(400);
    expect((await end(id, { endedAt: "2026-02-01T00:00:00Z", reason: "x" })).status).toBe(400);
    expect((await end(2_000_000_000, { reason: "x" })).status).toBe(404);
    const ended = await end(id, {
      endedAt: "2026-04-01T00:00:00Z",
      outcome: "failed",
      reason: "Maximum loss",
    });
    expect(ended).toMatchObject({
      status: 200,
      body: { id, endedAt: "2026-04-01T00:00:00.000Z", outcome: "failed" },
    });
    const changed = await end(id, { outcome: "abandoned", reason: "Wrong outcome" });
    expect(changed.body).toEqual({ ...ended.body, outcome: "abandoned" });
    await startStage(administrator, trader.id, { startedAt: "2026-05-01T00:00:00Z" });
    expect((await end(id, { endedAt: "2026-05-02T00:00:00Z", reason: "x" })).status).toBe(400);
    const moved = await end(id, { endedAt: "2026-05-01T00:00:00Z", reason: "x" });
    expect(moved).toMatchObject({ status: 200, body: { outcome: "abandoned" } });
    expect((await end(id, { endedAt: "2026-03-01T00:00:00Z", reason: "x" })).status).toBe(200);
  });
});

describe("a stage that has ended", () => {
  it("ends earlier if the next stage starts before its end", async () => {
    const trader = await test.trader();
    const { id } = await startStage(administrator, trader.id, {
      startedAt: "2026-03-01T00:00:00Z",
    });
    const path = `/api/admin/stages/${id}`;
    await administrator.patch(path, { endedAt: "2026-04-01T00:00:00Z", reason: "Over" });
    const startedAt = "2026-03-15T00:00:00.000Z";
    await startStage(administrator, trader.id, { startedAt });
    expect((await trader.get("/api/user/stages")).json()).toMatchObject([
      { startedAt, endedAt: null },
      { id, endedAt: startedAt },
    ]);
    const later = "2026-05-01T00:00:00.000Z";
    await startStage(administrator, trader.id, { startedAt: later });
    expect((await trader.get("/api/user/stages")).json()).toMatchObject([
      { startedAt: later, endedAt: null },
      { startedAt, endedAt: later },
      { id, endedAt: startedAt },
    ]);
  });

  it("keeps the login that the account had, while an open one has that of the account", async () => {
    const trader = await test.trader();
    const account = `/api/admin/user/${trader.id}/account`;
    const logins = async () => {
      const stages = (await trader.get("/api/user/stages")).json<{ login: string | null }[]>();
      return stages.map(({ login }) => login);
    };
    await administrator.patch(account, { login: "kept-1" });
    const { id } = await startStage(administrator, trader.id, {
      startedAt: "2026-03-01T00:00:00Z",
    });
    await administrator.patch(account, { login: "kept-2" });
    expect(await logins()).toEqual(["kept-2"]);
    const end = { endedAt: "2026-04-01T00:00:00Z", reason: "Over" };
    await administrator.patch(`/api/admin/stages/${id}`, end);
    await administrator.patch(account, { login: "kept-3" });
    await administrator.patch(`/api/admin/stages/${id}`, {
      ...end,
      endedAt: "2026-04-02T00:00:00Z",
    });
    await startStage(administrator, trader.id, { startedAt: "2026-05-01T00:00:00Z" });
    expect(await logins()).toEqual(["kept-3", "kept-2"]);
    await startStage(administrator, trader.id, { startedAt: "2026-06-01T00:00:00Z" });
    await administrator.patch(account, { login: null });
    expect(await logins()).toEqual([null, "kept-3", "kept-2"]);
    const file = await trader.get(`/api/user/case?stage=${id}`);
    expect(file.headers["content-disposition"]).toContain(`propdesk-case-kept-2-${id}.json`);
  });

  it("is recorded as ended, also if the start of the next stage ended it", async () => {
    const trader = await test.trader();
    const { id } = await startStage(administrator, trader.id, {
      startedAt: "2026-03-01T00:00:00Z",
    });
    const startedAt = "2026-03-15T00:00:00.000Z";
    const next = await startStage(administrator, trader.id, { startedAt });
    const response = await administrator.get(`/api/admin/audit?traderId=${trader.id}`);
    const events = response.json<{ action: string }[]>();
    expect(events.filter(({ action }) => action.startsWith("stage."))).toMatchObject([
      { action: "stage.started", changes: { stageId: { to: next.id } } },
      {
        action: "stage.ended",
        changes: { stageId: { to: id }, endedAt: { from: null, to: startedAt } },
      },
      { action: "stage.started", changes: { stageId: { to: id } } },
    ]);
  });
});

describe("the records of an account", () => {
  it("belong to the stage whose period contains their time, including its start", async () => {
    const trader = await test.trader();
    const first = await startStage(administrator, trader.id, { startedAt: "2026-01-01T00:00:00Z" });
    const days = ["2026-01-05", "2026-01-07", "2026-01-09"];
    await importLines(
      administrator,
      trader.id,
      days.map((day, index) => trade(index + 1, day)),
    );
    const second = await startStage(administrator, trader.id, {
      startedAt: "2026-01-07T08:00:00Z",
      initialBalance: "50000.00",
    });
    expect(await positionsOf(trader, first.id)).toEqual(["1"]);
    expect(await positionsOf(trader, second.id)).toEqual(["3", "2"]);
    expect((await trader.get("/api/user/account")).json()).toMatchObject({
      balance: "50020.00",
      profitLoss: "20.00",
      recordedAt: "2026-01-09T09:00:00.000Z",
    });
    expect((await trader.get(`/api/user/days?stage=${first.id}`)).json()).toMatchObject([
      { day: "2026-01-05", openingBalance: "100000.00", closingBalance: "100010.00" },
    ]);
    // The instant of the end no longer belongs to the stage.
    await administrator.patch(`/api/admin/stages/${second.id}`, {
      endedAt: "2026-01-09T09:00:00Z",
      reason: "Over",
    });
    expect((await trader.get("/api/user/trades")).json()).toMatchObject([
      { position: "3", closeTime: null },
      { position: "2" },
    ]);
    await administrator.patch(`/api/admin/stages/${second.id}`, {
      endedAt: "2026-01-09T09:00:00.001Z",
      reason: "A little later",
    });
    expect((await trader.get("/api/user/trades")).json()).toMatchObject([
      { position: "3", closeTime: "2026-01-09T09:00:00.000Z" },
      { position: "2" },
    ]);
  });

  it("start a stage if the account has none, with the first deposit or the opening balance", async () => {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { phase: "Phase 2" });
    await importLines(administrator, trader.id, [
      operationLine(1, "2026-01-05 07:00", "2500.00"),
      trade(2, "2026-01-05"),
    ]);
    expect((await trader.get("/api/user/stages")).json()).toMatchObject([
      {
        phase: "Phase 2",
        initialBalance: "2500.00",
        currency: "USD",
        startedAt: "2026-01-05T07:00:00.000Z",
        endedAt: null,
        outcome: null,
      },
    ]);
    // The funding is not added again.
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "2510.00" });
    const other = await test.trader();
    await importDemo(administrator, other.id, { currency: "EUR" });
    expect((await other.get("/api/user/stages")).json()).toMatchObject([
      { phase: "Evaluation", currency: "EUR" },
    ]);
  });

  it("of another trader's stage return 404, also for administrators under the wrong trader", async () => {
    const [olivia, noah] = [await test.trader(), await test.trader()];
    const { stageId } = await importDemo(administrator, olivia.id);
    for (const path of ["trades", "trades.csv", "days", "equity", "statistics"]) {
      const url = `${path}?stage=${stageId}`;
      expect((await olivia.get(`/api/user/${url}`)).statusCode).toBe(200);
      expect((await noah.get(`/api/user/${url}`)).statusCode).toBe(404);
      const under = `/api/admin/user/${noah.id}/${url}`;
      expect((await administrator.get(under)).statusCode).toBe(404);
      expect((await noah.get(`/api/admin/user/${olivia.id}/${url}`)).statusCode).toBe(403);
      const nobody = `/api/admin/user/2000000000/${path}`;
      expect((await administrator.get(nobody)).statusCode).toBe(404);
    }
    expect((await noah.get("/api/user/statements")).json()).toEqual([]);
    expect((await noah.get("/api/user/stages")).json()).toEqual([]);
  });

  it("are deleted with the trader, including the files", async () => {
    const before = await filesOf(test);
    const trader = await test.trader();
    const { id, fileName } = await importDemo(administrator, trader.id);
    expect(fileName).toBe("statement.htm");
    expect(await filesOf(test)).toHaveLength(before.length + 1);
    await administrator.post(`/api/admin/user/${trader.id}/corrections`, {
      amount: "1.00",
      reason: "Fee",
    });
    const { pool } = test.context.database;
    const accountId = await accountIdOf(test, trader.id);
    expect((await administrator.delete(`/api/admin/user/${trader.id}`)).statusCode).toBe(200);
    expect(await filesOf(test)).toEqual(before);
    const tables = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'account_id'`,
    );
    expect(tables.rows.length).toBeGreaterThanOrEqual(9);
    for (const { name } of tables.rows) {
      const left = await pool.query(`select from ${name} where account_id = $1`, [accountId]);
      expect([name, left.rowCount]).toEqual([name, 0]);
    }
    expect((await administrator.get(`/api/statements/${id}/file`)).statusCode).toBe(404);
    expect((await withdrawStatement(administrator, id)).statusCode).toBe(404);
  });

  it("are hidden from a banned trader", async () => {
    const trader = await test.trader();
    const { id } = await importDemo(administrator, trader.id);
    const ban = { banned: true, banReason: "Copy trading" };
    await administrator.patch(`/api/admin/user/${trader.id}/ban`, ban);
    const paths = ["stages", "statements", "trades", "trades.csv", "days", "equity", "statistics"];
    for (const url of [...paths.map((path) => `/api/user/${path}`), `/api/statements/${id}/file`]) {
      const response = await trader.get(url);
      expect([url, response.statusCode]).toEqual([url, 403]);
      expect(response.json()).toMatchObject({ isBanned: true, banReason: "Copy trading" });
    }
  });
});

describe("every table of the record", () => {
  it("has the account's id first in its primary key", async () => {
    const { rows } = await test.context.database.pool.query<{ name: string; first: string }>(
      `select c.relname as name, a.attname as first
         from pg_index i
         join pg_class c on c.oid = i.indrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indisprimary and exists (
          select from pg_attribute own where own.attrelid = c.oid and own.attname = 'account_id')
          and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          -- A bridge answers actions by their id alone; they are no part of the record.
          and c.relname <> 'actions'
        order by c.relname`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "deals",
        "equity_hours",
        "operations",
        "rule_changes",
        "snapshot_days",
        "snapshots",
        "stage_progress",
        "stages",
        "statements",
        "trades",
        "trading_days",
      ]),
    );
    for (const { name, first } of rows) expect([name, first]).toEqual([name, "account_id"]);
  });
});
