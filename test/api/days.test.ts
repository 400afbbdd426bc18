import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { importLines, operationLine, startStage, tradeLine } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import { feed, judgedTrader, tradeOf } from "../support/verdicts.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const trade = (ticket: number, opened: string, closed: string, profit: string) =>
  tradeLine({ ticket, opened: `2026-01-${opened}`, closed: `2026-01-${closed}`, profit });

const lines = [
  operationLine(1, "2026-01-05 07:00", "1000.00"),
  trade(2, "05 08:00", "05 09:00", "10.00"),
  trade(3, "05 10:00", "05 11:00", "-4.00"),
  trade(4, "05 10:00", "05 11:00", "0.00"),
  // Spans the end of a day.
  trade(5, "06 23:00", "07 01:00", "7.50"),
  operationLine(6, "2026-01-09 12:00", "-200.00"),
];

const day = {
  net: "0.00",
  trades: 0,
  wins: 0,
  losses: 0,
  equityLow: null as string | null,
  equityHigh: null as string | null,
};

const expected = [
  {
    ...day,
    day: "2026-01-05",
    openingBalance: "1000.00",
    closingBalance: "1006.00",
    net: "6.00",
    trades: 3,
    wins: 1,
    losses: 1,
    equityLow: "1006.00",
    equityHigh: "1010.00",
    evidence: "closed_results",
  },
  {
    ...day,
    day: "2026-01-06",
    openingBalance: "1006.00",
    closingBalance: "1006.00",
    evidence: "closed_results",
  },
  {
    ...day,
    day: "2026-01-07",
    openingBalance: "1006.00",
    closingBalance: "1013.50",
    net: "7.50",
    trades: 1,
    wins: 1,
    equityLow: "1013.50",
    equityHigh: "1013.50",
    evidence: "closed_results",
  },
  {
    ...day,
    day: "2026-01-09",
    openingBalance: "1013.50",
    closingBalance: "813.50",
    equityLow: "813.50",
    equityHigh: "813.50",
    evidence: "observed",
  },
];

describe.each(transports)("the days over $name", (transport) => {
  it("are the days with records, oldest first, with every figure", async () => {
    const trader = await test.trader();
    await importLines(administrator, trader.id, lines);
    expect((await transport.call(trader, "trader.record.days")).body).toEqual(expected);
    const all = await transport.call(administrator, "admin.record.days", { userId: trader.id });
    expect(all.body).toEqual(expected);
  });

  it("can be limited to an inclusive range", async () => {
    const trader = await test.trader();
    await importLines(administrator, trader.id, lines);
    const within = async (input: Record<string, unknown>) =>
      (await transport.call(trader, "trader.record.days", input)).body;
    expect(await within({ from: "2026-01-06", to: "2026-01-07" })).toEqual(expected.slice(1, 3));
    expect(await within({ from: "2026-01-07" })).toEqual(expected.slice(2));
    expect(await within({ to: "2026-01-05" })).toEqual(expected.slice(0, 1));
    expect(await within({ from: "2026-01-08", to: "2026-01-08" })).toEqual([]);
    expect(await within({ from: "2026-02-01", to: "2026-01-01" })).toEqual([]);
    for (const from of ["2026-1-5", "2026-02-30", "yesterday", "2026-01-05T00:00:00Z", ""]) {
      const response = await transport.call(trader, "trader.record.days", { from });
      expect([from, response.status]).toEqual([from, 400]);
    }
  });
});

describe("the evidence of the last day of a range", () => {
  it("depends on the first observation after the range", async () => {
    const trader = await test.trader();
    const login = `77${trader.id}`;
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { login });
    await startStage(administrator, trader.id, { startedAt: "2026-01-05T00:00:00Z" });
    const bridge = await test.token(["feed:write"]);
    const snapshot = (time: string) => ({ time, balance: "100000", equity: "100000" });
    const deal = {
      ticket: "1",
      position: "1",
      time: "2026-01-05T23:59:00Z",
      entry: "in",
      symbol: "EURUSD",
      side: "buy",
      volume: "1",
      price: "1.1",
    };
    const times = ["2026-01-05T23:59:30Z", "2026-01-06T00:00:30Z", "2026-01-07T12:00:00Z"];
    const snapshots = times.map(snapshot);
    const response = await bridge.post("/api/feed", {
      accounts: [{ login, deals: [deal], snapshots }],
    });
    expect(response.json()).toMatchObject({ rejected: [] });
    const read = async (query = "") =>
      (await trader.get(`/api/user/days${query}`)).json<{ evidence: string }[]>();
    const [first] = await read();
    expect(await read("?to=2026-01-05")).toEqual([first]);
  });
});

