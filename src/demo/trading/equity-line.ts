import { MINUTE } from "../../platform/time/durations.rule.ts";
import type { Market } from "./market.ts";
import { netOfPosition, type Position, profitAt } from "./position.ts";

/** Balance and equity at one moment; amounts are cents. */
export interface DemoSnapshot {
  time: number;
  balance: bigint;
  equity: bigint;
}

/** The interval at which a platform reports an account. */
export const INTERVAL = 5 * MINUTE;

/**
 * Returns the snapshots that a platform reports every five minutes while a position is open, and once after the last
 * one closed. Equity is the balance plus the profit of the open positions at current prices.
 */
export function equityLine(
  market: Market,
  positions: readonly Position[],
  initialBalance: bigint,
  until: number,
): DemoSnapshot[] {
  const byOpening = positions.toSorted((a, b) => a.openTime - b.openTime);
  const line: DemoSnapshot[] = [];
  let balance = initialBalance;
  let open: Position[] = [];
  let opened = 0;
  const first = byOpening[0]?.openTime ?? until;
  for (let time = Math.ceil(first / INTERVAL) * INTERVAL; time <= until; time += INTERVAL) {
    const before = open.length + opened;
    while (opened < byOpening.length && byOpening[opened]!.openTime <= time) {
      open.push(byOpening[opened]!);
      opened += 1;
    }
    const closed = open.filter(({ exit }) => exit && exit.time <= time);
    if (closed.length > 0) open = open.filter((position) => !closed.includes(position));
    for (const position of closed) balance += netOfPosition(position);
    const isIdle = open.length === 0 && closed.length === 0 && before === opened;
    if (isIdle) continue;
    line.push({ time, balance, equity: balance + floating(market, open, time) });
  }
  return line;
}

function floating(market: Market, open: readonly Position[], time: number): bigint {
  return open.reduce((sum, position) => {
    const price = market.closePriceAt(position.instrument, position.side, time);
    return sum + profitAt(position, price);
  }, 0n);
}
