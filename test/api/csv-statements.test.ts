import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import type { Readiness } from "../../src/business/money/payouts/readiness.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { demoStatement } from "../support/demo-statements.ts";
import type { Browser } from "../support/http.ts";
import {
  csvStatement,
  importLines,
  operationLine,
  startStage,
  type StatementAnswer,
  tradeLine,
  type UploadOptions,
  uploadStatement,
  withdrawStatement,
} from "../support/records.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
});
afterAll(() => test.close());

const fixture = (name: string) =>
  readFile(new URL(`../fixtures/statements/${name}.csv`, import.meta.url));

let copies = 0;
/** Adds a blank line to a file, so that it is not the one that was imported for another trader. */
function copyOf(file: Buffer): Buffer {
  copies += 1;
  return Buffer.concat([file, Buffer.from("\n".repeat(copies))]);
}

/** Imports a file for a new trader. */
async function importFile(file: Buffer, options: UploadOptions = {}) {
  const trader = await test.trader();
  const response = await uploadStatement(owner, trader.id, file, options);
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  return { trader, statement: response.json<StatementAnswer>() };
}

interface Trade {
  position: string;
  symbol: string;
  side: string;
  openTime: string;
  profit: string;
  net: string;
}

async function tradesOf(trader: Browser): Promise<Trade[]> {
  return (await trader.get("/api/user/trades?sort=openTime&order=asc")).json();
}

const codesOf = ({ reconciliation }: StatementAnswer) =>
  reconciliation.findings.map(({ code }) => code);

describe("the case", () => {
  it("utc-offset-in-header: the zone and the currency of the header count", async () => {
    const file = await fixture("utc-offset-in-header");
    const { trader, statement } = await importFile(file);
    expect(statement).toMatchObject({
      currency: "EUR",
      timeZone: "Etc/GMT-3",
      timeZoneSource: "file",
      from: "2026-09-09T22:30:00.000Z",
      totals: { profit: "1100.00", commission: "-10.50" },
      openingBalance: "100000.00",
      closingBalance: "101089.50",
      reconciliation: { status: "partial", findings: [] },
    });
    expect((await tradesOf(trader))[0]).toMatchObject({ openTime: "2026-09-09T22:30:00.000Z" });

    const chosen = await importFile(copyOf(file), { timeZone: "America/New_York" });
    expect(chosen.statement).toMatchObject({
      from: "2026-09-09T22:30:00.000Z",
      reconciliation: {
        status: "partial",
        findings: [{ code: "other_zone", expected: "America/New_York", actual: "UTC+3" }],
      },
    });
  });

  it("myfxbook-units-lots: profits are after costs", async () => {
    const { trader, statement } = await importFile(await fixture("myfxbook-units-lots"));
    expect(statement).toMatchObject({
      counts: { trades: 2, openTrades: 0, operations: 1 },
      totals: { profit: "0.00", commission: "-1.40", swap: "-0.20", deposits: "1000.00" },
      reconciliation: { status: "partial", findings: [] },
    });
    expect((await tradesOf(trader)).map(({ net }) => net)).toEqual(["19.10", "-20.70"]);
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "998.40" });
  });

  it("myfxbook-units-lots: a section below lists the open trades", async () => {
    const { statement } = await importFile(await fixture("myfxbook-open-trades"));
    expect(statement).toMatchObject({
      counts: { trades: 2, openTrades: 1, deals: 5, operations: 1 },
      totals: { profit: "0.00", deposits: "1000.00" },
      reconciliation: { status: "partial", findings: [] },
    });
  });

  it("fxblue-cancelled-order: an order that was never executed is no contradiction", async () => {
    const { trader, statement } = await importFile(await fixture("fxblue-cancelled-order"));
    expect(statement).toMatchObject({
      counts: { trades: 2, openTrades: 1, operations: 1, cancelledOrders: 1 },
      totals: { profit: "0.00", commission: "-7.00", swap: "-1.20", deposits: "10000.00" },
      reconciliation: { status: "partial", findings: [] },
    });
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "9991.80" });
  });

  it("negative-opening-balance: the stage starts with the first deposit", async () => {
    const { trader, statement } = await importFile(await fixture("negative-opening-balance"));
    expect(statement.reconciliation).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "opening_balance", actual: "-3119.75" }],
    });
    const stages = await owner.get(`/api/admin/user/${trader.id}/stages`);
    expect(stages.json()).toMatchObject([{ initialBalance: "50000.00" }]);
  });

  it("ambiguous-single-day: a finding names both readings", async () => {
    const { statement } = await importFile(await fixture("ambiguous-single-day"));
    expect(statement.reconciliation.findings).toEqual([
      expect.objectContaining({
        code: "ambiguous_dates",
        row: 2,
        expected: "2026-06-05 or 2026-05-06",
        actual: "05/06/2026",
      }),
      expect.objectContaining({ code: "no_balance" }),
    ]);
    expect(statement.from).toBe("2026-06-05T09:00:00.000Z");
  });

  it.each([
    ["2026-06-01T00:00:00.000Z", "2026-06-05T09:00:00.000Z"],
    ["2026-05-01T00:00:00.000Z", "2026-05-06T09:00:00.000Z"],
  ])("ambiguous-single-day: a stage from %s decides", async (startedAt, from) => {
    const trader = await test.trader();
    const { id } = await startStage(owner, trader.id, { startedAt });
    // Ends the first one before 5 June.
    if (startedAt < "2026-05-20") {
      await startStage(owner, trader.id, { startedAt: "2026-05-20T00:00:00.000Z" });
    }
    const file = copyOf(await fixture("ambiguous-single-day"));
    const response = await uploadStatement(owner, trader.id, file, { stageId: id });
    expect(response.json()).toMatchObject({ from, reconciliation: { findings: [] } });
  });
});

