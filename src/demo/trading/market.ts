import { DAY, HOUR, MINUTE } from "../../platform/time/durations.rule.ts";
import { type Instrument, instruments } from "./instruments.ts";
import { isMarketOpen, startOfDay, volatilityOfMinute } from "./market-hours.ts";
import { Random } from "./random.ts";

/** The number of days with prices; the oldest account of the demo was stopped half a year ago. */
const DAYS = 200;
const MINUTES_PER_DAY = DAY / MINUTE;
/** The size of the gap after a weekend, as a share of a day's standard deviation. */
const WEEKEND_GAP = 0.25;

/** Bid prices of all instruments for the days before and including one day: a random walk by the minute. */
export interface Market {
  from: number;
  /** Ticks, at the start of each minute since `from`. */
  bids: ReadonlyMap<Instrument, Int32Array>;
}

/** @param now only its day is used, not the time of day */
export function marketUntil(now: Date): Market {
  const from = startOfDay(now.getTime()) - DAYS * DAY;
  const shares = sharesOfMinutes(from);
  const walks = instruments.map(
    (instrument, index) =>
      [instrument, walk(instrument, shares, new Random(7919 * index + 1))] as const,
  );
  return { from, bids: new Map(walks) };
}

/** Returns the standard deviation of each minute as a share of that of a day; 0 while the market is closed. */
function sharesOfMinutes(from: number): Float64Array {
  // Includes one minute after the last day, so that every time lies between two points.
  const shares = new Float64Array((DAYS + 1) * MINUTES_PER_DAY + 1);
  let wasOpen = true;
  for (let hour = 0; hour * 60 < shares.length; hour += 1) {
    const time = from + hour * HOUR;
    const isOpen = isMarketOpen(time);
    if (isOpen) shares.fill(volatilityOfMinute(time), hour * 60, hour * 60 + 60);
    if (isOpen && !wasOpen) shares[hour * 60] = WEEKEND_GAP;
    wasOpen = isOpen;
  }
  return shares;
}

/** Creates a random walk that ends at the instrument's level, so that the latest prices are realistic. */
function walk(instrument: Instrument, shares: Float64Array, random: Random): Int32Array {
  const { level, digits, dailyMove } = instrument;
  const path = new Float64Array(shares.length);
  let price = 1;
  for (let minute = 0; minute < path.length; minute += 1) {
    const share = shares[minute]!;
    if (share > 0) price *= 1 + dailyMove * share * random.bell();
    path[minute] = price;
  }
  const scale = (level * 10 ** digits) / price;
  const bids = new Int32Array(path.length);
  for (let minute = 0; minute < path.length; minute += 1) {
    bids[minute] = Math.round(path[minute]! * scale);
  }
  return bids;
}

/** Returns the bid in ticks, interpolated linearly between two minutes. */
export function bidAt({ from, bids }: Market, instrument: Instrument, time: number): number {
  const prices = bids.get(instrument)!;
  const minute = Math.floor((time - from) / MINUTE);
  const passed = (time - from - minute * MINUTE) / MINUTE;
  const [before, after] = [prices[minute]!, prices[minute + 1] ?? prices[minute]!];
  return Math.round(before + (after - before) * passed);
}

/** Returns the price at which a position opens: the ask for a buy, otherwise the bid. */
export function openPriceAt(
  market: Market,
  instrument: Instrument,
  side: "buy" | "sell",
  time: number,
): number {
  return bidAt(market, instrument, time) + (side === "buy" ? instrument.spread : 0);
}

/** Returns the price at which a position closes: the bid for a buy, otherwise the ask. */
export function closePriceAt(
  market: Market,
  instrument: Instrument,
  side: "buy" | "sell",
  time: number,
): number {
  return bidAt(market, instrument, time) + (side === "sell" ? instrument.spread : 0);
}
