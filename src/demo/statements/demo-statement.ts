import { formatDecimal } from "../../platform/money/money.ts";
import { zoneClock } from "../../platform/time/local-time.rule.ts";

/** The content of a statement as a trading platform would print it; the writers in this folder print it. */
export interface DemoStatement {
  login: string;
  name: string;
  currency: string;
  company: string;
  /** The zone of the platform's clock, in which all times are printed. */
  timeZone: string;
  /** Milliseconds since 1970 UTC. */
  printedAt: number;
  operations: DemoOperation[];
  trades: DemoTrade[];
  /** Limit and stop orders that were cancelled. */
  cancelledOrders: DemoCancelledOrder[];
}

export interface DemoOperation {
  ticket: number;
  time: number;
  /** Cents; negative for a withdrawal. */
  amount: bigint;
  comment: string;
}

/** Amounts are in cents; volume and prices are decimal texts as the platform prints them. */
export interface DemoTrade {
  order: number;
  symbol: string;
  side: "buy" | "sell";
  volume: string;
  openTime: number;
  openPrice: string;
  /** Absent while the trade is open. */
  closed?: {
    order: number;
    time: number;
    price: string;
    commission: bigint;
    swap: bigint;
    profit: bigint;
  };
}

export interface DemoCancelledOrder {
  order: number;
  symbol: string;
  type: "buy limit" | "sell limit" | "buy stop" | "sell stop";
  volume: string;
  price: string;
  time: number;
  cancelledAt: number;
}

/** Returns the balance changes ordered by time: operations, and trades when they close. */
export function balanceChanges({ operations, trades }: DemoStatement) {
  const closed = trades.flatMap((trade) =>
    trade.closed
      ? [
          {
            time: trade.closed.time,
            amount: trade.closed.profit + trade.closed.commission + trade.closed.swap,
            trade,
          },
        ]
      : [],
  );
  const moved = operations.map((operation) => ({
    time: operation.time,
    amount: operation.amount,
    operation,
  }));
  return [...moved, ...closed].toSorted((a, b) => a.time - b.time);
}

export function closingBalance(statement: DemoStatement): bigint {
  return balanceChanges(statement).reduce((sum, { amount }) => sum + amount, 0n);
}

/** Formats an amount such as `1 021.06`: MetaTrader groups thousands with spaces. */
export function printAmount(cents: bigint): string {
  return formatDecimal(cents).replace(/\B(?=(\d{3})+(?!\d)(?=.*\.))/g, " ");
}

/** Returns a formatter of times such as `2026.01.05 07:12:30` on the platform's clock. */
export function timePrinter(timeZone: string): (instant: number) => string {
  const clock = zoneClock(timeZone);
  return (instant) =>
    new Date(instant + clock.offsetAt(instant))
      .toISOString()
      .slice(0, 19)
      .replace("T", " ")
      .replaceAll("-", ".");
}

export function escapeMarkup(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