describe("the export of", () => {
  it("TopstepX has an offset behind each time, and costs without a sign", async () => {
    const { trader, statement } = await importFile(await fixture("topstepx"));
    expect(statement).toMatchObject({
      timeZone: "Etc/GMT-2",
      timeZoneSource: "file",
      totals: { profit: "372.00", commission: "-4.00", fee: "-3.82" },
      reconciliation: { status: "partial", findings: [{ code: "no_balance" }] },
    });
    expect(await tradesOf(trader)).toMatchObject([
      { side: "buy", symbol: "MNQZ6", openTime: "2026-10-07T14:20:37.000Z", net: "716.34" },
      { side: "sell", symbol: "MNQZ6", openTime: "2026-10-08T07:02:54.000Z", net: "-352.16" },
    ]);
  });

  it("Tradovate's performance has short trades that are sold before they are bought", async () => {
    const file = await fixture("tradovate-performance");
    const { trader, statement } = await importFile(file, { timeZone: "America/Chicago" });
    expect(statement).toMatchObject({
      counts: { trades: 2, openTrades: 0 },
      totals: { profit: "-19.00" },
      reconciliation: {
        status: "partial",
        findings: [{ code: "no_costs" }, { code: "no_balance" }],
      },
    });
    expect(await tradesOf(trader)).toMatchObject([
      { side: "buy", openTime: "2026-09-03T18:34:57.000Z", net: "22.00" },
      { side: "sell", openTime: "2026-09-03T18:36:01.000Z", net: "-41.00" },
    ]);
    const readiness = await trader.get("/api/user/payouts/readiness");
    expect(readiness.json<Readiness>().reasons).toContainEqual({
      code: "evidence_incomplete",
      message: "The profit is before costs, because a statement has no commissions, swaps or fees.",
      until: null,
    });
  });

  it("FTMO calls its times Open and Close", async () => {
    const { trader, statement } = await importFile(await fixture("ftmo"));
    expect(statement).toMatchObject({
      counts: { trades: 3, openTrades: 0 },
      totals: { profit: "502.41", commission: "-16.54" },
      from: "2022-02-23T17:54:23.000Z",
      to: "2022-02-25T14:06:03.000Z",
      reconciliation: { status: "partial", findings: [{ code: "no_balance" }] },
    });
    expect((await tradesOf(trader)).map(({ net }) => net)).toEqual(["-0.12", "71.04", "414.95"]);
  });

  it("Match-Trader has closed positions with a row of totals, and a file of payments", async () => {
    const { trader, statement } = await importFile(await fixture("match-trader-closed"));
    expect(statement).toMatchObject({
      counts: { trades: 2 },
      totals: { profit: "-50.00", commission: "-4.20", swap: "-0.20" },
      from: "2026-10-05T08:00:00.000Z",
      reconciliation: { status: "partial", findings: [{ code: "no_balance" }] },
    });
    const finance = await fixture("match-trader-finance");
    const response = await uploadStatement(owner, trader.id, finance);
    const payments = response.json<StatementAnswer>();
    expect(payments).toMatchObject({
      counts: { trades: 0, operations: 2 },
      totals: { deposits: "100000.00", withdrawals: "-500.00" },
    });
    expect(codesOf(payments)).toEqual(["not_executed", "before_stage"]);
    await owner.post(`/api/admin/statements/${payments.id}/confirm`);
    // A later export of the same payments adds none of them again.
    const lines = finance.toString().trimEnd().split("\n");
    const later = ["Deposit,20/10/2026 08:00:00,100.00,Done,Manual,", ...lines.slice(1)];
    const next = [lines[0], ...later, ""].join("\n");
    const answer = await uploadStatement(owner, trader.id, Buffer.from(next), { dryRun: true });
    expect(answer.json()).toMatchObject({ counts: { new: 1, known: 2, conflicts: 0 } });
  });
});

