import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { mt4Page, threeTrades } from "../support/mt4-pages.ts";
import { mt5Languages, mt5ReportIn } from "../support/mt5-languages.ts";
import { type StatementAnswer, uploadStatement } from "../support/records.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

/** Imports a file for a new trader. */
async function importFile(file: Buffer | string, timeZone = "UTC") {
  const trader = await test.trader();
  const response = await uploadStatement(administrator, trader.id, Buffer.from(file), { timeZone });
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return { trader, statement: response.json<StatementAnswer>() };
}

const reconciled = { status: "reconciled", difference: "0.00", findings: [] };

/** The content of `mt4Page()`. */
const fieldTest = {
  login: "5009003",
  accountName: "Field Test",
  currency: "USD",
  counts: { trades: 3, openTrades: 0, deals: 6, operations: 1 },
  totals: { profit: "-650.00", deposits: "10000.00" },
  openingBalance: "0.00",
  closingBalance: "9350.00",
  reconciliation: reconciled,
};

describe("mt5-xlsx-other-language", () => {
  it.each(["English", "Spanish"])("is read with the same figures in %s", async (name) => {
    const language = mt5Languages[name]!;
    const { statement } = await importFile(
      mt5ReportIn({ language, layout: "with fee" }, "mt5-xlsx"),
    );
    expect(statement).toMatchObject({
      format: "mt5-xlsx",
      login: "5002001",
      accountName: "Ana Prueba",
      currency: "USD",
      counts: { trades: 6, openTrades: 0, deals: 12, operations: 1, cancelledOrders: 1 },
      totals: { profit: "-210.00", commission: "-21.00", swap: "-3.11", deposits: "100000.00" },
      openingBalance: "0.00",
      closingBalance: "99765.89",
      reconciliation: reconciled,
    });
  });
});

describe("mt4-comment-ends-reading", () => {
  it.each(["Summary of my plan", "details in journal", "open trades hedge"])(
    "does not, if the comment is %j",
    async (comment) => {
      const [first, ...others] = threeTrades;
      const { trader, statement } = await importFile(
        mt4Page({ trades: [{ ...first!, comment }, ...others] }),
      );
      expect(statement).toMatchObject(fieldTest);
      const trades = (await trader.get("/api/user/trades")).json<{ profit: string }[]>();
      expect(trades.map(({ profit }) => profit)).toEqual(["20.00", "-700.00", "30.00"]);
    },
  );
});

describe("dst-close-before-open", () => {
  const trade = (opened: string, closed: string) => ({
    opened: `2026.10.${opened}:00`,
    closed: `2026.10.${closed}:00`,
    symbol: "btcusd",
    profit: "30.00",
  });
  const timesOf = async ({ trader }: { trader: Browser }) =>
    (await trader.get("/api/user/trades")).json<{ openTime: string; closeTime: string }[]>();

  it("takes the second instant of a local time if only that one keeps the order", async () => {
    const trades = [trade("25 03:50", "25 03:10")];
    const imported = await importFile(mt4Page({ trades }), "Europe/Athens");
    expect(imported.statement).toMatchObject({
      counts: { trades: 1, openTrades: 0 },
      reconciliation: reconciled,
    });
    expect(await timesOf(imported)).toMatchObject([
      { openTime: "2026-10-25T00:50:00.000Z", closeTime: "2026-10-25T01:10:00.000Z" },
    ]);
  });

  it("reports a trade that closed before it opened otherwise, and counts it as closed", async () => {
    const trades = [trade("26 09:00", "26 08:00"), trade("25 03:50", "25 02:10")];
    const imported = await importFile(mt4Page({ trades }), "Europe/Athens");
    const finding = (row: number, expected: string, actual: string) =>
      expect.objectContaining({ code: "close_before_open", row, expected, actual }) as unknown;
    expect(imported.statement).toMatchObject({
      counts: { trades: 2, openTrades: 0 },
      reconciliation: {
        status: "reconciled",
        findings: [
          finding(5, "2026-10-26T07:00:00.000Z", "2026-10-26T06:00:00.000Z"),
          finding(6, "2026-10-25T00:50:00.000Z", "2026-10-24T23:10:00.000Z"),
        ],
      },
    });
    const times = await timesOf(imported);
    expect(times.map(({ openTime, closeTime }) => [openTime, closeTime])).toEqual([
      ["2026-10-26T06:00:00.000Z", "2026-10-26T06:00:00.000Z"],
      ["2026-10-24T23:10:00.000Z", "2026-10-24T23:10:00.000Z"],
    ]);
  });
});

describe("mt4-empty-account", () => {
  it("has neither a login nor a name", async () => {
    const { statement } = await importFile(mt4Page({ account: "", name: "" }));
    expect(statement).toMatchObject({ ...fieldTest, login: null, accountName: null });
  });
});

describe("mt4-code-page", () => {
  it.each([
    ["windows-1251", "Иван Проба", "&nbsp;"],
    ["gbk", "王小明", "\u3000"],
  ])("is found if it is %s and not declared", async (encoding, name, blank) => {
    const { statement } = await importFile(iconv.encode(mt4Page({ name, blank }), encoding));
    expect(statement).toMatchObject({ ...fieldTest, accountName: name });
  });
});

it("a report of MetaTrader that was saved as CSV is refused with what to upload instead", async () => {
  const trader = await test.trader();
  const file = Buffer.from(
    'Trade History Report,,,\nName:,,,Ana Prueba\nAccount:,,,"5009002 (USD, Field-Demo, demo, Hedge)"\nPositions,,,\n',
  );
  const response = await uploadStatement(administrator, trader.id, file);
  expect(response.statusCode).toBe(400);
  expect(response.body).toContain("Upload the HTML or XLSX file that MetaTrader saved.");
});
