import type { FoundEvidence } from "../comparison/firm-comparison.ts";
import {
  type CaseChange,
  type CaseMember,
  type CaseState,
  evidenceKey,
  factAmong,
  type FoundFact,
  mergeInto,
  withMembers,
} from "./reconcile.rule.ts";

/** Evidence, and whether it reaches the settings. */
export type FoundPair = FoundEvidence & { isRaised: boolean };

const newCase: CaseState = {
  id: null,
  status: "open",
  isHeldOpen: true,
  members: [],
  clearedLeavers: {},
  evidence: [],
  facts: [],
  decided: null,
};

/**
 * Returns what becomes of the cases of traders that a person names: they are in one, which stays open until it is
 * decided.
 * @param states the cases of these traders
 */
export function openByHand(
  states: readonly CaseState[],
  userIds: readonly number[],
  found: { pairs: readonly FoundPair[]; facts: readonly FoundFact[] },
): CaseChange {
  const [before = null, ...others] = states.toSorted((a, b) => a.id! - b.id!);
  const merged = others.reduce(mergeInto, before ?? newCase);
  const named = new Set(userIds);
  const members = [
    ...merged.members.map((member) =>
      named.has(member.userId) ? { ...member, isNamed: true } : member,
    ),
    ...userIds
      .filter((userId) => !merged.members.some((member) => member.userId === userId))
      .map((userId): CaseMember => ({ userId, isNamed: true, clearedAt: null })),
  ].toSorted((a, b) => a.userId - b.userId);
  const ids = new Set(members.map(({ userId }) => userId));
  const evidence = new Map(merged.evidence.map((item) => [evidenceKey(item), item]));
  for (const item of found.pairs) {
    const known = evidence.get(evidenceKey(item));
    evidence.set(evidenceKey(item), { ...item, isOpening: known?.isOpening ?? false });
  }
  const facts = new Map(merged.facts.map((item) => [`${item.fact.kind} ${item.valueHash}`, item]));
  for (const item of found.facts) {
    // Only what the traders share: the next comparison adds those that a shared value connects.
    for (const shared of factAmong({ ...item, isConnecting: false }, ids)) {
      const key = `${shared.fact.kind} ${shared.valueHash}`;
      const { isConnecting } = item;
      if (!facts.has(key)) facts.set(key, { ...shared, isConnecting, isOpening: false });
    }
  }
  const after: CaseState = {
    ...withMembers(merged, members),
    status: "open",
    isHeldOpen: true,
    evidence: [...evidence.values()],
    facts: [...facts.values()],
  };
  const event = before === null ? "opened" : before.status === "open" ? null : "reopened";
  return { before, after, merged: others.map(({ id }) => id!), event };
}