describe("a CSV file is refused", () => {
  it.each([
    ["if a spreadsheet has rounded its tickets", "1.23457E+11", "rounded the tickets"],
    ["if none of its rows can be read", "", "Row 2 was left out: it has no ticket."],
  ])("%s", async (_why, ticket, message) => {
    const trader = await test.trader();
    const line = tradeLine({ ticket: 1, opened: "2026-01-05 08:00", closed: "2026-01-05 09:00" });
    const file = csvStatement(line.replace(/^1(?=,)/, ticket));
    const response = await uploadStatement(owner, trader.id, file);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ message: string }>().message).toContain(message);
    expect((await trader.get("/api/user/statements")).json()).toEqual([]);
  });
});

describe("a file with neither a balance nor a deposit", () => {
  const line = tradeLine({ ticket: 1, opened: "2026-01-05 08:00", closed: "2026-01-05 09:00" });

  it("starts a stage with 0.00, and a finding says so", async () => {
    const trader = await test.trader();
    const { reconciliation, ...statement } = await importLines(owner, trader.id, [line]);
    expect(statement).toMatchObject({ openingBalance: null, closingBalance: null });
    expect(reconciliation).toMatchObject({
      status: "partial",
      findings: [{ code: "no_balance", row: null, expected: null, actual: null }],
    });
    expect((await trader.get("/api/user/stages")).json()).toMatchObject([
      { initialBalance: "0.00" },
    ]);
  });

  it("has no such finding if the stage is known, or a deposit states its start", async () => {
    const trader = await test.trader();
    await startStage(owner, trader.id, { startedAt: "2026-01-01T00:00:00Z" });
    const known = await importLines(owner, trader.id, [line.replace("EURUSD", "GBPUSD")]);
    const deposit = operationLine(2, "2026-01-05 07:00", "5000.00");
    const funded = await importLines(owner, (await test.trader()).id, [deposit, line]);
    expect([codesOf(known), codesOf(funded)]).toEqual([[], []]);
  });
});

it("a row whose time has not come yet is a finding", async () => {
  const trader = await test.trader();
  const tomorrow = new Date(test.clock.now().getTime() + 86_400_000).toISOString();
  const line = tradeLine({ ticket: 1, opened: "2026-01-05 08:00", closed: tomorrow });
  const statement = await importLines(owner, trader.id, [line]);
  expect(statement.reconciliation).toMatchObject({
    status: "partial",
    findings: [{ code: "future_row", row: 2, actual: tomorrow }, { code: "no_balance" }],
  });
});

