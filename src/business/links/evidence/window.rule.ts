import { formatUnits } from "../../../platform/money/money.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import {
  type DealSide,
  parseVolume,
  type RecordedDeal,
} from "../../rulebook/timeline/trading-record.rule.ts";
import { openedTradesOf, type Trade } from "../../record/derivation/trades.rule.ts";
import { otherSide } from "./link-kind.rule.ts";

/** The period whose trades are compared. Times are milliseconds since 1970 UTC. */
export interface Window {
  from: number;
  /** Excluded; trades that are not closed before are open. */
  to: number;
}

/** Symbols that are one instrument. */
export interface InstrumentGroup {
  name: string;
  symbols: {
    symbol: string;
    /** Decimal text with at most eight decimals, not 0: a volume counts times its size; a negative one turns sides round. */
    ratio: string;
  }[];
}

/** What a symbol stands for. */
export interface Instrument {
  name: string;
  /** In units of the eighth decimal. */
  size: bigint;
  isInverse: boolean;
}

export type ReadInstrument = (symbol: string) => Instrument;

/** A trade that was opened in a window, as of its end. */
export interface WindowTrade {
  position: string;
  instrument: string;
  direction: DealSide;
  openTime: number;
  /** The end of the window if the trade is open. */
  exit: number;
  isOpen: boolean;
  /** In units of the sixteenth decimal. */
  volume: bigint;
  /** Cents. */
  net: bigint;
}

const VOLUME_DECIMALS = 16;
const ONE = 100_000_000n;

export const windowOf = (to: number, days: number): Window => ({ from: to - days * DAY, to });

/** Returns what reads the instruments of symbols: the group that names one, or else its leading letters and digits. */
export function instrumentReader(groups: readonly InstrumentGroup[]): ReadInstrument {
  const grouped = new Map<string, Instrument>();
  for (const { name, symbols } of groups) {
    for (const { symbol, ratio } of symbols) {
      const isInverse = ratio.startsWith("-");
      const size = parseVolume(isInverse ? ratio.slice(1) : ratio);
      grouped.set(symbol.toUpperCase(), { name, size, isInverse });
    }
  }
  const read = new Map<string, Instrument>();
  return (symbol) => {
    const known = read.get(symbol);
    if (known) return known;
    const [leading] = /^[\p{L}\p{N}]+/u.exec(symbol) ?? [symbol];
    const own = { name: leading, size: ONE, isInverse: false };
    const instrument = grouped.get(symbol.toUpperCase()) ?? own;
    read.set(symbol, instrument);
    return instrument;
  };
}

export const directionOf = (side: DealSide, { isInverse }: Instrument): DealSide =>
  isInverse ? otherSide(side) : side;

/**
 * Returns the trades of a stage that were opened in a window, by position.
 * @param deals all of the positions, at least up to the end of the window
 */
export function tradesInWindow(
  deals: readonly RecordedDeal[],
  { from, to }: Window,
  instrumentOf: ReadInstrument,
): WindowTrade[] {
  return openedTradesOf(deals.filter(({ time }) => time < to))
    .filter(({ openTime }) => openTime >= from)
    .map((trade) => windowTrade(trade, to, instrumentOf));
}

/** Returns a trade of the record as it counts in a window. @param to the end of the window */
export function windowTrade(
  { position, symbol, side, openTime, closeTime, volume, net }: StoredTrade,
  to: number,
  instrumentOf: ReadInstrument,
): WindowTrade {
  const instrument = instrumentOf(symbol);
  return {
    position,
    instrument: instrument.name,
    direction: directionOf(side, instrument),
    openTime,
    exit: closeTime ?? to,
    isOpen: closeTime === null,
    volume: parseVolume(volume) * instrument.size,
    net,
  };
}

type StoredTrade = Pick<
  Trade,
  "position" | "symbol" | "side" | "openTime" | "closeTime" | "volume" | "net"
>;

/** Formats a volume of a window with at least two decimals, and no trailing zeros beyond them. */
export function formatWindowVolume(units: bigint): string {
  return formatUnits(units, VOLUME_DECIMALS).replace(/(\.\d\d\d*?)0+$/, "$1");
}
