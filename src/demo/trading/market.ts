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
  /** The price around which it moves. */
  level: number;
  /** Standard deviation of a day's change, as a fraction of the price. */
  dailyMove: number;
  /** Ask minus bid, in ticks. */
  spread: number;
  /** Cents per lot, for opening and closing together. */
  commission: number;
  /** Cents per lot and night. */
  swap: { buy: number; sell: number };
  /** Cryptocurrencies are also traded at weekends. */
  isAlwaysOpen: boolean;
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
    isAlwaysOpen: symbol === "BTCUSD",
  }),
);

/** Instruments with a tick value of one cent for 0.01 lots, so that any result can be reached. */
export const centInstruments = instruments.filter(
  ({ quote, contractSize, digits }) => quote === "USD" && contractSize === 10 ** digits,
);

export function formatPrice({ digits }: Instrument, ticks: number): string {
  return (ticks / 10 ** digits).toFixed(digits);
}

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

/** Returns whether the price moves: from Monday to Friday 21:00 UTC, if the instrument is not always open. */
export function isMarketOpen({ isAlwaysOpen }: Instrument, time: number): boolean {
  return isAlwaysOpen || (isWeekday(time) && !(isFriday(time) && time % DAY >= 21 * HOUR));
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

/** Prices are created half a year at a time; these periods are counted from 1970. */
const HALF_YEAR = 26 * 7 * DAY;
const MINUTES = HALF_YEAR / MINUTE;
/** The size of the gap after a weekend, as a share of a day's standard deviation. */
const WEEKEND_GAP = 0.25;

/**
 * Prices of all instruments, always the same at a time: a random walk by the minute that starts each half-year at the
 * instrument's level and returns to it at the end. So every program that trades on it sees the same market, in the past
 * and in the future.
 */
export class Market {
  readonly #bids = new Map<string, Int32Array>();

  /** Returns the bid in ticks, interpolated linearly between two minutes. */
  bidAt(instrument: Instrument, time: number): number {
    const half = Math.floor(time / HALF_YEAR);
    const bids = this.#bidsOf(instrument, half);
    const passed = (time - half * HALF_YEAR) / MINUTE;
    const minute = Math.floor(passed);
    const [before, after] = [bids[minute]!, bids[minute + 1]!];
    return Math.round(before + (after - before) * (passed - minute));
  }

  /** Returns the price at which a position opens: the ask for a buy, otherwise the bid. */
  openPriceAt(instrument: Instrument, side: "buy" | "sell", time: number): number {
    return this.bidAt(instrument, time) + (side === "buy" ? instrument.spread : 0);
  }

  /** Returns the price at which a position closes: the bid for a buy, otherwise the ask. */
  closePriceAt(instrument: Instrument, side: "buy" | "sell", time: number): number {
    return this.bidAt(instrument, time) + (side === "sell" ? instrument.spread : 0);
  }

  #bidsOf(instrument: Instrument, half: number): Int32Array {
    const key = `${instrument.symbol} ${half}`;
    const bids = this.#bids.get(key) ?? walk(instrument, half);
    this.#bids.set(key, bids);
    return bids;
  }
}

/** Creates the prices in ticks at the start of each minute of a half-year, and of the next one. */
function walk(instrument: Instrument, half: number): Int32Array {
  const { level, digits, dailyMove } = instrument;
  const shares = sharesOfMinutes(instrument, half * HALF_YEAR);
  const random = new Random(7919 * instruments.indexOf(instrument) + 104_729 * half + 1);
  const changes = new Float64Array(MINUTES + 1);
  let total = 0;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const share = shares[minute]!;
    const change = share > 0 ? dailyMove * share * random.bell() : 0;
    changes[minute + 1] = changes[minute]! + change;
    total += share * share;
  }
  // The way back to the level is spread over the time in which the price moves.
  const excess = changes[MINUTES]! / total;
  const ticks = level * 10 ** digits;
  const bids = new Int32Array(MINUTES + 1);
  let variance = 0;
  for (let minute = 0; minute <= MINUTES; minute += 1) {
    bids[minute] = Math.round(ticks * (1 + changes[minute]! - excess * variance));
    variance += (shares[minute] ?? 0) ** 2;
  }
  return bids;
}

/** Returns the standard deviation of each minute as a share of that of a day; 0 while the market is closed. */
function sharesOfMinutes(instrument: Instrument, from: number): Float64Array {
  const shares = new Float64Array(MINUTES);
  let wasOpen = isMarketOpen(instrument, from - HOUR);
  for (let minute = 0; minute < MINUTES; minute += 60) {
    const time = from + minute * MINUTE;
    const isOpen = isMarketOpen(instrument, time);
    if (isOpen) shares.fill(volatilityOfMinute(time), minute, minute + 60);
    if (isOpen && !wasOpen) shares[minute] = WEEKEND_GAP;
    wasOpen = isOpen;
  }
  return shares;
}
