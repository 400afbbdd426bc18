import type { LinkEvidence } from "./evidence.schema.ts";

/** How the trader who looks at a case is called. */
export const YOU = "you";

/** How the traders of a case are called for one of them, by user id. */
export type PartyNames = ReadonlyMap<number, string>;

/** The ids of two traders that are compared. */
export type ComparedPair = Pick<LinkEvidence, "a" | "b">;

export const concerns = ({ a, b }: ComparedPair, userId: number): boolean =>
  a === userId || b === userId;

/**
 * Names the traders that a trader is compared with: `A`, `B` and so on by user id. The names follow from the evidence,
 * so they stay when a trader is deleted.
 */
export function partyNames(evidence: readonly ComparedPair[], userId: number): PartyNames {
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
