import { divideRounded } from "../../platform/money/money.ts";
import { type Instrument, isMarketOpen, type Market } from "./market.ts";
import { DAY, MINUTE, SECOND } from "../../platform/time/durations.rule.ts";

/** A position: prices in ticks, volume in hundredths of a lot, times in milliseconds since 1970 UTC. */
export interface Position {
  instrument: Instrument;
  side: "buy" | "sell";
  volume: number;
  openTime: number;
  openPrice: number;
  /** Absent while the position is open. */
  exit?: Exit;
}

export interface Exit {
  time: number;
  price: number;
}

/** Returns the change of the price times contract size and volume, in cents, rounded half away from zero. */
export function profitAt(
  { instrument, side, volume, openPrice }: Omit<Position, "openTime" | "exit">,
  price: number,
): bigint {
  const { contractSize, digits, quote } = instrument;
  const gained = BigInt(side === "buy" ? price - openPrice : openPrice - price);
  const amount = gained * BigInt(contractSize * volume);
  // An amount in yen is converted at the price itself, whose ticks cancel out.
  return quote === "JPY"
    ? divideRounded(amount, BigInt(price))
    : divideRounded(amount, 10n ** BigInt(digits));
}

/** Returns the commission in cents, negative; it is charged when the position is closed. */
export function commissionOf({ instrument, volume }: Pick<Position, "instrument" | "volume">) {
  return -divideRounded(BigInt(instrument.commission * volume), 100n);
}

/** Returns the swap in cents for every night that the position was held; Wednesday night counts three times. */
export function swapOf(position: Position, until: number): bigint {
  const { instrument, side, volume, openTime } = position;
  let nights = 0;
  for (let day = Math.floor(openTime / DAY); day < Math.floor(until / DAY); day += 1) {
    const weekday = new Date(day * DAY).getUTCDay();
    if (weekday === 3) nights += 3;
    else if (weekday !== 0 && weekday !== 6) nights += 1;
  }
  return divideRounded(BigInt(instrument.swap[side] * volume * nights), 100n);
}

/** Returns the change of the balance by a closed position, in cents. */
export function netOfPosition(position: Position): bigint {
  const { time, price } = position.exit!;
  return profitAt(position, price) + commissionOf(position) + swapOf(position, time);
}

/** Prices, in ticks, at which a position is closed automatically. */
export interface Levels {
  stop: number;
  target: number;
}

/** Returns the exit at the stop, at the target or at the time `closeBy`, whichever comes first. */
export function exitOf(market: Market, position: Position, levels: Levels, closeBy: number): Exit {
  const { instrument, side } = position;
  const direction = side === "buy" ? 1 : -1;
  const price = (time: number) => market.closePriceAt(instrument, side, time);
  for (const [start, end] of minutes(position.openTime, closeBy)) {
    const reached = price(end);
    const isStopped = (reached - levels.stop) * direction <= 0;
    if (!isStopped && (reached - levels.target) * direction < 0) continue;
    const level = isStopped ? levels.stop : levels.target;
    // If the price gaps past a level over a weekend, the position is closed at the first price after it.
    if (!isMarketOpen(instrument, start)) return { time: end, price: reached };
    return { time: crossing(start, price(start), end, reached, level), price: level };
  }
  return { time: closeBy, price: price(closeBy) };
}

/** Returns the first time until `closeBy` at which a position could be closed at exactly this price, if any. */
export function exitAtPrice(
  market: Market,
  { instrument, side, openTime }: Position,
  wanted: number,
  closeBy: number,
): Exit | undefined {
  const price = (time: number) => market.closePriceAt(instrument, side, time);
  for (const [start, end] of minutes(openTime, closeBy)) {
    const [before, after] = [price(start), price(end)];
    if (wanted < Math.min(before, after) || wanted > Math.max(before, after)) continue;
    const time = crossing(start, before, end, after, wanted);
    if (time > openTime) return { time, price: wanted };
  }
  return undefined;
}

/** Yields consecutive intervals of at most a minute, divided at whole minutes. */
function* minutes(from: number, to: number): Generator<[start: number, end: number]> {
  let start = from;
  while (start < to) {
    const end = Math.min((Math.floor(start / MINUTE) + 1) * MINUTE, to);
    yield [start, end];
    start = end;
  }
}

/** Returns the whole second at which a straight line between two prices reaches a level, or has just passed it. */
function crossing(
  start: number,
  before: number,
  end: number,
  after: number,
  level: number,
): number {
  const share = after === before ? 1 : (level - before) / (after - before);
  const time = start + Math.max(0, share) * (end - start);
  return Math.min(Math.ceil(time / SECOND) * SECOND, end);
}

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
