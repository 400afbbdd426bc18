import { DAY } from "../../../platform/time/durations.rule.ts";
import type { Turns } from "../../../platform/time/turns.rule.ts";
import { compareEntries, type Entry } from "./entries.rule.ts";
import { type LinkKind, wantedDirection } from "./link-kind.rule.ts";

/** Entries with more than this between them are not compared, so that the cost of a crowd is linear. */
export const MOST_BETWEEN = 50;

/** The entries that are counted or grouped in one step. */
const STEP = 1_000;

/** The entries of an instrument in their order. */
interface InstrumentEntries {
  buy: Entry[];
  sell: Entry[];
  both: Entry[];
  /** The accounts with an entry, by UTC day. */
  active: Map<number, Set<number>>;
}

/** What the entries of all accounts say about those of two. */
export interface Surroundings {
  /**
   * Counts the further accounts with a wanted entry at the same time, unless one of these also closes at the same time:
   * a crowd opens together, a copy also closes together.
   */
  countOthers(entry: Entry, pair: PairIds): number;
  /** Counts the further accounts that entered the instrument on the day of an entry. */
  countActive(entry: Entry, pair: PairIds): number;
  /** Whether two entries are close enough to be compared. */
  areCompared(a: Entry, b: Entry): boolean;
}

export type PairIds = readonly [number, number];

/** The entries of all accounts in a window, by instrument. */
export class EntryBook implements Surroundings {
  readonly #kind: LinkKind;
  readonly #reach: number;
  readonly #instruments: Map<string, InstrumentEntries>;
  /** The number of pairs of entries that `pairsOf` has compared. */
  comparisons = 0;

  private constructor(
    kind: LinkKind,
    instruments: Map<string, InstrumentEntries>,
    seconds: number,
  ) {
    this.#kind = kind;
    this.#reach = seconds * 1000;
    this.#instruments = instruments;
  }

  /** @param seconds within which entries match */
  static *build(
    kind: LinkKind,
    accounts: Iterable<{ entries: readonly Entry[] }>,
    seconds: number,
  ): Turns<EntryBook> {
    const byInstrument = new Map<string, Entry[]>();
    for (const { entries } of accounts) {
      for (const entry of entries) {
        const own = byInstrument.get(entry.instrument);
        if (own) own.push(entry);
        else byInstrument.set(entry.instrument, [entry]);
      }
      yield;
    }
    const instruments = new Map<string, InstrumentEntries>();
    for (const [name, own] of byInstrument) instruments.set(name, yield* arrange(own));
    return new EntryBook(kind, instruments, seconds);
  }

  countOthers(entry: Entry, [a, b]: PairIds): number {
    const entries = this.#of(entry)[wantedDirection(this.#kind, entry.direction)];
    const opened = new Set<number>();
    const closed = new Set<number>();
    for (let place = firstFrom(entries, entry.time - this.#reach); ; place += 1) {
      const other = entries[place];
      if (!other || other.time > entry.time + this.#reach) break;
      if (other.userId === a || other.userId === b) continue;
      opened.add(other.userId);
      if (Math.abs(other.exit - entry.exit) <= this.#reach) closed.add(other.userId);
    }
    return opened.size - closed.size;
  }

  countActive(entry: Entry, [a, b]: PairIds): number {
    const active = this.#of(entry).active.get(dayOf(entry))!;
    return active.size - Number(active.has(a)) - Number(active.has(b));
  }

  areCompared(a: Entry, b: Entry): boolean {
    const queue = this.#kind === "copied" ? "own" : "both";
    return Math.abs(a.places[queue] - b.places[queue]) <= MOST_BETWEEN + 1;
  }

  /**
   * Returns the pairs of accounts that have at least so many wanted entries within reach of each other; no other pair has
   * as many matches.
   */
  *pairsOf(matches: number): Turns<PairIds[]> {
    const counts = new Map<number, Map<number, number>>();
    for (const { buy, sell, both } of this.#instruments.values()) {
      for (const entries of this.#kind === "copied" ? [buy, sell] : [both]) {
        yield* this.#countPairs(entries, counts);
      }
    }
    const pairs: PairIds[] = [];
    for (const [a, others] of counts) {
      for (const [b, count] of others) if (count >= matches) pairs.push([a, b]);
      yield;
    }
    return pairs;
  }

  *#countPairs(entries: readonly Entry[], counts: Map<number, Map<number, number>>): Turns<void> {
    for (const [place, entry] of entries.entries()) {
      if (place % STEP === STEP - 1) yield;
      const end = Math.min(place + MOST_BETWEEN + 1, entries.length - 1);
      for (let next = place + 1; next <= end; next += 1) {
        const other = entries[next]!;
        if (other.time - entry.time > this.#reach) break;
        this.comparisons += 1;
        if (other.userId === entry.userId) continue;
        if (other.direction !== wantedDirection(this.#kind, entry.direction)) continue;
        const low = Math.min(entry.userId, other.userId);
        const high = Math.max(entry.userId, other.userId);
        const ofLow = counts.get(low) ?? new Map<number, number>();
        counts.set(low, ofLow);
        ofLow.set(high, (ofLow.get(high) ?? 0) + 1);
      }
    }
  }

  #of({ instrument }: Entry): InstrumentEntries {
    return this.#instruments.get(instrument)!;
  }
}

const dayOf = ({ time }: Entry) => Math.floor(time / DAY);

/** Sorts the entries of an instrument day by day, because sorting all of them takes long. */
function* arrange(entries: readonly Entry[]): Turns<InstrumentEntries> {
  const days = new Map<number, Entry[]>();
  for (const [place, entry] of entries.entries()) {
    const ofDay = days.get(dayOf(entry));
    if (ofDay) ofDay.push(entry);
    else days.set(dayOf(entry), [entry]);
    if (place % STEP === STEP - 1) yield;
  }
  const both: Entry[] = [];
  const queues: Record<Entry["direction"], Entry[]> = { buy: [], sell: [] };
  const active = new Map<number, Set<number>>();
  for (const [day, ofDay] of [...days].toSorted(([one], [other]) => one - other)) {
    active.set(day, new Set(ofDay.map(({ userId }) => userId)));
    for (const entry of ofDay.toSorted(compareEntries)) {
      const own = queues[entry.direction];
      entry.places = { own: own.length, both: both.length };
      own.push(entry);
      both.push(entry);
    }
    yield;
  }
  return { ...queues, both, active };
}

/** Returns the place of the first entry at or after a time, in entries in the order of time. */
export function firstFrom(entries: readonly Pick<Entry, "time">[], time: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]!.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
