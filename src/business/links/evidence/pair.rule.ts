import { formatDecimal, formatUnits } from "../../../platform/money/money.ts";
import { chanceOf, oneIn, USUAL } from "./chance.rule.ts";
import type { Entry } from "./entries.rule.ts";
import { firstFrom, type PairIds, type Surroundings } from "./entry-book.rule.ts";
import { describeEvidence } from "./evidence-words.rule.ts";
import type { Exposure, LinkEvidence, LinkRow, RowEntry } from "./evidence.schema.ts";
import { type DetectorSettings, type LinkKind, wantedDirection } from "./link-kind.rule.ts";
import { formatWindowVolume, type Window } from "./window.rule.ts";

/** An account of a pair, with all of its entries in the window. */
export interface PairSide {
  userId: number;
  /** By time, then instrument and direction. */
  entries: readonly Entry[];
}

export interface PairQuestion {
  kind: LinkKind;
  settings: DetectorSettings;
  surroundings: Surroundings;
  window: Window;
}

/** One entry of `a`, as it was compared. */
interface Compared {
  entry: Entry;
  match: Entry | null;
  others: number;
  /** `null` for an entry that is public, which counts no further. */
  counted: { active: number; chance: bigint } | null;
}

/** Returns two accounts in the order of their evidence: `a` has fewer entries, at a tie the lower id. */
export function orderPair(one: PairSide, other: PairSide): readonly [PairSide, PairSide] {
  const order = one.entries.length - other.entries.length || one.userId - other.userId;
  return order <= 0 ? [one, other] : [other, one];
}

/** The result of comparing two accounts; the exposure is read only for what is shown. */
export interface ComparedPair {
  evidence: Omit<LinkEvidence, "settingsVersion" | "exposure" | "sentence">;
  rows: Compared[];
}

/** Compares two accounts, entry by entry of `a`. @param pair as `orderPair` returns it */
export function comparePair(
  question: PairQuestion & { crowd: number },
  [a, b]: readonly [PairSide, PairSide],
): ComparedPair {
  const wanted = Map.groupBy(b.entries, queueName);
  const matched = new Set<Entry>();
  const rows = a.entries.map((entry) => {
    const { direction } = entry;
    const queue = wanted.get(
      queueName({ ...entry, direction: wantedDirection(question.kind, direction) }),
    );
    const row = compareEntry(question, entry, queue ?? [], matched, [a.userId, b.userId]);
    if (row.match) matched.add(row.match);
    return row;
  });
  return { evidence: summarise(question, a, b, rows), rows };
}

const queueName = ({ instrument, direction }: Pick<Entry, "instrument" | "direction">) =>
  `${direction} ${instrument}`;

function compareEntry(
  question: PairQuestion & { crowd: number },
  entry: Entry,
  queue: readonly Entry[],
  matched: ReadonlySet<Entry>,
  pair: PairIds,
): Compared {
  const { surroundings, settings, crowd } = question;
  const others = surroundings.countOthers(entry, pair);
  if (others >= crowd) return { entry, match: null, others, counted: null };
  const active = surroundings.countActive(entry, pair);
  const nearby = firstFrom(queue, entry.time + USUAL + 1) - firstFrom(queue, entry.time - USUAL);
  const chance = chanceOf({ nearby, others, active, seconds: settings.seconds });
  const match = findMatch(question, entry, queue, matched);
  return { entry, match, others, counted: { active, chance } };
}

/** Returns the nearest entry that is not matched yet; at a tie the earlier one. */
function findMatch(
  { surroundings, settings }: PairQuestion,
  entry: Entry,
  queue: readonly Entry[],
  matched: ReadonlySet<Entry>,
): Entry | null {
  const reach = settings.seconds * 1000;
  let nearest: Entry | null = null;
  for (let place = firstFrom(queue, entry.time - reach); ; place += 1) {
    const other = queue[place];
    if (!other || other.time > entry.time + reach) return nearest;
    const distance = Math.abs(other.time - entry.time);
    if (nearest && distance >= Math.abs(nearest.time - entry.time)) continue;
    if (matched.has(other) || !surroundings.areCompared(entry, other)) continue;
    if (!overlap(entry, other, settings.overlapSeconds)) continue;
    nearest = other;
  }
}

function overlap(a: Entry, b: Entry, seconds: number | undefined): boolean {
  if (seconds === undefined) return true;
  return Math.min(a.exit, b.exit) - Math.max(a.time, b.time) >= seconds * 1000;
}

interface Match {
  a: Entry;
  b: Entry;
  lag: number;
}

