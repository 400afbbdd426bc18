import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statementFormats } from "../../src/business/record/statements/statement.rule.ts";
import { misprintBalance } from "../../src/demo/write-demo-statements.ts";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { demoStatement } from "../support/demo-statements.ts";
import type { Browser } from "../support/http.ts";
import {
  filesOf,
  importLines,
  operationLine,
  type StatementAnswer,
  uploadStatement,
} from "../support/records.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

/** The figures of the demo statement in every format; only MetaTrader statements also name the account. */
const figures = {
  timeZone: "Europe/Athens",
  from: "2026-01-05T06:12:30.000Z",
  to: "2026-01-05T12:57:30.000Z",
  counts: { trades: 6, openTrades: 0, deals: 12, operations: 1, new: 13, known: 0, conflicts: 0 },
  totals: {
    profit: "-210.00",
    commission: "-21.00",
    swap: "-3.11",
    fee: "0.00",
    deposits: "100000.00",
    withdrawals: "0.00",
    corrections: "0.00",
    credits: "0.00",
  },
  openingBalance: "0.00",
  closingBalance: "99765.89",
  reconciliation: { status: "reconciled", difference: "0.00", findings: [] },
};

describe.each(statementFormats)("the response to an import as %s", (format) => {
  const file = writeStatement(demoStatement(), format);
  const isCsv = format === "csv";

  it("has every field with its type, and is the same in every list", async () => {
    const trader = await test.trader();
    const response = await uploadStatement(administrator, trader.id, file, {
      timeZone: "Europe/Athens",
      // The format is detected from the content, not from the name.
      fileName: "holiday.pdf",
    });
    expect(response.statusCode).toBe(201);
    const statement = response.json<StatementAnswer>();
    expect(statement).toEqual({
      ...figures,
      timeZoneSource: "chosen",
      financing: null,
      id: expect.any(Number) as number,
      userId: trader.id,
      stageId: expect.any(Number) as number,
      format,
      fileName: "holiday.pdf",
      sha256: createHash("sha256").update(file).digest("hex"),
      size: file.length,
      login: isCsv ? null : "5002001",
      accountName: isCsv ? null : "Olivia Bennett",
      currency: isCsv ? null : "USD",
      counts: { ...figures.counts, cancelledOrders: isCsv ? 0 : 1 },
      needsConfirmation: false,
      confirmedAt: null,
      confirmedBy: null,
      createdAt: isoTime,
      createdBy: "Test administrator",
      withdrawnAt: null,
      withdrawnBy: null,
      withdrawnReason: null,
    });
    for (const transport of transports) {
      const own = await transport.call(trader, "trader.statements.list");
      expect(own.body).toEqual([statement]);
      const all = await transport.call(administrator, "admin.statements.list", {
        userId: trader.id,
      });
      expect(all.body).toEqual([statement]);
    }
    // Another trader's import of the same file would have a finding.
    await administrator.delete(`/api/admin/user/${trader.id}`);
  });

  it("is 200 in a dry run, without the fields of a stored statement", async () => {
    const trader = await test.trader();
    const before = await filesOf(test);
    const response = await uploadStatement(administrator, trader.id, file, {
      timeZone: "Europe/Athens",
      dryRun: true,
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      ...figures,
      id: null,
      stageId: null,
      createdAt: null,
      createdBy: null,
    });
    expect(await filesOf(test)).toEqual(before);
    for (const path of ["statements", "stages", "trades", "days"]) {
      expect((await trader.get(`/api/user/${path}`)).json()).toEqual([]);
    }
  });

  it("is never reconciled if the file was truncated, wherever that was", async () => {
    for (const part of [0.5, 0.75, 0.9, 0.97]) {
      const cut = file.subarray(0, Math.floor(file.length * part));
      const trader = await test.trader();
      const response = await uploadStatement(administrator, trader.id, cut, { dryRun: true });
      if (response.statusCode === 400) continue;
      const { status } = response.json<StatementAnswer>().reconciliation;
      // A table that was truncated between two lines is only a shorter table.
      if (isCsv && cut.toString().endsWith("\n")) continue;
      expect([part, status]).not.toEqual([part, "reconciled"]);
    }
    const trader = await test.trader();
    const end = isCsv ? 3 : format === "mt5-html" ? 24 : 12;
    const cut = file.subarray(0, file.length - end);
    const response = await uploadStatement(administrator, trader.id, cut, { dryRun: true });
    expect(response.json<StatementAnswer>().reconciliation.status).not.toBe("reconciled");
  });
});