describe("a day whose end is skipped at midnight", () => {
  // In Cairo the clock goes from 00:00 to 01:00 on 24 April, so the days from 22 and 23 April both end on 23 April.
  const cairo = { ...noRules, day: { timeZone: "Africa/Cairo", startsAt: "00:30" } };
  const tradeOn = (ticket: number, date: string, profit: string) =>
    tradeOf(ticket, `${date}T10:00:00Z`, `${date}T11:00:00Z`, profit);

  it("is separate from the day before, which is shown under the same date", async () => {
    const judged = await judgedTrader(test, cairo);
    const read = async (path: string) => (await judged.trader.get(`/api/user/${path}`)).json();
    await feed(judged, { deals: tradeOn(1, "2026-04-21", "1.00") });
    await feed(judged, { deals: tradeOn(2, "2026-04-22", "-2.00") });
    await feed(judged, { deals: tradeOn(3, "2026-04-23", "4.00") });
    await feed(judged, { deals: tradeOn(4, "2026-04-24", "8.00") });
    await feed(judged, { deals: tradeOn(5, "2026-04-23", "16.00") });
    const days = [
      { day: "2026-04-22", net: "1.00", trades: 1, wins: 1, closingBalance: "100001.00" },
      { day: "2026-04-23", net: "-2.00", trades: 1, wins: 0, closingBalance: "99999.00" },
      { day: "2026-04-23", net: "20.00", trades: 2, wins: 2, closingBalance: "100019.00" },
      { day: "2026-04-25", net: "8.00", trades: 1, wins: 1, closingBalance: "100027.00" },
    ];
    expect(await read("days")).toMatchObject(days);
    expect(await read("days?from=2026-04-23&to=2026-04-23")).toMatchObject(days.slice(1, 3));
    expect(await read("days?to=2026-04-22")).toMatchObject(days.slice(0, 1));
    expect(await read("days?from=2026-04-24")).toMatchObject(days.slice(3));
    expect(await read("statistics")).toMatchObject({
      bestDay: { day: "2026-04-23", net: "20.00" },
      worstDay: { day: "2026-04-23", net: "-2.00" },
    });
    expect(await read("account")).toMatchObject({ balance: "100027.00" });
  });
});

describe("the zone of the platform's clock", () => {
  const importAt = async (opened: string, timeZone: string) => {
    const trader = await test.trader();
    await startStage(administrator, trader.id, { startedAt: "2020-01-01T00:00:00Z" });
    await importLines(administrator, trader.id, [tradeLine({ ticket: 1, opened })], { timeZone });
    return (await trader.get("/api/user/trades")).json<{ openTime: string }[]>()[0]!.openTime;
  };

  it.each([
    ["2026.01.05 10:00", "Europe/Athens", "2026-01-05T08:00:00.000Z"],
    ["2026.07.05 10:00", "Europe/Athens", "2026-07-05T07:00:00.000Z"],
    ["2026-01-05 10:00:30", "America/New_York", "2026-01-05T15:00:30.000Z"],
    // This time is skipped: clocks go from 03:00 to 04:00.
    ["2026.03.29 03:30", "Europe/Athens", "2026-03-29T01:00:00.000Z"],
    // This time occurs twice; the first instant is used.
    ["2026.10.25 03:30", "Europe/Athens", "2026-10-25T00:30:00.000Z"],
    // A gap of half an hour.
    ["2026.10.04 02:15", "Australia/Lord_Howe", "2026-10-03T15:30:00.000Z"],
  ])("reads %s in %s as %s", async (local, timeZone, instant) => {
    expect(await importAt(local, timeZone)).toBe(instant);
  });

  it("is UTC by default", async () => {
    const trader = await test.trader();
    const statement = await importLines(administrator, trader.id, lines);
    expect(statement).toMatchObject({ timeZone: "UTC", from: "2026-01-05T07:00:00.000Z" });
  });
});
