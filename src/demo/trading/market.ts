import { DAY, HOUR, MINUTE } from "../../platform/time/durations.rule.ts";
import { Random } from "./random.ts";

/** The properties of a symbol. Prices are whole ticks; a tick is the last decimal of a price. */
export interface Instrument {
  symbol: string;
  digits: number;
  /** Units per lot. */
  contractSize: number;
  /** The currency of its price. All accounts are in dollars. */
  quote: "USD" | "JPY";
  /** Today's price in the market of the demo. */
  level: number;
  /** Standard deviation of a day's change, as a fraction of the price. */
  dailyMove: number;
  /** Ask minus bid, in ticks. */
  spread: number;
  /** Cents per lot, for opening and closing together. */
  commission: number;
  /** Cents per lot and night. */
  swap: { buy: number; sell: number };
}

type Row = readonly [
  symbol: string,
  digits: number,
  contractSize: number,
  level: number,
  dailyMove: number,
  spread: number,
  commission: number,
  swap: readonly [buy: number, sell: number],
];

const rows: readonly Row[] = [
  ["EURUSD", 5, 100_000, 1.1652, 0.005, 2, 700, [-720, 260]],
  ["GBPUSD", 5, 100_000, 1.3347, 0.0058, 4, 700, [-410, -180]],
  ["USDJPY", 3, 100_000, 153.24, 0.0062, 4, 700, [980, -1850]],
  ["XAUUSD", 2, 100, 4121.35, 0.0105, 18, 700, [-5200, 1900]],
  ["US30", 1, 1, 47_215.5, 0.0085, 20, 0, [-720, 90]],
  ["NAS100", 1, 1, 25_104.2, 0.0115, 12, 0, [-390, 60]],
  ["BTCUSD", 2, 1, 96_480.15, 0.022, 1500, 0, [-2600, -900]],
];

export const instruments: readonly Instrument[] = rows.map(
  ([symbol, digits, contractSize, level, dailyMove, spread, commission, [buy, sell]]) => ({
    symbol,
    digits,
    contractSize,
    quote: symbol === "USDJPY" ? "JPY" : "USD",
    level,
    dailyMove,
    spread,
    commission,
    swap: { buy, sell },
  }),
);

/** Instruments with a tick value of one cent for 0.01 lots, so that any result can be reached. */
export const centInstruments = instruments.filter(
  ({ quote, contractSize, digits }) => quote === "USD" && contractSize === 10 ** digits,
);

/** When traders trade, in UTC: from the opening of London to the close of New York. */
export const SESSION = { from: 7 * HOUR, to: 20 * HOUR };

/** The relative volatility of each hour of a day (UTC): Asia, London, both, New York, rollover. */
const liveliness = [
  0.5, 0.5, 0.6, 0.5, 0.5, 0.5, 0.7, 1.2, 1.3, 1.1, 1, 0.9, 1.2, 1.6, 1.7, 1.5, 1.1, 0.9, 0.9, 0.8,
  0.6, 0.4, 0.3, 0.4,
];

const scale = Math.sqrt(liveliness.reduce((sum, hour) => sum + 60 * hour * hour, 0));

const weekdayOf = (time: number) => new Date(time).getUTCDay();

export const startOfDay = (time: number) => Math.floor(time / DAY) * DAY;

export function isWeekday(time: number): boolean {
  return weekdayOf(time) !== 0 && weekdayOf(time) !== 6;
}

export const isFriday = (time: number) => weekdayOf(time) === 5;

/** Returns whether prices move: from Monday to Friday 21:00 UTC. */
export function isMarketOpen(time: number): boolean {
  return isWeekday(time) && !(isFriday(time) && time % DAY >= 21 * HOUR);
}

/** Returns the standard deviation of one minute as a share of that of a day; Friday afternoons are quiet. */
function volatilityOfMinute(time: number): number {
  const hour = Math.floor((time % DAY) / HOUR);
  const isQuiet = isFriday(time) && hour >= 15;
  return (liveliness[hour]! / scale) * (isQuiet ? 0.6 : 1);
}

/** Returns the given time if it is within a session, otherwise a time a few minutes into the next session. */
export function nextInSession(time: number): number {
  const day = startOfDay(time);
  if (isWeekday(time) && time >= day + SESSION.from && time <= day + SESSION.to) return time;
  let next = time < day + SESSION.from ? day : day + DAY;
  while (!isWeekday(next)) next += DAY;
  return next + SESSION.from + 17 * MINUTE + (time % MINUTE);
}

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
  const ticks = (level * 10 ** digits) / price;
  const bids = new Int32Array(path.length);
  for (let minute = 0; minute < path.length; minute += 1) {
    bids[minute] = Math.round(path[minute]! * ticks);
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