function summarise(
  { kind, settings, window }: PairQuestion,
  a: PairSide,
  b: PairSide,
  rows: readonly Compared[],
): ComparedPair["evidence"] {
  const counted = rows.filter((row) => row.counted !== null);
  const matches = rows.flatMap(({ entry, match }): Match[] =>
    match ? [{ a: entry, b: match, lag: match.time - entry.time }] : [],
  );
  const expected = counted.reduce((sum, row) => sum + row.counted!.chance, 0n);
  const reach = settings.seconds * 1000;
  const entries = counted.length;
  const holdings = { a: holdingsOf(a.entries), b: holdingsOf(b.entries) };
  const times = matches.map((match) => match.a.time);
  return {
    kind,
    a: a.userId,
    b: b.userId,
    from: isoTime(window.from),
    to: isoTime(window.to),
    seconds: settings.seconds,
    entries,
    matched: matches.length,
    public: rows.length - entries,
    share: formatUnits(BigInt(entries && Math.floor((10_000 * matches.length) / entries)), 2),
    expected: formatMillionths(expected),
    oneIn: oneIn(matches.length, expected),
    lags: lagsOf(matches),
    closedTogether: matches.filter((match) => Math.abs(match.b.exit - match.a.exit) <= reach)
      .length,
    sameSize: countSameSize(matches),
    earlier: matches.filter((match) => wasHeldEarlier(match, holdings.a, holdings.b, reach)).length,
    netA: formatDecimal(sumNets(matches.map((match) => match.a))),
    netB: formatDecimal(sumNets(matches.map((match) => match.b))),
    first: matches.length > 0 ? isoTime(Math.min(...times)) : null,
    last: matches.length > 0 ? isoTime(Math.max(...times)) : null,
  };
}

const isoTime = (time: number) => new Date(time).toISOString();
const formatMillionths = (millionths: bigint) => formatUnits(millionths, 6);

const sumNets = (entries: readonly Entry[]) =>
  entries.reduce((sum, { isOpen, net }) => (isOpen ? sum : sum + net), 0n);

function lagsOf(matches: readonly Match[]): LinkEvidence["lags"] {
  const lags = matches.map(({ lag }) => lag).toSorted((a, b) => a - b);
  if (lags.length === 0) return null;
  return {
    min: lags[0]!,
    median: lowerMedian(lags),
    max: lags.at(-1)!,
    aFirst: lags.filter((lag) => lag > 0).length,
    bFirst: lags.filter((lag) => lag < 0).length,
  };
}

const lowerMedian = <Of>(sorted: readonly Of[]) => sorted[(sorted.length - 1) >> 1]!;

/** Counts the matches whose ratio of volumes is within a tenth of the lower median. */
function countSameSize(matches: readonly Match[]): number {
  if (matches.length === 0) return 0;
  const ratios = matches.map(({ a, b }) => ({ a: a.volume, b: b.volume }));
  const difference = (one: Ratio, other: Ratio) => one.b * other.a - other.b * one.a;
  const median = lowerMedian(
    ratios.toSorted((one, other) => {
      const sign = difference(one, other);
      return sign === 0n ? 0 : sign < 0n ? -1 : 1;
    }),
  );
  return ratios.filter((ratio) => {
    const apart = difference(ratio, median);
    return (apart < 0n ? -apart : apart) * 10n <= median.b * ratio.a;
  }).length;
}

type Ratio = Record<"a" | "b", bigint>;

/**
 * Whether the later account of a match already held the direction of its entry: by a trade opened clearly before the
 * earlier entry, and open beyond the later one.
 */
function wasHeldEarlier(match: Match, a: Holdings, b: Holdings, reach: number): boolean {
  const [holdings, later, earlier] = match.lag < 0 ? [a, match.a, match.b] : [b, match.b, match.a];
  const { trades, latestExits } = holdings.get(queueName(later))!;
  const before = firstFrom(trades, earlier.time - reach);
  return before > 0 && latestExits[before - 1]! > later.time;
}

/** The trades of an account by direction and instrument. */
type Holdings = ReadonlyMap<string, Holding>;

interface Holding {
  /** In the order of opening. */
  trades: readonly { time: number }[];
  /** The latest exit of each trade and those before it. */
  latestExits: readonly number[];
}

function holdingsOf(entries: readonly Entry[]): Holdings {
  return new Map(
    [...Map.groupBy(entries, queueName)].map(([name, queue]) => {
      const opened = queue.flatMap(({ trades }) => trades);
      let latest = Number.NEGATIVE_INFINITY;
      const latestExits = opened.map(({ exit }) => (latest = Math.max(latest, exit)));
      return [name, { trades: opened.map(({ openTime }) => ({ time: openTime })), latestExits }];
    }),
  );
}

/** Returns the evidence as it is shown. */
export function presentEvidence(
  evidence: ComparedPair["evidence"],
  settingsVersion: number,
  exposure: Exposure | null,
): LinkEvidence {
  const { kind, a, b, from, to, ...figures } = evidence;
  return {
    kind,
    a,
    b,
    from,
    to,
    settingsVersion,
    ...figures,
    exposure,
    sentence: describeEvidence(evidence, { a: `user ${a}`, b: `user ${b}` }),
  };
}

export function presentRows(rows: readonly Compared[]): LinkRow[] {
  return rows.map(({ entry, match, others, counted }) => ({
    result: match ? "matched" : counted ? "alone" : "public",
    instrument: entry.instrument,
    direction: entry.direction,
    a: presentEntry(entry),
    b: match && presentEntry(match),
    lagMs: match && match.time - entry.time,
    chance: counted && formatMillionths(counted.chance),
    others,
    active: counted && counted.active,
  }));
}

function presentEntry({ trades, time, exit, isOpen, volume, net }: Entry): RowEntry {
  return {
    positions: trades.map(({ position }) => position),
    time: isoTime(time),
    closeTime: isOpen ? null : isoTime(exit),
    volume: formatWindowVolume(volume),
    net: isOpen ? null : formatDecimal(net),
  };
}
