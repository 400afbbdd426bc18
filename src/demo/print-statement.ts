import { MINUTE, SECOND } from "../platform/time/durations.rule.ts";
import type { DemoTrader } from "./demo-trader.ts";
import type { DemoCancelledOrder, DemoStatement, DemoTrade } from "./statements/demo-statement.ts";
import { formatPrice } from "./trading/market.ts";
import { commissionOf, type Position, profitAt, swapOf } from "./trading/position.ts";
import type { Random } from "./trading/random.ts";
import type { TradingPeriod } from "./trading-period.ts";

interface TradingHistory {
  period: TradingPeriod;
  positions: readonly Position[];
  random: Random;
}

/** Returns the statement that a trading platform would issue for these positions. Orders are numbered by time. */
export function printStatement(
  { name, account }: DemoTrader,
  { period, positions, random }: TradingHistory,
): DemoStatement {
  const numbers = numberOrders(positions, random);
  const fundedAt = wholeSecond(period.fundedAt);
  return {
    login: account.platform![0],
    name: name ?? "",
    currency: "USD",
    company: "Propdesk",
    timeZone: "UTC",
    printedAt: wholeSecond(period.until),
    operations: [
      {
        ticket: numbers.deposit,
        time: fundedAt,
        amount: BigInt(account.size) * 100n,
        comment: "Initial balance",
      },
    ],
    trades: positions
      .toSorted((a, b) => a.openTime - b.openTime)
      .map((position) => printTrade(position, numbers.orders.get(position)!)),
    cancelledOrders: createCancelledOrders(positions, random, numbers.last),
  };
}

interface OrderNumbers {
  open: number;
  close: number;
}

function numberOrders(positions: readonly Position[], random: Random) {
  const deposit = random.integer(21_000_000, 29_000_000);
  const orders = new Map<Position, OrderNumbers>(
    positions.map((position) => [position, { open: 0, close: 0 }]),
  );
  const events = positions.flatMap((position) => [
    { time: position.openTime, position, which: "open" as const },
    ...(position.exit ? [{ time: position.exit.time, position, which: "close" as const }] : []),
  ]);
  let last = deposit;
  for (const { position, which } of events.toSorted((a, b) => a.time - b.time)) {
    // Other accounts of the platform place orders in between.
    last += random.integer(3, 400);
    orders.get(position)![which] = last;
  }
  return { deposit, orders, last };
}

function printTrade(position: Position, { open, close }: OrderNumbers): DemoTrade {
  const { instrument, side, volume, openTime, openPrice, exit } = position;
  return {
    order: open,
    symbol: instrument.symbol,
    side,
    volume: (volume / 100).toFixed(2),
    openTime,
    openPrice: formatPrice(instrument, openPrice),
    ...(exit && {
      closed: {
        order: close,
        time: exit.time,
        price: formatPrice(instrument, exit.price),
        commission: commissionOf(position),
        swap: swapOf(position, exit.time),
        profit: profitAt(position, exit.price),
      },
    }),
  };
}

/** Creates limit orders that were placed before some of the trades and later cancelled. */
function createCancelledOrders(
  positions: readonly Position[],
  random: Random,
  last: number,
): DemoCancelledOrder[] {
  const chosen = positions.filter(() => random.chance(0.05)).slice(0, 6);
  return chosen.map(({ instrument, side, volume, openTime, openPrice }, index) => {
    const distance = Math.round(openPrice * instrument.dailyMove * 0.4);
    const time = wholeSecond(openTime - random.between(5, 60) * MINUTE);
    return {
      order: last + 1000 + index,
      symbol: instrument.symbol,
      type: `${side} limit` as const,
      volume: (volume / 100).toFixed(2),
      price: formatPrice(instrument, side === "buy" ? openPrice - distance : openPrice + distance),
      time,
      cancelledAt: wholeSecond(time + random.between(40, 300) * MINUTE),
    };
  });
}

function wholeSecond(time: number): number {
  return Math.floor(time / SECOND) * SECOND;
}