describe("balance rows with a financing comment", () => {
  const header =
    "Ticket,Open Time,Type,Volume,Symbol,Open Price,Close Time,Close Price,Commission,Swap,Profit,Comment\n";
  const file = Buffer.from(
    [
      operationLine(1, "2026-01-05 07:00", "10000.00"),
      `${operationLine(2, "2026-01-05 22:00", "-1.25")},Financing`,
      `${operationLine(3, "2026-01-06 22:00", "-2.95")},Daily Financing EURUSD`,
      `${operationLine(4, "2026-01-07 09:00", "-500.00")},Payout`,
      "",
    ].reduce((text, line) => `${text}${line}\n`, header),
  );

  it("count as withdrawals, and a finding says so", async () => {
    const { statement } = await importFile(file);
    expect(statement).toMatchObject({
      totals: { deposits: "10000.00", withdrawals: "-504.20", fee: "0.00" },
      financing: { count: 2, amount: "-4.20", areCosts: false },
      reconciliation: { status: "partial", findings: [{ code: "financing", row: 3 }] },
    });
  });

  it("are costs if that is chosen, which the statement remembers", async () => {
    const { trader, statement } = await importFile(copyOf(file), { financing: "cost" });
    expect(statement).toMatchObject({
      totals: { deposits: "10000.00", withdrawals: "-500.00", fee: "-4.20" },
      financing: { count: 2, amount: "-4.20", areCosts: true },
      reconciliation: { status: "partial", findings: [] },
    });
    const [listed] = (await trader.get("/api/user/statements")).json<StatementAnswer[]>();
    expect(listed).toMatchObject({ financing: { count: 2, areCosts: true } });
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "9495.80" });
  });

  it.each(["mt4-html", "mt5-html", "mt5-xlsx"] as const)(
    "are costs in a statement as %s, which stays reconciled",
    async (format) => {
      const { operations } = demoStatement();
      const time = operations[0]!.time + 60_000;
      const financing = { ticket: 2000, time, amount: -420n, comment: "Financing" };
      const statement = demoStatement({ operations: [...operations, financing] });
      const options = { timeZone: statement.timeZone, financing: "cost" };
      const imported = await importFile(writeStatement(statement, format), options);
      expect(imported.statement).toMatchObject({
        totals: { deposits: "100000.00", withdrawals: "0.00", fee: "-4.20" },
        financing: { count: 1, amount: "-4.20", areCosts: true },
        reconciliation: { status: "reconciled", findings: [] },
      });
    },
  );

  it("cannot be counted as anything else", async () => {
    const trader = await test.trader();
    const response = await uploadStatement(owner, trader.id, file, { financing: "profit" });
    expect(response.statusCode).toBe(400);
  });
});

describe("a file without a zone, imported without one,", () => {
  const file = (ticket: number) =>
    csvStatement(tradeLine({ ticket, opened: "2026-01-05 08:00", closed: "2026-01-05 09:00" }));

  it("has the zone of the firm, and then that of the trader's statement before", async () => {
    const firm = "/api/admin/settings/firm";
    expect((await owner.patch(firm, { timeZone: "Europe/Prague" })).statusCode).toBe(200);
    const { trader, statement } = await importFile(file(1));
    expect(statement).toMatchObject({
      timeZone: "Europe/Prague",
      timeZoneSource: "firm",
      from: "2026-01-05T07:00:00.000Z",
    });

    const chosen = { timeZone: "Asia/Tokyo", dryRun: true };
    expect((await uploadStatement(owner, trader.id, file(2), chosen)).json()).toMatchObject({
      timeZone: "Asia/Tokyo",
      timeZoneSource: "chosen",
    });
    const athens = { timeZone: "Europe/Athens" };
    const second = (
      await uploadStatement(owner, trader.id, file(3), athens)
    ).json<StatementAnswer>();
    const next = async () =>
      (await uploadStatement(owner, trader.id, file(4), { dryRun: true })).json();
    expect(await next()).toMatchObject({
      timeZone: "Europe/Athens",
      timeZoneSource: "earlier",
      from: "2026-01-05T06:00:00.000Z",
    });
    const offset = { timeZone: "+05:30", dryRun: true };
    expect((await uploadStatement(owner, trader.id, file(4), offset)).json()).toMatchObject({
      timeZone: "+05:30",
      from: "2026-01-05T02:30:00.000Z",
    });
    await withdrawStatement(owner, second.id);
    expect(await next()).toMatchObject({ timeZone: "Europe/Prague", timeZoneSource: "earlier" });
    expect((await owner.patch(firm, { timeZone: "UTC" })).statusCode).toBe(200);
  });
});
