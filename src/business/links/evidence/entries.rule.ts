import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import type { DealSide } from "../../rulebook/timeline/trading-record.rule.ts";
import type { WindowTrade } from "./window.rule.ts";

/** Trades of one account in one instrument and direction, opened within a few seconds of the first of them. */
export interface Entry {
  userId: number;
  instrument: string;
  direction: DealSide;
  /** When the first trade was opened. */
  time: number;
  /** When the last trade was closed, or the end of the window. */
  exit: number;
  /** Whether one of the trades is open. */
  isOpen: boolean;
  /** Sums of the trades. */
  volume: bigint;
  net: bigint;
  /** By opening time, then position. */
  trades: WindowTrade[];
  /** Among the entries of its instrument: of its direction, and of both. An `EntryBook` sets them. */
  places: { own: number; both: number };
}

const compareTrades = (a: WindowTrade, b: WindowTrade) =>
  a.openTime - b.openTime || compareText(a.position, b.position);

/** Returns the entries of an account by time, then instrument and direction. */
export function entriesOf(
  userId: number,
  trades: readonly WindowTrade[],
  seconds: number,
): Entry[] {
  const last = new Map<string, Entry>();
  const entries: Entry[] = [];
  for (const trade of trades.toSorted(compareTrades)) {
    const key = `${trade.direction} ${trade.instrument}`;
    const entry = last.get(key);
    if (entry && trade.openTime - entry.time <= seconds * 1000) addTrade(entry, trade);
    else {
      const begun = beginEntry(userId, trade);
      last.set(key, begun);
      entries.push(begun);
    }
  }
  return entries.toSorted(compareOwnEntries);
}

function beginEntry(userId: number, trade: WindowTrade): Entry {
  const { instrument, direction, openTime, exit, isOpen, volume, net } = trade;
  return {
    userId,
    instrument,
    direction,
    time: openTime,
    exit,
    isOpen,
    volume,
    net,
    trades: [trade],
    places: { own: 0, both: 0 },
  };
}

function addTrade(entry: Entry, trade: WindowTrade): void {
  entry.trades.push(trade);
  entry.exit = Math.max(entry.exit, trade.exit);
  entry.isOpen ||= trade.isOpen;
  entry.volume += trade.volume;
  entry.net += trade.net;
}

function compareOwnEntries(a: Entry, b: Entry): number {
  return (
    a.time - b.time ||
    compareText(a.instrument, b.instrument) ||
    compareText(a.direction, b.direction)
  );
}

/** Orders the entries of an instrument: by time, user, and the position of the first trade. */
export function compareEntries(a: Entry, b: Entry): number {
  return (
    a.time - b.time ||
    a.userId - b.userId ||
    compareText(a.trades[0]!.position, b.trades[0]!.position)
  );
}
