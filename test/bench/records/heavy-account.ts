import type { DemoStatement } from "../../../src/demo/statements/demo-statement.ts";
import { demoStatement, evenTrades } from "../../support/demo-statements.ts";

const MINUTE = 60_000;
const START = Date.UTC(2024, 0, 5, 8);

/** Later than every record of the statement. */
export const SNAPSHOTS_START = Date.UTC(2026, 5, 1);

/**
 * Creates a statement of trades: 10,000 take nearly two years.
 * @param login the account's login, which must match for its records to count
 */
export function heavyStatement(login: string, trades: number): DemoStatement {
  return demoStatement({
    login,
    trades: evenTrades(trades, { start: START, every: 90 * MINUTE, lasts: 45 * MINUTE }),
    operations: [{ ticket: 1, time: START - MINUTE, amount: 10_000_000n, comment: "Deposit" }],
    cancelledOrders: [],
    timeZone: "UTC",
  });
}
