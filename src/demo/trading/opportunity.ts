import { MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import { commissionOf, exitAtPrice, netOfPosition, type Position } from "./position.ts";
import { centInstruments, type Instrument, type Market } from "./market.ts";
import type { Random } from "./random.ts";

/** A part of a day. */
export interface Slot {
  from: number;
  to: number;
}

/** An entry, and the price changes at which it can be closed. They are in ticks; positive if in its favour. */
export interface Opportunity {
  market: Market;
  entry: Omit<Position, "volume" | "exit">;
  lowest: number;
  highest: number;
  /** The change at which a trader would close for the wanted gain or loss. */
  likely: number;
  closeBy: number;
}

/**
 * Finds an entry in a slot after which the price moves in the wanted direction.
 * @param wanted cents; positive for a gain, negative for a loss
 */
export function findOpportunity(
  market: Market,
  isFree: (instrument: Instrument, time: number) => boolean,
  random: Random,
  { from, to }: Slot,
  wanted: number,
): Opportunity | undefined {
  const instrument = random.pick(centInstruments);
  const start = from + random.between(0.03, 0.2) * (to - from);
  const openTime = Math.floor(start / SECOND) * SECOND;
  if (!isFree(instrument, openTime)) return undefined;
  const sides = (["buy", "sell"] as const).map((side) => {
    const openPrice = market.openPriceAt(instrument, side, openTime);
    const entry = { instrument, side, openTime, openPrice };
    const range = changesOf(market, entry, to - MINUTE);
    return { market, entry, ...range, closeBy: to - MINUTE };
  });
  const [buy, sell] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const best =
    wanted > 0 ? (buy.highest > sell.highest ? buy : sell) : buy.lowest < sell.lowest ? buy : sell;
  const likely = Math.round((wanted > 0 ? best.highest : best.lowest) * random.between(0.6, 0.8));
  return Math.abs(likely) < 3 * costOf(instrument) ? undefined : { ...best, likely };
}

/** Returns the hundredths of a lot that net about the wanted amount if the position is closed at the likely change. */
export function volumeFor({ entry, likely }: Opportunity, wanted: number): number {
  const netOfSmallest = likely - entry.instrument.commission / 100;
  return Math.max(1, Math.round(wanted / netOfSmallest));
}

/** @param change ticks in favour of the position, each worth a cent per hundredth of a lot */
export function closeAt(
  { market, entry, closeBy }: Opportunity,
  volume: number,
  change: number,
): Position | undefined {
  const position = { ...entry, volume };
  const price = entry.openPrice + (entry.side === "buy" ? change : -change);
  const exit = exitAtPrice(market, position, price, closeBy);
  return exit && { ...position, exit };
}

/** Closes at the price at which the volume nets exactly the amount, if possible. */
export function closeWithNet(
  opportunity: Opportunity,
  volume: number,
  amount: number,
): Position | undefined {
  const { entry, lowest, highest } = opportunity;
  const gross = amount - Number(commissionOf({ ...entry, volume }));
  const change = gross / volume;
  if (!Number.isInteger(change) || change < lowest || change > highest) return undefined;
  const position = closeAt(opportunity, volume, change);
  return position && netOfPosition(position) === BigInt(amount) ? position : undefined;
}

function changesOf(market: Market, entry: Opportunity["entry"], until: number) {
  const { instrument, side, openTime, openPrice } = entry;
  const direction = side === "buy" ? 1 : -1;
  let lowest = -instrument.spread;
  let highest = -instrument.spread;
  const first = (Math.floor(openTime / MINUTE) + 1) * MINUTE;
  for (let time = first; time <= until; time += MINUTE) {
    const change = (market.closePriceAt(instrument, side, time) - openPrice) * direction;
    lowest = Math.min(lowest, change);
    highest = Math.max(highest, change);
  }
  return { lowest, highest };
}

/** Returns spread and commission, in ticks. */
function costOf({ spread, commission }: Instrument): number {
  return spread + commission / 100;
}
