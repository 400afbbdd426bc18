import type { SharedFact } from "../facts/fact.rule.ts";
import { describeEvidence } from "../evidence/evidence-words.rule.ts";
import type { LinkEvidence, LinkRow, RowEntry } from "../evidence/evidence.schema.ts";
import type { TraderEvidence, TraderFact, TraderRow } from "./trader-view.schema.ts";

/** How the trader who looks at a case is called. */
export const YOU = "you";

/** How the traders of a case are called for one of them, by user id. */
export type PartyNames = ReadonlyMap<number, string>;

type Pair = Pick<LinkEvidence, "a" | "b">;

export const concerns = ({ a, b }: Pair, userId: number): boolean => a === userId || b === userId;

/**
 * Names the traders that a trader is compared with: `A`, `B` and so on by user id. The names follow from the evidence,
 * so they stay when a trader is deleted.
 */
export function partyNames(evidence: readonly Pair[], userId: number): PartyNames {
  const ids = evidence.filter((pair) => concerns(pair, userId)).flatMap(({ a, b }) => [a, b]);
  const others = [...new Set(ids)].filter((id) => id !== userId).toSorted((a, b) => a - b);
  return new Map([[userId, YOU], ...others.map((id, place) => [id, letters(place)] as const)]);
}

/** Returns the id of the trader with a name, or `undefined` if no trader has it. */
export function partyOf(names: PartyNames, name: string): number | undefined {
  return names.entries().find(([, given]) => given === name)?.[0];
}

/** Counts as columns of a sheet: `Z` is followed by `AA`. */
function letters(place: number): string {
  const letter = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? letter : letters(Math.floor(place / 26) - 1) + letter;
}

/** Returns a line of evidence as a trader of the pair sees it. */
export function traderEvidence(evidence: LinkEvidence, names: PartyNames): TraderEvidence {
  const a = names.get(evidence.a)!;
  const b = names.get(evidence.b)!;
  return {
    ...evidence,
    a,
    b,
    netA: a === YOU ? evidence.netA : null,
    netB: b === YOU ? evidence.netB : null,
    sentence: describeEvidence(evidence, { a, b }),
  };
}

/** Returns the rows of evidence as a trader of the pair sees them. */
export function traderRows(rows: readonly LinkRow[], { a }: Pair, userId: number): TraderRow[] {
  const view = (entry: RowEntry, isOwn: boolean) =>
    isOwn ? entry : { ...entry, positions: null, net: null };
  return rows.map((row) => ({
    ...row,
    a: view(row.a, a === userId),
    b: row.b && view(row.b, a !== userId),
  }));
}

/** Returns what a trader shares, but not which others do. */
export function traderFacts(facts: readonly SharedFact[], userId: number): TraderFact[] {
  return facts
    .filter(({ userIds }) => userIds.includes(userId))
    .map(({ kind, sharedBy, of, oneIn }) => ({ kind, sharedBy, of, oneIn }));
}
