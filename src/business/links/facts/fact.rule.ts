/** What traders can share besides their trades, in the order of screens. */
export const factKinds = ["payee", "device", "network", "person", "household"] as const;
export type FactKind = (typeof factKinds)[number];

/** A value of a kind that a trader has. */
export interface FactValue {
  kind: FactKind;
  userId: number;
  value: string;
  /** Milliseconds since 1970 UTC; `null` for what has no time. */
  firstAt: number | null;
  lastAt: number | null;
}

/** A value that several traders share. */
export interface SharedFact {
  kind: FactKind;
  /** Ascending. */
  userIds: number[];
  sharedBy: number;
  /** The traders with a value of the kind. */
  of: number;
  /** One in so many pairs of these shares a value. */
  oneIn: number;
  firstAt: string | null;
  lastAt: string | null;
}

/** Letters and digits only, without marks and case. */
export const plainText = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Returns a name as it is compared: its words in any order; `null` without letters. */
export function plainName(name: string | null): string | null {
  const words = (name ?? "")
    .split(/\s+/u)
    .map(plainText)
    .filter((word) => word !== "");
  return words.length === 0 ? null : words.toSorted().join(" ");
}

/** Returns a postal address as it is compared; `null` unless it is whole. */
export function plainAddress(parts: readonly (string | null)[]): string | null {
  const plain = parts.map((part) => plainText(part ?? ""));
  return plain.includes("") ? null : plain.join("|");
}

/** A shared value, with the number of pairs of traders that share it. */
export interface SharedValue {
  value: string;
  fact: SharedFact;
  pairs: number;
}

/**
 * Returns the values that traders share, by kind, then their traders.
 * @param crowd a network or household of more traders links none of them
 */
export function sharedValues(values: readonly FactValue[], crowd: number): SharedValue[] {
  const groups = groupValues(values);
  const isSamePerson = samePersonIn(groups);
  return factKinds.flatMap((kind) => {
    const ofKind = groups.filter((group) => group.kind === kind);
    const of = new Set(ofKind.flatMap(({ holders }) => [...holders.keys()])).size;
    const shared = ofKind
      .filter((group) => group.holders.size > 1 && !isCrowd(group, crowd))
      .map((group) => ({ group, ...sharersOf(group, isSamePerson) }))
      .filter(({ pairs }) => pairs > 0);
    const sharing = shared.reduce((sum, { pairs }) => sum + pairs, 0);
    const oneIn = Math.floor(countPairs(of) / sharing);
    return shared
      .map(({ group, userIds, pairs }) => ({
        pairs,
        value: group.value,
        fact: presentFact(group, userIds, of, oneIn),
      }))
      .toSorted((a, b) => compareIds(a.fact.userIds, b.fact.userIds));
  });
}

/** Exact for any number of traders that a database can hold. */
const countPairs = (traders: number) => (traders * (traders - 1)) / 2;

/** Traders by value. */
interface Group {
  kind: FactKind;
  value: string;
  holders: Map<number, { firstAt: number | null; lastAt: number | null }>;
}

function groupValues(values: readonly FactValue[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { kind, userId, value, firstAt, lastAt } of values) {
    const key = `${kind} ${value}`;
    const group = groups.get(key) ?? { kind, value, holders: new Map() };
    groups.set(key, group);
    const known = group.holders.get(userId);
    group.holders.set(userId, {
      firstAt: earliest(known?.firstAt ?? null, firstAt),
      lastAt: latest(known?.lastAt ?? null, lastAt),
    });
  }
  return [...groups.values()];
}

const earliest = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
const latest = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

const isCrowd = ({ kind, holders }: Group, crowd: number) =>
  (kind === "network" || kind === "household") && holders.size > crowd;

type IsSamePerson = (a: number, b: number) => boolean;

function samePersonIn(groups: readonly Group[]): IsSamePerson {
  const persons = new Map<number, Group[]>();
  for (const group of groups) {
    if (group.kind !== "person") continue;
    for (const userId of group.holders.keys()) {
      persons.set(userId, [...(persons.get(userId) ?? []), group]);
    }
  }
  return (a, b) => persons.get(a)?.some(({ holders }) => holders.has(b)) ?? false;
}

/** Returns the traders who share a value; of a household, those who share it with another person. */
function sharersOf(
  { kind, holders }: Group,
  isSamePerson: IsSamePerson,
): { userIds: number[]; pairs: number } {
  const ids = [...holders.keys()].toSorted((a, b) => a - b);
  if (kind !== "household") return { userIds: ids, pairs: countPairs(ids.length) };
  const others = ids.map((a) => ids.filter((b) => a !== b && !isSamePerson(a, b)).length);
  return {
    userIds: ids.filter((_, place) => others[place]! > 0),
    pairs: others.reduce((sum, count) => sum + count, 0) / 2,
  };
}

function presentFact(
  { kind, holders }: Group,
  userIds: number[],
  of: number,
  oneIn: number,
): SharedFact {
  const times = userIds.map((userId) => holders.get(userId)!);
  return {
    kind,
    userIds,
    sharedBy: userIds.length,
    of,
    oneIn,
    firstAt: isoTime(times.map((time) => time.firstAt).reduce(earliest, null)),
    lastAt: isoTime(times.map((time) => time.lastAt).reduce(latest, null)),
  };
}

const isoTime = (time: number | null) => (time === null ? null : new Date(time).toISOString());

function compareIds(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((userId, index) => userId !== b[index]);
  return place === -1 ? a.length - b.length : a[place]! - (b[place] ?? 0);
}
