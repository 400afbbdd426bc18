import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EquityPoint } from "../../src/business/record/results/result.schema.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import {
  importLines,
  operationLine,
  tradeLine,
  type Wire,
  withdrawStatement,
} from "../support/records.ts";
import { transports } from "../support/transports.ts";

type Point = Wire<EquityPoint>;

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const instant = (minute: number) =>
  new Date(Date.UTC(2026, 0, 5, 8) + minute * 60_000).toISOString();
const text = (minute: number) => instant(minute).slice(0, 19).replace("T", " ");

describe.each(transports)("the equity curve over $name", (transport) => {
  it("has a point for each instant, with the balance, and the equity if no position is open after it", async () => {
    const trader = await test.trader();
    await importLines(administrator, trader.id, [
      operationLine(1, text(0), "1000.00"),
      tradeLine({ ticket: 2, opened: text(10), closed: text(40), profit: "10.00" }),
      tradeLine({ ticket: 3, opened: text(20), closed: text(30), profit: "-30.00" }),
    ]);
    const expected = [
      { time: instant(0), balance: "1000.00", equity: null },
      { time: instant(10), balance: "1000.00", equity: null },
      { time: instant(20), balance: "1000.00", equity: null },
      { time: instant(30), balance: "970.00", equity: null },
      { time: instant(40), balance: "980.00", equity: "980.00" },
    ];
    const own = await transport.call(trader, "trader.record.equity");
    expect(own.body).toEqual(expected);
    const all = await transport.call(administrator, "admin.record.equity", { userId: trader.id });
    expect(all.body).toEqual(expected);
    const within = async (input: Record<string, unknown>) =>
      (await transport.call(trader, "trader.record.equity", input)).body;
    expect(await within({ from: instant(20), to: instant(30) })).toEqual(expected.slice(2, 4));
    expect(await within({ from: instant(30) })).toEqual(expected.slice(3));
    expect(await within({ to: instant(10) })).toEqual(expected.slice(0, 2));
    expect(await within({ from: instant(41) })).toEqual([]);
    for (const input of [{ points: 0 }, { points: 2001 }, { points: 1.5 }, { from: "noon" }]) {
      const response = await transport.call(trader, "trader.record.equity", input);
      expect([input, response.status]).toEqual([input, 400]);
    }
  });

  it("is reduced to the requested number of points without losing a low or high", async () => {
    const trader = await test.trader();
    const profits = Array.from({ length: 1500 }, (_, index) => ((index * 37) % 101) - 50);
    profits[700] = -5000;
    profits[1100] = 9000;
    const lines = profits.map((profit, index) =>
      tradeLine({
        ticket: 10 + index,
        opened: text(index * 7),
        closed: text(index * 7 + 3),
        profit: `${profit}.00`,
      }),
    );
    await importLines(administrator, trader.id, [
      operationLine(1, text(-1), "100000.00"),
      ...lines,
    ]);
    const read = async (points?: number): Promise<Point[]> => {
      const input = points === undefined ? {} : { points };
      return (await transport.call<Point[]>(trader, "trader.record.equity", input)).body;
    };
    const balances = (curve: Point[]) => curve.map(({ balance }) => Number(balance));
    let running = 100_000;
    const all = profits.map((profit) => (running += profit));
    const [low, high] = [Math.min(...all), Math.max(...all)];
    for (const points of [1, 2, 5, 6, 50, undefined, 2000]) {
      const curve = await read(points);
      expect(curve.length).toBeGreaterThan(0);
      expect(curve.length).toBeLessThanOrEqual(points ?? 500);
      const times = curve.map(({ time }) => time);
      expect(times).toEqual([...new Set(times)].toSorted());
      expect([points, Math.min(...balances(curve))]).toEqual([points, low]);
      if (points !== 1) expect([points, Math.max(...balances(curve))]).toEqual([points, high]);
      const observed = curve.flatMap(({ equity }) => (equity === null ? [] : [Number(equity)]));
      expect([points, Math.min(...observed)]).toEqual([points, low]);
    }
    const middle = await transport.call(trader, "trader.record.equity", {
      from: instant(699 * 7),
      to: instant(701 * 7 + 3),
      points: 2000,
    });
    expect(middle.body).toHaveLength(6);
    const [from, to] = [instant(699 * 7), instant(1101 * 7 + 3)];
    const input = { from, to, points: 50 };
    const partOfDays = (await transport.call<Point[]>(trader, "trader.record.equity", input)).body;
    const times = partOfDays.map(({ time }) => time);
    expect(partOfDays.length).toBeLessThanOrEqual(50);
    expect(times).toEqual([...new Set(times)].toSorted());
    expect([times[0], times.at(-1)]).toEqual([from, to]);
    expect(Math.min(...balances(partOfDays))).toBe(Math.min(...all.slice(699, 1102)));
    expect(Math.max(...balances(partOfDays))).toBe(Math.max(...all.slice(699, 1102)));
  });

  it("has no low of hours whose only records were withdrawn", async () => {
    const trader = await test.trader();
    const lines = Array.from({ length: 10 }, (_, index) =>
      tradeLine({ ticket: 10 + index, opened: text(index), closed: text(index), profit: "1.00" }),
    );
    await importLines(administrator, trader.id, [operationLine(1, text(0), "1000.00"), ...lines]);
    const read = async () =>
      (await transport.call<Point[]>(trader, "trader.record.equity", { points: 5 })).body;
    const before = await read();
    const loss = { ticket: 99, opened: text(300), closed: text(301), profit: "-500.00" };
    const { id } = await importLines(administrator, trader.id, [tradeLine(loss)]);
    expect((await read()).at(-1)).toMatchObject({ balance: "510.00" });
    await withdrawStatement(administrator, id);
    expect(await read()).toEqual(before);
  });
});
