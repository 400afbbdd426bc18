import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { importLines, operationLine, startStage, tradeLine } from "../support/records.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const none = {
  trades: 0,
  wins: 0,
  losses: 0,
  winRate: null,
  profitFactor: null,
  averageWin: null,
  averageLoss: null,
  expectancy: null,
  best: null,
  worst: null,
  bestDay: null,
  worstDay: null,
  averageHoldingSeconds: null,
  longestLosingStreak: 0,
  maxDrawdown: "0.00",
  bySymbol: [],
};

describe.each(transports)("the statistics over $name", (transport) => {
  const read = async (trader: Browser & { id: number }) => {
    const own = await transport.call(trader, "trader.record.statistics");
    const all = await transport.call(administrator, "admin.record.statistics", {
      userId: trader.id,
    });
    expect(all.body).toEqual(own.body);
    return own.body;
  };
  const trade = (
    ticket: number,
    opened: string,
    closed: string,
    profit: string,
    more: Partial<Parameters<typeof tradeLine>[0]> = {},
  ) =>
    tradeLine({
      ticket,
      opened: `2026-01-${opened}`,
      closed: `2026-01-${closed}`,
      profit,
      ...more,
    });

  it("name the first of equally good and equally bad days", async () => {
    const trader = await test.trader();
    await importLines(administrator, trader.id, [
      trade(1, "05 08:00", "05 09:00", "10.00"),
      trade(2, "06 08:00", "06 09:00", "-4.00"),
      trade(3, "07 08:00", "07 09:00", "10.00"),
      trade(4, "08 08:00", "08 09:00", "-4.00"),
    ]);
    expect(await read(trader)).toMatchObject({
      bestDay: { day: "2026-01-05", net: "10.00" },
      worstDay: { day: "2026-01-06", net: "-4.00" },
    });
  });

  it("are null without closed trades", async () => {
    const trader = await test.trader();
    expect(await read(trader)).toEqual(none);
    await startStage(administrator, trader.id, { startedAt: "2026-01-01T00:00:00Z" });
    expect(await read(trader)).toEqual(none);
    await importLines(administrator, trader.id, [
      operationLine(1, "2026-01-05 07:00", "-500.00"),
      tradeLine({ ticket: 2, opened: "2026-01-06 08:00" }),
    ]);
    // A day with a deal has a result, even if the trade is still open; operations are not results.
    const openDay = { day: "2026-01-06", net: "0.00" };
    expect(await read(trader)).toEqual({ ...none, bestDay: openDay, worstDay: openDay });
  });

  it("count wins and losses of closed trades by their net result", async () => {
    const trader = await test.trader();
    await importLines(administrator, trader.id, [
      operationLine(1, "2026-01-05 07:00", "1000.00"),
      // A win before the commission, but a net loss.
      trade(2, "05 08:00", "05 09:00", "5.00", { commission: "-7.00", volume: "0.50" }),
      trade(3, "05 09:30", "05 10:00", "-20.01", { symbol: "GBPJPY" }),
      // Neither a win nor a loss: ends the streak.
      trade(4, "05 10:00", "05 10:30", "2.00", { swap: "-2.00" }),
      trade(5, "05 11:00", "05 12:00", "-10.00"),
      operationLine(6, "2026-01-06 07:00", "-300.00"),
      trade(7, "06 08:00", "06 08:00", "40.00"),
      trade(8, "07 08:00", "07 09:00", "10.01", { symbol: "gbpjpy", volume: "0.10" }),
      tradeLine({ ticket: 9, opened: "2026-01-07 10:00" }),
    ]);
    expect(await read(trader)).toEqual({
      trades: 6,
      wins: 2,
      losses: 3,
      winRate: "0.3333",
      // 50.01 / 32.01
      profitFactor: "1.5623",
      // 25.005, rounded half away from zero
      averageWin: "25.01",
      averageLoss: "-10.67",
      // 18.00 / 6
      expectancy: "3.00",
      best: "40.00",
      worst: "-20.01",
      bestDay: { day: "2026-01-06", net: "40.00" },
      worstDay: { day: "2026-01-05", net: "-32.01" },
      // 3600 + 1800 + 1800 + 3600 + 0 + 3600 seconds
      averageHoldingSeconds: 2400,
      longestLosingStreak: 2,
      maxDrawdown: "32.01",
      bySymbol: [
        { symbol: "EURUSD", trades: 4, wins: 1, losses: 2, net: "28.00", volume: "3.50" },
        { symbol: "GBPJPY", trades: 2, wins: 1, losses: 1, net: "-10.00", volume: "1.10" },
      ],
    });
  });

  it("have no profit factor without a loss, and a negative average rounds away from zero", async () => {
    const winner = await test.trader();
    await importLines(administrator, winner.id, [trade(1, "05 08:00", "05 09:00", "10.00")]);
    expect(await read(winner)).toMatchObject({
      winRate: "1.0000",
      profitFactor: null,
      averageLoss: null,
      maxDrawdown: "0.00",
    });
    const loser = await test.trader();
    await importLines(administrator, loser.id, [
      trade(1, "05 08:00", "05 09:00", "-10.00"),
      trade(2, "05 08:00", "05 09:00", "-10.01"),
    ]);
    expect(await read(loser)).toMatchObject({
      winRate: "0.0000",
      profitFactor: "0.0000",
      averageLoss: "-10.01",
      expectancy: "-10.01",
      best: "-10.00",
      longestLosingStreak: 2,
      maxDrawdown: "20.01",
      bestDay: { day: "2026-01-05", net: "-20.01" },
      worstDay: { day: "2026-01-05", net: "-20.01" },
    });
  });
});
