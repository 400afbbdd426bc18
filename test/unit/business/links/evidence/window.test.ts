import { describe, expect, it } from "vitest";
import {
  compareExposure,
  exposureSteps,
} from "../../../../../src/business/links/evidence/exposure.rule.ts";
import {
  formatWindowVolume,
  instrumentReader,
  tradesInWindow,
  windowOf,
} from "../../../../../src/business/links/evidence/window.rule.ts";
import type { RecordedDeal } from "../../../../../src/business/rulebook/timeline/trading-record.rule.ts";

const start = Date.UTC(2026, 2, 2, 12);
const to = start + 3_600_000;
const window = { from: start, to };
const reading = instrumentReader([
  {
    name: "Index",
    symbols: [
      { symbol: "MES", ratio: "0.1" },
      { symbol: "SHORT", ratio: "-2" },
    ],
  },
]);

let ticket = 0;
/** A deal seconds after the start of the window. */
function deal(
  seconds: number,
  position: string,
  entry: RecordedDeal["entry"],
  side: RecordedDeal["side"],
  volume: string,
  symbol = "EURUSD",
): RecordedDeal {
  ticket += 1;
  const costs = { profit: 0n, commission: -5n, swap: 0n, fee: 0n };
  const time = start + seconds * 1000;
  return { ticket: `${ticket}`, position, time, entry, symbol, side, volume, price: "1", ...costs };
}

describe("a window", () => {
  it("has days of 24 hours, and excludes its end", () => {
    expect(windowOf(to, 2)).toEqual({ from: to - 172_800_000, to });
    const deals = [
      deal(-1, "before", "in", "buy", "1.00"),
      deal(0, "first", "in", "buy", "1.00"),
      deal(3599, "last", "in", "buy", "1.00"),
      deal(3600, "after", "in", "buy", "1.00"),
      deal(3600, "first", "out", "sell", "1.00"),
      deal(5, "before", "out", "sell", "1.00"),
      deal(6, "orphan", "out", "sell", "1.00"),
    ];
    expect(
      tradesInWindow(deals, window, reading).map(({ position, isOpen, exit }) => [
        position,
        isOpen,
        exit,
      ]),
    ).toEqual([
      ["first", true, to],
      ["last", true, to],
    ]);
  });

  it.each([
    ["EURUSD.ECN", "EURUSD", "buy", "1.50"],
    ["#AAPL", "#AAPL", "buy", "1.50"],
    ["US30_Z", "US30", "buy", "1.50"],
    ["MES", "Index", "buy", "0.15"],
    ["SHORT", "Index", "sell", "3.00"],
  ])("reads %s as %s", (symbol, instrument, direction, volume) => {
    const [trade] = tradesInWindow([deal(1, "p", "in", "buy", "1.50", symbol)], window, reading);
    expect(trade).toMatchObject({ instrument, direction });
    expect(formatWindowVolume(trade!.volume)).toBe(volume);
  });
});

describe("exposure", () => {
  const expose = (a: RecordedDeal[], b: RecordedDeal[]) =>
    compareExposure(exposureSteps([a], window, reading), exposureSteps([b], window, reading), to);

  it("adds, takes and reverses, and sums what is left uncovered", () => {
    const a = [
      deal(0, "a", "in", "buy", "1.00"),
      deal(100, "a", "in", "buy", "1.00"),
      deal(200, "a", "out", "sell", "0.50"),
      // Closes 1.50 and opens 0.50 on the other side.
      deal(300, "a", "inout", "sell", "2.00"),
      deal(400, "a", "out", "buy", "0.50"),
    ];
    const b = [deal(50, "b", "in", "sell", "1.20"), deal(350, "b", "out", "buy", "1.20")];
    // Opposed from 50 to 300: |1 − 1.2| × 50 + |2 − 1.2| × 100 + |1.5 − 1.2| × 100 = 10 + 80 + 30;
    // both short from 300 to 350: 1.7 × 50 = 85. Gross: 2.2 × 50 + 3.2 × 100 + 2.7 × 100 + 1.7 × 50 = 785.
    expect(expose(a, b)).toEqual({
      bothSeconds: 300,
      opposedSeconds: 250,
      longestSeconds: 250,
      opposedVolume: "1.20",
      netPercent: "26.11",
    });
  });

  it("lasts until the end of the window, and over a change at one instant", () => {
    const a = [
      deal(3000, "a", "in", "buy", "0.10"),
      deal(3300, "a", "out", "sell", "0.10"),
      deal(3300, "a2", "in", "buy", "0.10"),
    ];
    const b = [deal(3100, "b", "in", "sell", "1.00", "EURUSD.X")];
    expect(expose(a, b)).toMatchObject({
      opposedSeconds: 500,
      longestSeconds: 500,
      opposedVolume: "0.10",
    });
  });

  it("is that of each instrument, with ratios", () => {
    const a = [
      deal(0, "a", "in", "buy", "10.00", "MES"),
      deal(0, "g", "in", "buy", "1.00", "GOLD"),
    ];
    const b = [deal(0, "b", "in", "buy", "0.50", "SHORT"), deal(0, "e", "in", "sell", "1.00")];
    expect(expose(a, b)).toEqual({
      bothSeconds: 3600,
      opposedSeconds: 3600,
      longestSeconds: 3600,
      opposedVolume: "1.00",
      netPercent: "0.00",
    });
  });

  it("is null in percent if both were never open", () => {
    expect(expose([deal(0, "a", "in", "buy", "1.00")], [])).toEqual({
      bothSeconds: 0,
      opposedSeconds: 0,
      longestSeconds: 0,
      opposedVolume: "0.00",
      netPercent: null,
    });
  });
});
