import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exitAtPrice, exitOf } from "../../../../src/demo/trading/position.ts";
import { instruments, isMarketOpen, Market } from "../../../../src/demo/trading/market.ts";
import { Random } from "../../../../src/demo/trading/random.ts";
import { rounds } from "../../../support/rounds.ts";

const NOW = new Date("2026-11-18T15:30:00Z");
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const FROM = Date.parse("2026-05-03T00:00:00Z");
const market = new Market();

/** An entry of the last months, with levels around its price. */
const anyEntry = fc
  .record({
    instrument: fc.constantFrom(...instruments),
    side: fc.constantFrom("buy" as const, "sell" as const),
    openTime: fc
      .integer({ min: FROM / 1000, max: (NOW.getTime() - 6 * DAY) / 1000 })
      .map((seconds) => seconds * 1000),
    stop: fc.integer({ min: 5, max: 100 }),
    target: fc.integer({ min: 5, max: 200 }),
    holding: fc.integer({ min: MINUTE, max: 5 * DAY }),
  })
  .filter(({ instrument, openTime }) => isMarketOpen(instrument, openTime))
  .map(({ stop, target, holding, ...entry }) => {
    const { instrument, side, openTime } = entry;
    const openPrice = market.openPriceAt(instrument, side, openTime);
    const unit = (openPrice * instrument.dailyMove) / 100;
    const direction = side === "buy" ? 1 : -1;
    const at = (share: number) => openPrice + direction * Math.round(share * unit);
    const distance = Math.max(stop, (3 * instrument.spread) / unit);
    const levels = { stop: at(-distance), target: at(target) };
    return { position: { ...entry, openPrice, volume: 10 }, levels, closeBy: openTime + holding };
  });

describe("the market", () => {
  it("stays around the typical price of each instrument, without jumps from one half-year to the next", () => {
    for (const instrument of instruments) {
      const prices = Array.from({ length: 400 }, (_, day) =>
        market.bidAt(instrument, FROM + day * DAY),
      );
      const level = instrument.level * 10 ** instrument.digits;
      for (const [day, price] of prices.entries()) {
        expect(Math.abs(price / level - 1)).toBeLessThan(30 * instrument.dailyMove);
        const before = prices[day - 1] ?? price;
        expect(Math.abs(price / before - 1)).toBeLessThan(5 * instrument.dailyMove);
      }
    }
  });

  it("has about the daily volatility of the instrument", () => {
    for (const instrument of instruments) {
      const changes = Array.from({ length: 190 }, (_, day) => {
        const [start, end] = [FROM + day * DAY, FROM + (day + 1) * DAY];
        return Math.log(market.bidAt(instrument, end) / market.bidAt(instrument, start));
      }).filter((change) => change !== 0);
      const squares = changes.reduce((sum, change) => sum + change * change, 0);
      const ratio = Math.sqrt(squares / changes.length) / instrument.dailyMove;
      expect(ratio).toBeGreaterThan(0.75);
      expect(ratio).toBeLessThan(1.25);
    }
  });

  it("does not move at weekends, except for cryptocurrencies", () => {
    const saturday = Date.parse("2026-11-14T00:00:00Z");
    for (const instrument of instruments) {
      const prices = Array.from({ length: 48 }, (_, hour) =>
        market.bidAt(instrument, saturday + hour * 60 * MINUTE),
      );
      expect(new Set(prices).size === 1).toBe(instrument.symbol !== "BTCUSD");
    }
  });

  it("is the same for every program, whatever it asks for first", () => {
    const times = Array.from({ length: 30 }, (_, week) => FROM + week * 7 * DAY);
    const pricesIn = (order: number[]) => {
      const other = new Market();
      return new Map(order.map((time) => [time, other.bidAt(instruments[0]!, time)]));
    };
    const [forwards, backwards] = [pricesIn(times), pricesIn(times.toReversed())];
    for (const time of times) expect(forwards.get(time)).toBe(backwards.get(time));
  });
});

describe("a position", () => {
  it("closes at its stop, its target or its time limit, and only if the market reaches the price", () => {
    fc.assert(
      fc.property(anyEntry, ({ position, levels, closeBy }) => {
        const { instrument, side, openTime } = position;
        const { time, price } = exitOf(market, position, levels, closeBy);
        expect(time).toBeGreaterThan(openTime);
        expect(time).toBeLessThanOrEqual(closeBy);
        const isAtLevel = price === levels.stop || price === levels.target;
        // Otherwise it closed at its time limit, or after a gap.
        if (!isAtLevel) expect(price).toBe(market.closePriceAt(instrument, side, time));
        const minute = Math.floor((time - 1) / MINUTE) * MINUTE;
        const around = [minute, minute + MINUTE].map((at) =>
          market.closePriceAt(instrument, side, at),
        );
        expect(price).toBeGreaterThanOrEqual(Math.min(...around) - 1);
        expect(price).toBeLessThanOrEqual(Math.max(...around) + 1);
      }),
      rounds(100),
    );
  });

  it("can be closed at any price that the market passes", () => {
    fc.assert(
      fc.property(anyEntry, fc.double({ min: 0.2, max: 1, noNaN: true }), (entry, share) => {
        const { position, closeBy } = entry;
        const { instrument, side, openTime } = position;
        const later = openTime + Math.floor(share * (closeBy - openTime));
        const price = market.closePriceAt(instrument, side, later);
        const exit = exitAtPrice(market, position, price, closeBy);
        if (later > openTime + MINUTE) expect(exit).toMatchObject({ price });
        if (exit) expect(exit.time).toBeGreaterThan(openTime);
      }),
      rounds(100),
    );
  });
});

describe("the random numbers", () => {
  it("depend only on the seed, and are uniformly distributed", () => {
    const numbers = (seed: number) => {
      const random = new Random(seed);
      return Array.from({ length: 10_000 }, () => random.next());
    };
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
    const tenths = Map.groupBy(numbers(7), (number) => Math.floor(number * 10));
    for (const tenth of tenths.values()) expect(Math.abs(tenth.length - 1000)).toBeLessThan(150);
  });
});