describe("the reconciliation of a statement", () => {
  it("states the row and the expected balance if a running balance is wrong", async () => {
    const trader = await test.trader();
    const file = misprintBalance(writeStatement(demoStatement(), "csv"));
    const response = await uploadStatement(administrator, trader.id, file);
    expect(response.statusCode).toBe(201);
    const { reconciliation } = response.json<StatementAnswer>();
    expect(reconciliation.status).toBe("inconsistent");
    const [finding] = reconciliation.findings;
    expect(finding).toEqual({
      code: "running_balance",
      message: expect.stringContaining(`Row ${finding!.row}`) as string,
      row: expect.any(Number) as number,
      expected: expect.stringMatching(/^\d+\.\d\d$/) as string,
      actual: expect.stringMatching(/^\d+\.\d\d$/) as string,
    });
    expect(Number(finding!.actual) - Number(finding!.expected)).toBeCloseTo(250);
    // The header is line 1.
    const line = file.toString().split("\n")[finding!.row! - 1]!;
    expect(line.endsWith(`,${finding!.actual}`)).toBe(true);
  });

  it("is partial if a constant opening amount explains every balance", async () => {
    const trader = await test.trader();
    const lines = writeStatement(demoStatement(), "csv").toString().split("\n");
    const filtered = Buffer.from([lines[0], ...lines.slice(3)].join("\n"));
    const statement = (
      await uploadStatement(administrator, trader.id, filtered)
    ).json<StatementAnswer>();
    expect(statement.reconciliation).toEqual({
      status: "partial",
      difference: "0.00",
      findings: [],
    });
    expect(statement.openingBalance).toBe("100046.50");
    const stages = await trader.get("/api/user/stages");
    expect(stages.json()).toMatchObject([{ initialBalance: "100046.50" }]);
  });

  it("is inconsistent if a CSV file ends before the closing time of its last trade", async () => {
    const trader = await test.trader();
    const lines = writeStatement(demoStatement(), "csv").toString().trimEnd().split("\n");
    lines.push(lines.pop()!.split(",").slice(0, 6).join(","));
    const cut = Buffer.from(lines.join("\n"));
    const { reconciliation } = (
      await uploadStatement(administrator, trader.id, cut)
    ).json<StatementAnswer>();
    expect(reconciliation).toMatchObject({
      status: "inconsistent",
      findings: [{ code: "truncated", row: null, expected: null, actual: null }],
    });
  });

  it("is partial for a CSV file without balances, which are null", async () => {
    const trader = await test.trader();
    const statement = await importLines(administrator, trader.id, [
      operationLine(1, "2026-01-05 08:00", "5000.00"),
      operationLine(2, "2026-01-05 09:00", "-100.00"),
      operationLine(3, "2026-01-05 10:00", "50.00", "credit"),
      operationLine(4, "2026-01-05 11:00", "-2.50", "fee"),
    ]);
    expect(statement).toMatchObject({
      openingBalance: null,
      closingBalance: null,
      reconciliation: { status: "partial", difference: "0.00", findings: [] },
      counts: { operations: 4, deals: 0, new: 4 },
      totals: { deposits: "5000.00", withdrawals: "-100.00", credits: "50.00", fee: "-2.50" },
    });
    expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "4897.50" });
  });

  it("is inconsistent if a total contradicts the rows", async () => {
    const trader = await test.trader();
    const html = writeStatement(demoStatement(), "mt4-html").toString();
    const file = Buffer.from(html.replace(/Closed P\/L:<\/b><\/td>(.*?)<b>-?\d+/, "$&7"));
    expect(file.toString()).not.toBe(html);
    const response = await uploadStatement(administrator, trader.id, file);
    const { reconciliation } = response.json<StatementAnswer>();
    expect(reconciliation.status).toBe("inconsistent");
    const { row } = reconciliation.findings[0]!;
    expect(file.toString().split(/<tr\b/)[row!]).toContain("Closed P/L");
  });
});

describe("the statements of a trader", () => {
  it("are listed page by page to the trader and to administrators, newest first", async () => {
    const trader = await test.trader();
    const imported: number[] = [];
    for (const ticket of [1, 2, 3]) {
      const line = operationLine(ticket, `2026-01-0${ticket} 08:00`, "100.00");
      imported.unshift((await importLines(administrator, trader.id, [line])).id);
    }
    for (const [reader, path] of [
      [trader, "/api/user/statements"],
      [administrator, `/api/admin/user/${trader.id}/statements`],
    ] as const) {
      expect(await idsOf(reader, path)).toEqual({ ids: imported, pages: 1 });
      expect(await idsOf(reader, `${path}?limit=2`)).toEqual({ ids: imported, pages: 2 });
      for (const query of ["limit=0", "limit=1001", "cursor=x"])
        expect((await reader.get(`${path}?${query}`)).statusCode).toBe(400);
    }
  });

  async function idsOf(reader: Browser, path: string) {
    const ids: number[] = [];
    let pages = 0;
    for (let next: string | undefined = path; next !== undefined; pages += 1) {
      const { headers, ...response } = await reader.get(next);
      ids.push(...response.json<{ id: number }[]>().map(({ id }) => id));
      next = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1];
    }
    return { ids, pages };
  }
});
