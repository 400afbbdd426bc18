import { commissionOf, exitAtPrice, netOfPosition, type Position } from "./position.ts";
import type { Random } from "./random.ts";
import type { TradingAccount } from "./trading-account.ts";
import { MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import { centInstruments, type Instrument, type Market } from "./market.ts";

/** Attempts to find two trades that reach the result exactly. */
const ATTEMPTS = 60;
/** The number of prices to try around the likely one. */
const PRICES = 120;

/**
 * Trades the last day so that the account ends at exactly the planned result: all trades but the last two approach it,
 * and those two reach it to the cent.
 * @param missing cents between the current and the planned profit
 * @param risk approximate cents that one trade may gain or lose
 * @returns whether a combination of volumes and prices was found
 */
export function tradeToResult(
  account: TradingAccount,
  random: Random,
  window: Slot,
  { missing, risk }: { missing: number; risk: number },
): boolean {
  const count = Math.max(2, Math.min(9, Math.ceil(Math.abs(missing) / (1.1 * risk))));
  const slots = cut(window, count);
  let rest = missing;
  for (const [index, slot] of slots.slice(0, -2).entries()) {
    const wanted = (rest / (count - index)) * random.between(0.85, 1.15);
    const candidate = findFor(account, random, slot, wanted);
    const position =
      candidate && closeAt(candidate, volumeFor(candidate, wanted), candidate.likely);
    if (!position) continue;
    account.add(position);
    rest -= Number(netOfPosition(position));
  }
  const [first, second] = slots.slice(-2) as [Slot, Slot];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const wanted = shareOfFirst(random, rest, risk);
    const one = findFor(account, random, first, wanted);
    const other = one && findFor(account, random, second, rest - wanted);
    const pair = other && solve(one, other, wanted, rest);
    if (!pair) continue;
    for (const position of pair) account.add(position);
    return true;
  }
  return false;
}

function findFor(account: TradingAccount, random: Random, slot: Slot, wanted: number) {
  const isFree = account.isFree.bind(account);
  return findOpportunity(account.market, isFree, random, slot, wanted);
}

/**
 * Returns about half of the missing amount. If that is small, returns a usual gain or loss, which the other trade
 * offsets.
 */
function shareOfFirst(random: Random, missing: number, risk: number): number {
  if (Math.abs(missing) > 0.9 * risk) return Math.round(missing * random.between(0.4, 0.6));
  return Math.round((random.chance(0.5) ? 1 : -1) * random.between(0.6, 1.1) * risk);
}

function cut({ from, to }: Slot, count: number): Slot[] {
  const length = (to - from) / count;
  return Array.from({ length: count }, (_, index) => ({
    from: from + index * length,
    to: from + (index + 1) * length,
  }));
}

/** Tries prices of the first position and volumes of the second until both sum up to the missing amount. */
function solve(
  one: Opportunity,
  other: Opportunity,
  wanted: number,
  missing: number,
): [Position, Position] | undefined {
  const volume = volumeFor(one, wanted);
  const usual = volumeFor(other, missing - wanted);
  for (let step = 0; step < PRICES; step += 1) {
    // Starts at the likely price and moves outwards: 0, 1, -1, 2, -2 …
    const change = one.likely + (step % 2 === 0 ? -step / 2 : (step + 1) / 2);
    if (change < one.lowest || change > one.highest) continue;
    const first = closeAt(one, volume, change);
    if (!first) continue;
    const rest = missing - Number(netOfPosition(first));
    for (let size = Math.ceil(usual * 0.7); size <= usual * 1.3; size += 1) {
      const second = closeWithNet(other, size, rest);
      if (second) return [first, second];
    }
  }
  return undefined;
}

/** A part of a day. */
export interface Slot {
  from: number;
  to: number;
}

/** An entry, and the price changes at which it can be closed. They are in ticks; positive if in its favour. */
interface Opportunity {
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
function findOpportunity(
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
function volumeFor({ entry, likely }: Opportunity, wanted: number): number {
  const netOfSmallest = likely - entry.instrument.commission / 100;
  return Math.max(1, Math.round(wanted / netOfSmallest));
}

/** @param change ticks in favour of the position, each worth a cent per hundredth of a lot */
function closeAt(
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
function closeWithNet(
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
