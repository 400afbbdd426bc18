import { divideRounded } from "../../platform/money/money.ts";
import type { Instrument } from "./instruments.ts";
import { DAY } from "../../platform/time/durations.rule.ts";

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
