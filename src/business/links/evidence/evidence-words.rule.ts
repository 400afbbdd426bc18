import type { LinkEvidence } from "./evidence.schema.ts";
import { YOU } from "./party-names.rule.ts";

/** How the two accounts of a pair are called, such as `you` and `A`. */
export interface PairNames {
  a: string;
  b: string;
}

type Described = Pick<
  LinkEvidence,
  "kind" | "matched" | "entries" | "seconds" | "expected" | "oneIn"
>;

/** Says how often two accounts matched, and how rare that is. */
export function describeEvidence(
  { kind, matched, entries, seconds, expected, oneIn }: Described,
  { a, b }: PairNames,
): string {
  const direction = kind === "copied" ? "the same direction" : "the opposite direction";
  const ofAll = entries === 1 ? "1 entry" : `${entries} entries`;
  const within = seconds === 1 ? "1 second" : `${seconds} seconds`;
  const rarity =
    oneIn === 1
      ? "which is not rare"
      : `at most one in ${oneIn.toLocaleString("en-US")} pairs of unrelated accounts matches as often`;
  const own = a === YOU ? `your ${ofAll}` : `${ofAll} of ${a}`;
  const matches = matched === 1 ? "matches an entry" : "match entries";
  return `${matched} of ${own} ${matches} of ${b === YOU ? "yours" : b} in ${direction} within ${within}; chance would give ${expected}, and ${rarity}.`;
}
