import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { demoStatement } from "../support/demo-statements.ts";
import type { Browser } from "../support/http.ts";
import {
  csvStatement,
  importDemo,
  importLines,
  operationLine,
  startStage,
  type StatementAnswer,
  tradeLine,
  uploadStatement,
  type Wire,
  withdrawStatement,
} from "../support/records.ts";
import type { Trade } from "../../src/business/record/results/result.schema.ts";
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

/** The closing deal of `trade`, as the feed sends it. */
const closingDeal = {
  ticket: "1/out",
  position: "1",
  time: "2026-01-05T09:00:00.000Z",
  entry: "out",
  symbol: "EURUSD",
  side: "sell",
  volume: "1.00",
  price: "1.2",
  profit: "10.00",
};

describe("a file that was imported for two traders", () => {
  it("has a finding that names the other trader, for administrators only", async () => {
    const lines = [operationLine(2, "2026-01-05 07:00", "5000.00"), trade("123.45")];
    const olivia = await test.trader({ fullName: "Olivia Same" });
    const first = await importLines(administrator, olivia.id, lines);
    expect(first.reconciliation.findings).toEqual([]);
    const liam = await test.trader({ fullName: "Liam Same" });
    const second = await importLines(administrator, liam.id, lines);
    const naming = (name: string, { id }: { id: number }, statement: StatementAnswer) => ({
      code: "same_file",
      message: `The same file was imported for ${name} (trader #${id}, statement #${statement.id}).`,
      row: null,
      expected: null,
      actual: null,
    });
    expect(second.reconciliation.findings).toEqual([naming("Olivia Same", olivia, first)]);
    const seenBy = async (browser: Browser, url: string) =>
      (await browser.get(url))
        .json<StatementAnswer[]>()
        .map((answer) => answer.reconciliation.findings);
    const ofOlivia = `/api/admin/user/${olivia.id}/statements`;
    expect(await seenBy(administrator, ofOlivia)).toEqual([[naming("Liam Same", liam, second)]]);
    expect((await seenBy(administrator, "/api/admin/statements?search=liam%20same"))[0]).toEqual([
      naming("Olivia Same", olivia, first),
    ]);
    for (const trader of [olivia, liam]) {
      expect(await seenBy(trader, "/api/user/statements")).toEqual([[]]);
    }
    await withdrawStatement(administrator, second.id);
    expect(await seenBy(administrator, ofOlivia)).toEqual([[]]);
  });
});

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

  it("has the feed as one more source, however often the feed sends it", async () => {
    const trader = await test.trader();
    const login = "5002778";
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login });
    await importLines(administrator, trader.id, [trade("10.00")]);
    const bridge = await test.token(["feed:write"]);
    for (let sent = 0; sent < 2; sent += 1) {
      const accounts = [{ login, deals: [closingDeal] }];
      const response = await bridge.post("/api/feed", { accounts });
      expect(response.json()).toMatchObject({ duplicates: { deals: 1 }, rejected: [] });
    }
    const [only] = await tradesOf(trader);
    expect(only!.sources.map(({ kind }) => kind)).toEqual(["statement", "feed"]);
    const { rows } = await test.context.database.pool.query(
      `select token_id is not null as "isFed" from deals
       where ticket = '1/out' and account_id = (select id from trading_accounts where login = $1)`,
      [login],
    );
    expect(rows).toEqual([{ isFed: false }, { isFed: true }]);
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

  it("shows the times of a conflict in UTC, with milliseconds if there are any", async () => {
    const trader = await test.trader();
    const closed = (time: string) =>
      tradeLine({ ticket: 1, opened: "2026-01-05 08:00", closed: time, profit: "10.00" });
    await importLines(administrator, trader.id, [closed("2026-01-05 09:00:00")]);
    const { reconciliation } = await importLines(administrator, trader.id, [
      closed("2026-01-05 09:00:00.250"),
    ]);
    expect(reconciliation.findings).toMatchObject([
      {
        code: "conflict",
        expected: expect.stringContaining("at 1.2 2026-01-05 09:00:00 UTC profit") as string,
        actual: expect.stringContaining("at 1.2 2026-01-05 09:00:00.250 UTC profit") as string,
      },
    ]);
  });

  it("with other content of all deals is not a source of the trade", async () => {
    const trader = await test.trader();
    const { id } = await importLines(administrator, trader.id, [trade("10.00")]);
    const later = tradeLine({ ticket: 1, opened: "2026-01-05 08:30", closed: "2026-01-05 09:30" });
    await importLines(administrator, trader.id, [later]);
    expect(await tradesOf(trader)).toMatchObject([
      { hasConflict: true, sources: [{ kind: "statement", id, row: 2 }] },
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

describe("the conflicts of a statement", () => {
  async function listed(trader: Browser): Promise<Map<number, StatementAnswer>> {
    const statements = (await trader.get("/api/user/statements")).json<StatementAnswer[]>();
    return new Map(statements.map((statement) => [statement.id, statement]));
  }

  it("end when the earlier statement is withdrawn, and its other findings remain", async () => {
    const trader = await test.trader();
    const earlier = await importLines(administrator, trader.id, [trade("10.00"), extra(2)]);
    const unreadable = tradeLine({ ticket: 3, opened: "no time" });
    const lines = [trade("99.00"), extra(2), unreadable];
    const { id, counts, reconciliation } = await importLines(administrator, trader.id, lines);
    expect(counts).toMatchObject({ new: 0, known: 3, conflicts: 1 });
    const codes = (statement: Pick<StatementAnswer, "reconciliation">) =>
      statement.reconciliation.findings.map(({ code }) => code);
    expect(codes({ reconciliation })).toEqual(["unreadable_row", "conflict"]);
    await withdrawStatement(administrator, earlier.id);
    const later = (await listed(trader)).get(id)!;
    expect(later.counts).toEqual({ ...counts, new: 4, known: 0, conflicts: 0 });
    expect(codes(later)).toEqual(["unreadable_row"]);
    expect((await listed(trader)).get(earlier.id)!.counts).toEqual(earlier.counts);
  });

  it("stay as they were when it was withdrawn", async () => {
    const trader = await test.trader();
    const earlier = await importLines(administrator, trader.id, [trade("10.01")]);
    const later = await importLines(administrator, trader.id, [trade("99.01")]);
    await withdrawStatement(administrator, later.id);
    await withdrawStatement(administrator, earlier.id);
    const { counts, reconciliation } = (await listed(trader)).get(later.id)!;
    expect([counts, reconciliation]).toEqual([later.counts, later.reconciliation]);
  });

  it("are those with the record that counts, of three statements", async () => {
    const trader = await test.trader();
    const first = await importLines(administrator, trader.id, [trade("10.00")]);
    const second = await importLines(administrator, trader.id, [trade("99.00")]);
    const third = await importLines(administrator, trader.id, [trade("10.00"), extra(2)]);
    expect(third.counts).toMatchObject({ new: 2, known: 2, conflicts: 0 });
    await withdrawStatement(administrator, first.id);
    const statements = await listed(trader);
    expect(statements.get(second.id)).toMatchObject({
      counts: { new: 2, known: 0, conflicts: 0 },
      reconciliation: { findings: [] },
    });
    const { counts, reconciliation } = statements.get(third.id)!;
    expect(counts).toMatchObject({ new: 2, known: 1, conflicts: 1 });
    expect(reconciliation.findings).toMatchObject([
      { code: "conflict", row: 2, expected: expect.stringContaining("99.00") as string },
    ]);
    expect(await tradesOf(trader)).toMatchObject([{}, { profit: "99.00", hasConflict: true }]);
    await withdrawStatement(administrator, second.id);
    expect((await listed(trader)).get(third.id)).toMatchObject({
      counts: { new: 4, conflicts: 0 },
    });
  });

  it("end while the statement is held, and in a stage that has ended", async () => {
    const trader = await test.trader();
    const stage = await startStage(administrator, trader.id, { startedAt: "2026-01-05T00:00:00Z" });
    const counting = await importLines(administrator, trader.id, [trade("10.00")]);
    const other = await importLines(administrator, trader.id, [trade("20.00")]);
    const early = tradeLine({ ticket: 2, opened: "2026-01-04 08:00", closed: "2026-01-04 09:00" });
    const held = await importLines(administrator, trader.id, [early, trade("99.02")]);
    expect(held.counts).toMatchObject({ new: 2, known: 1, conflicts: 1 });
    const end = { endedAt: "2026-01-06T00:00:00Z", reason: "Over" };
    await administrator.patch(`/api/admin/stages/${stage.id}`, end);
    await withdrawStatement(administrator, counting.id);
    const statements = await listed(trader);
    expect(statements.get(other.id)!.counts).toMatchObject({ new: 2, conflicts: 0 });
    expect(statements.get(held.id)).toMatchObject({
      needsConfirmation: true,
      counts: { new: 2, known: 1, conflicts: 1 },
      reconciliation: { findings: [{ code: "before_stage" }, { code: "conflict" }] },
    });
    await withdrawStatement(administrator, other.id);
    expect((await listed(trader)).get(held.id)).toMatchObject({
      counts: { new: 4, known: 0, conflicts: 0 },
      reconciliation: { findings: [{ code: "before_stage" }] },
    });
  });

  it("include those with the feed, if it confirmed a statement that was withdrawn", async () => {
    const trader = await test.trader();
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login: "5002777" });
    const first = await importLines(administrator, trader.id, [trade("10.00")]);
    const second = await importLines(administrator, trader.id, [trade("99.00")]);
    const bridge = await test.token(["feed:write"]);
    const fed = await bridge.post("/api/feed", {
      accounts: [{ login: "5002777", deals: [closingDeal] }],
    });
    expect(fed.json()).toMatchObject({ duplicates: { deals: 1 }, rejected: [] });
    await withdrawStatement(administrator, first.id);
    expect(await tradesOf(trader)).toMatchObject([{ profit: "99.00", hasConflict: true }]);
    const { counts, reconciliation } = (await listed(trader)).get(second.id)!;
    expect(counts).toMatchObject({ new: 1, known: 0, conflicts: 1 });
    const [finding] = reconciliation.findings;
    expect(finding!.message).toMatch(/^Row 2: ticket 1\/out has also been recorded/);
    expect([finding!.expected, finding!.actual]).toEqual([
      expect.stringContaining("profit 10.00"),
      expect.stringContaining("profit 99.00"),
    ]);
  });
});

describe("a withdrawal", () => {
  it("requires a reason, stays listed with its time, and cannot be repeated", async () => {
    for (const transport of transports) {
      const trader = await test.trader();
      const line = trade(transport.name === "REST" ? "11.31" : "11.32");
      const statement = await importLines(administrator, trader.id, [line]);
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
      expect([file.statusCode, file.body]).toEqual([200, csvStatement(line).toString()]);
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

  it("is compared with records that arrived before its confirmation, which still count", async () => {
    const trader = await test.trader();
    await startStage(administrator, trader.id, { startedAt: "2026-01-05T00:00:00Z" });
    const early = tradeLine({ ticket: 2, opened: "2026-01-04 08:00", closed: "2026-01-04 09:00" });
    const held = await importLines(administrator, trader.id, [early, trade("99.00")]);
    expect(held.counts).toMatchObject({ new: 4, conflicts: 0 });
    await importLines(administrator, trader.id, [trade("10.00")]);
    const confirmed = await administrator.post(`/api/admin/statements/${held.id}/confirm`);
    expect(confirmed.json<StatementAnswer>().counts).toMatchObject({ new: 2, conflicts: 1 });
    expect((await tradesOf(trader)).find(({ position }) => position === "1")).toMatchObject({
      profit: "10.00",
    });
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

  it("cannot be confirmed if it counts already", async () => {
    const trader = await test.trader();
    const { id } = await importLines(administrator, trader.id, [trade("10.00")]);
    const refused = await administrator.post(`/api/admin/statements/${id}/confirm`);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { message: "This statement does not need confirmation" },
    ]);
  });

  it("no longer needs a confirmation in the list of all traders once it is confirmed", async () => {
    const { statement } = await importContradicting({ login: "777" }, {});
    const needsConfirmation = async () => {
      const listed = (await administrator.get("/api/admin/statements")).json<StatementAnswer[]>();
      return listed.find(({ id }) => id === statement.id)?.needsConfirmation;
    };
    expect(await needsConfirmation()).toBe(true);
    await administrator.post(`/api/admin/statements/${statement.id}/confirm`);
    expect(await needsConfirmation()).toBe(false);
  });

  it("belongs to the stage it was imported for, regardless of the time of its records", async () => {
    const trader = await test.trader();
    const first = await startStage(administrator, trader.id, { startedAt: "2026-01-01T00:00:00Z" });
    const second = await startStage(administrator, trader.id, {
      startedAt: "2026-02-01T00:00:00Z",
    });
    const file = writeStatement(demoStatement(), "csv");
    const response = await uploadStatement(administrator, trader.id, file, {
      stageId: first.id,
      timeZone: "Europe/Athens",
    });
    expect(response.json()).toMatchObject({ stageId: first.id, needsConfirmation: false });
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
