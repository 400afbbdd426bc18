import type { SharedFact } from "../facts/fact.rule.ts";
import { describeEvidence } from "../evidence/evidence-words.rule.ts";
import { type ComparedPair, type PartyNames, YOU } from "../evidence/party-names.rule.ts";
import type { LinkEvidence, LinkRow, RowEntry } from "../evidence/evidence.schema.ts";
import type { TraderEvidence, TraderFact, TraderRow } from "./trader-view.schema.ts";

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
export function traderRows(
  rows: readonly LinkRow[],
  { a }: ComparedPair,
  userId: number,
): TraderRow[] {
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
