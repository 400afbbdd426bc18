import type { DemoStatement, DemoTrade } from "../../../src/demo/statements/demo-statement.ts";
import { demoStatement } from "../../support/demo-statements.ts";

const MINUTE = 60_000;
const START = Date.UTC(2024, 0, 5, 8);

/** Later than every record of the statement. */
export const SNAPSHOTS_START = Date.UTC(2026, 5, 1);

const trade = (index: number): DemoTrade => ({
  order: 100_001 + 2 * index,
  symbol: index % 2 === 0 ? "XAUUSD" : "EURUSD",
  side: index % 3 === 0 ? "sell" : "buy",
  volume: "0.50",
  openTime: START + 90 * index * MINUTE,
  openPrice: "1.08345",
  closed: {
    order: 100_002 + 2 * index,
    time: START + (90 * index + 45) * MINUTE,
    price: "1.08445",
    commission: -350n,
    swap: 0n,
    profit: BigInt((index % 7) * 500 - 1400),
  },
});

/** 10,000 trades of nearly two years. */
export const heavyStatement: DemoStatement = demoStatement({
  trades: Array.from({ length: 10_000 }, (_, index) => trade(index)),
  operations: [{ ticket: 1, time: START - MINUTE, amount: 10_000_000n, comment: "Deposit" }],
  cancelledOrders: [],
  timeZone: "UTC",
});
