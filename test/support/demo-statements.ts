import fc from "fast-check";
import type { DemoStatement, DemoTrade } from "../../src/demo/statements/demo-statement.ts";

const START = Date.UTC(2026, 0, 5, 7, 12, 30);
const MINUTE = 60_000;

/** Creates the statement of a deterministic account with a deposit and alternating trades. */
export function demoStatement(changes: Partial<DemoStatement> = {}): DemoStatement {
  const trades: DemoTrade[] = Array.from({ length: 6 }, (_, index) => ({
    order: 1001 + 10 * index,
    symbol: index % 2 === 0 ? "EURUSD" : "XAUUSD",
    side: index % 3 === 0 ? "buy" : "sell",
    volume: index % 2 === 0 ? "0.50" : "1.00",
    openTime: START + index * 60 * MINUTE,
    openPrice: index % 2 === 0 ? "1.08345" : "2050.10",
    closed: {
      order: 1002 + 10 * index,
      time: START + (index * 60 + 45) * MINUTE,
      price: index % 2 === 0 ? "1.08445" : "2048.90",
      commission: -350n,
      swap: index === 3 ? -311n : 0n,
      profit: index % 2 === 0 ? 5000n : -12_000n,
    },
  }));
  return {
    login: "5002001",
    name: "Olivia Bennett",
    currency: "USD",
    company: "Propdesk",
    timeZone: "Europe/Athens",
    printedAt: START + 40 * 24 * 60 * MINUTE,
    operations: [
      { ticket: 1000, time: START - 60 * MINUTE, amount: 10_000_000n, comment: "Deposit" },
    ],
    trades,
    cancelledOrders: [
      {
        order: 1099,
        symbol: "EURUSD",
        type: "buy limit",
        volume: "0.50",
        price: "1.07000",
        time: START,
        cancelledAt: START + 30 * MINUTE,
      },
    ],
    ...changes,
  };
}

/** Creates consecutive trades with repeating amounts, for long deterministic records. */
export function evenTrades(
  count: number,
  { start, every, lasts }: { start: number; every: number; lasts: number },
): DemoTrade[] {
  return Array.from({ length: count }, (_, index) => ({
    order: 100_001 + 2 * index,
    symbol: index % 2 === 0 ? "XAUUSD" : "EURUSD",
    side: index % 3 === 0 ? "sell" : "buy",
    volume: "0.50",
    openTime: start + index * every,
    openPrice: "1.08345",
    closed: {
      order: 100_002 + 2 * index,
      time: start + index * every + lasts,
      price: "1.08445",
      commission: -350n,
      swap: 0n,
      profit: BigInt((index % 7) * 500 - 1400),
    },
  }));
}

const cents = (limit: number) => fc.integer({ min: -limit, max: limit }).map(BigInt);

const trade = (order: number): fc.Arbitrary<DemoTrade> =>
  fc
    .record({
      symbol: fc.constantFrom("EURUSD", "GBPJPY", "XAUUSD", "US30.CASH"),
      side: fc.constantFrom("buy" as const, "sell" as const),
      lots: fc.integer({ min: 1, max: 5000 }),
      price: fc.integer({ min: 10_000, max: 999_999_999 }),
      openAfter: fc.integer({ min: 0, max: 60 * 24 * 60 }),
      isOpen: fc.boolean(),
      lasts: fc.integer({ min: 1, max: 3 * 24 * 60 * 60 }),
      commission: cents(10_000),
      swap: cents(10_000),
      profit: cents(100_000_000),
    })
    .map(({ symbol, side, lots, price, openAfter, isOpen, lasts, ...amounts }) => ({
      order,
      symbol,
      side,
      volume: `${Math.floor(lots / 100)}.${String(lots % 100).padStart(2, "0")}`,
      openTime: START + openAfter * MINUTE,
      openPrice: `${Math.floor(price / 100_000)}.${String(price % 100_000).padStart(5, "0")}`,
      // Odd seconds, so that events of different trades never share an instant.
      ...(!isOpen && {
        closed: {
          order: order + 1,
          time: START + openAfter * MINUTE + lasts * 1000,
          price: `${Math.floor(price / 100_000)}.00000`,
          ...amounts,
        },
      }),
    }));

/** Arbitrary accounts of up to thirty trades, in several time zones. */
export const anyStatement: fc.Arbitrary<DemoStatement> = fc
  .record({
    count: fc.integer({ min: 0, max: 30 }),
    timeZone: fc.constantFrom("UTC", "Europe/Athens", "America/New_York", "Asia/Kolkata"),
    deposit: fc.integer({ min: 1, max: 100_000_000 }).map(BigInt),
  })
  .chain(({ count, timeZone, deposit }) =>
    fc
      .tuple(...Array.from({ length: count }, (_, index) => trade(2001 + 10 * index)))
      .map((trades) =>
        demoStatement({
          timeZone,
          trades,
          operations: [{ ticket: 1000, time: START - MINUTE, amount: deposit, comment: "Deposit" }],
          cancelledOrders: [],
        }),
      ),
  );
