import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import type { FoundEvidence, PairOfKind } from "../comparison/firm-comparison.ts";
import { groupUsers } from "../comparison/groups.rule.ts";
import type { SharedFact } from "../facts/fact.rule.ts";
import { decidedStatus, type LinkDecision, type LinkStatus } from "./link-case.rule.ts";

/** The evidence about a pair of a case. */
export interface CaseEvidence extends FoundEvidence {
  isRaised: boolean;
  /** Whether it is new since the last decision. */
  isOpening: boolean;
}

export interface CaseFact {
  valueHash: string;
  fact: SharedFact;
  /** Whether it opens a case, or only joins one. */
  isConnecting: boolean;
  isOpening: boolean;
}

export interface CaseMember {
  userId: number;
  isNamed: boolean;
  /** When an appeal cleared the trader. */
  clearedAt: string | null;
}

/** When an appeal cleared traders who have left a case since, by their ids. */
export type ClearedLeavers = Record<string, string>;

/** What a case was decided on. */
export interface Snapshot {
  userIds: number[];
  evidence: CaseEvidence[];
  facts: CaseFact[];
}

/** What the rule knows about a case that is not merged. */
export interface CaseState {
  /** `null` for a new one. */
  id: number | null;
  status: Exclude<LinkStatus, "merged">;
  isHeldOpen: boolean;
  members: CaseMember[];
  clearedLeavers: ClearedLeavers;
  evidence: CaseEvidence[];
  facts: CaseFact[];
  /** The last decision of a person. */
  decided: { decision: LinkDecision; snapshot: Snapshot } | null;
}

export interface FoundFact {
  valueHash: string;
  fact: SharedFact;
  isConnecting: boolean;
}

/** What was found about all accounts, or those that are concerned. */
export interface Found {
  raised: readonly FoundEvidence[];
  /** All that are shared, by any users. */
  facts: readonly FoundFact[];
  /** Evidence of open cases that is no longer raised, as of its `to`; `null` if it was not raised then, either. */
  rechecked: readonly { former: FoundEvidence; now: FoundEvidence | null }[];
  /** What entries after the decision alone raise, by case. */
  sinceDecision: ReadonlyMap<number, readonly FoundEvidence[]>;
}

/** What happens to a case. `before` is `null` for a new one. */
export interface CaseChange {
  before: CaseState | null;
  after: CaseState;
  /** The ids of the cases that have moved into it. */
  merged: number[];
  event: "opened" | "reopened" | "dismissed" | "restored" | null;
}

/**
 * Returns how cases change by what was found: raised pairs and facts that open connect traders, and a connected group is
 * one case.
 */
export function reconcile(states: readonly CaseState[], found: Found): CaseChange[] {
  const kept = new Map(states.map((state) => [state, takeAway(state, found)]));
  const connections = [
    ...found.raised.map(({ evidence }) => [evidence.a, evidence.b]),
    ...found.facts.flatMap(({ fact, isConnecting }) => (isConnecting ? [fact.userIds] : [])),
  ];
  const ofCases = [...kept.values()].map(userIdsOf);
  const groups = groupUsers([...connections, ...ofCases]);
  const caseOf = new Map(
    states.flatMap((state) =>
      userIdsOf(kept.get(state)!).map((userId): [number, CaseState] => [userId, state]),
    ),
  );
  const settled = groups.flatMap((group) => {
    const users = new Set(group);
    const within = new Set(group.flatMap((userId) => caseOf.get(userId) ?? []));
    const cases = [...within].toSorted((a, b) => a.id! - b.id!);
    return [settleGroup(cases, kept, users, found)];
  });
  const emptied = states
    .filter((state) => kept.get(state)!.members.length === 0)
    .map((state) =>
      closeIfEmpty({ before: state, after: kept.get(state)!, merged: [], event: null }),
    );
  return [...settled, ...emptied].filter(isChange);
}

const userIdsOf = ({ members }: CaseState) => members.map(({ userId }) => userId);

function isChange({ before, after, merged }: CaseChange): boolean {
  if (after.members.length === 0 && before === null) return false;
  return merged.length > 0 || JSON.stringify(before) !== JSON.stringify(after);
}

/** Removes evidence that later records have taken from an open case, with the traders that only it connects. */
function takeAway(state: CaseState, { rechecked }: Found): CaseState {
  if (state.status !== "open") return state;
  const evidence = state.evidence.flatMap((item): CaseEvidence[] => {
    const checked = rechecked.find(({ former }) => isSameComparison(former, item));
    if (!checked || !item.isRaised) return [item];
    return checked.now ? [replaceEvidence(item, checked.now)] : [];
  });
  if (evidence.length === state.evidence.length) return { ...state, evidence };
  const connected = new Set([
    ...evidence.filter(({ isRaised }) => isRaised).flatMap((item) => pairIds(item.evidence)),
    ...state.facts.flatMap(({ fact, isConnecting }) => (isConnecting ? fact.userIds : [])),
    ...state.members.flatMap(({ userId, isNamed }) => (isNamed ? [userId] : [])),
  ]);
  const members = state.members.filter(({ userId }) => connected.has(userId));
  const remain = new Set(members.map(({ userId }) => userId));
  const left = state.members.filter(({ userId }) => !remain.has(userId));
  return {
    ...state,
    members,
    clearedLeavers: { ...state.clearedLeavers, ...clearedOf(left) },
    evidence: evidence.filter((item) => pairIds(item.evidence).every((id) => remain.has(id))),
    facts: state.facts.flatMap((item) => factAmong(item, remain)),
  };
}

const clearedOf = (members: readonly CaseMember[]): ClearedLeavers =>
  Object.fromEntries(
    members.flatMap(({ userId, clearedAt }) => (clearedAt === null ? [] : [[userId, clearedAt]])),
  );

/** Returns a state with these members; those who were cleared before they left the case still are. */
export function withMembers(state: CaseState, members: readonly CaseMember[]): CaseState {
  const clearedLeavers = { ...state.clearedLeavers };
  const known = members.map((member): CaseMember => {
    const clearedAt = member.clearedAt ?? clearedLeavers[member.userId] ?? null;
    delete clearedLeavers[member.userId];
    return { ...member, clearedAt };
  });
  return { ...state, members: known, clearedLeavers };
}

const pairIds = ({ a, b }: Pick<PairOfKind, "a" | "b">): [number, number] => [a, b];

function isSameComparison(one: FoundEvidence, other: FoundEvidence): boolean {
  return (
    evidenceKey(one) === evidenceKey(other) &&
    one.evidence.to === other.evidence.to &&
    one.evidence.settingsVersion === other.evidence.settingsVersion
  );
}

/** Names the pair and the detector of evidence. */
export const evidenceKey = ({ evidence: { kind, a, b } }: FoundEvidence) =>
  `${kind} ${Math.min(a, b)} ${Math.max(a, b)}`;

const factKey = ({ fact, valueHash }: FoundFact) => `${fact.kind} ${valueHash}`;

/** A noted fact is shown for the traders of the case that share it; one that opens has made them traders of it. */
export function factAmong<Of extends FoundFact>(item: Of, users: ReadonlySet<number>): Of[] {
  if (item.isConnecting) return [item];
  const userIds = item.fact.userIds.filter((userId) => users.has(userId));
  return userIds.length < 2 ? [] : [{ ...item, fact: { ...item.fact, userIds } }];
}

function settleGroup(
  cases: readonly CaseState[],
  kept: ReadonlyMap<CaseState, CaseState>,
  users: ReadonlySet<number>,
  found: Found,
): CaseChange {
  const [before, ...others] = cases;
  const within: Found = {
    ...found,
    raised: found.raised.filter(({ evidence }) => users.has(evidence.a)),
    facts: found.facts
      .flatMap((item) => factAmong(item, users))
      .filter(({ fact }) => users.has(fact.userIds[0]!)),
  };
  if (!before) return openCase(users, within);
  const own = kept.get(before)!;
  const merged = others.reduce((into, other) => mergeInto(into, kept.get(other)!), own);
  const joined = [...users].filter((userId) => !own.members.some((each) => each.userId === userId));
  const members = [
    ...own.members,
    ...joined
      .toSorted((a, b) => a - b)
      .map((userId): CaseMember => {
        const named = merged.members.find((each) => each.userId === userId);
        return named ?? { userId, isNamed: false, clearedAt: null };
      }),
  ];
  const after = addFound(before, withMembers(merged, members), within, new Set(joined));
  const mergedIds = others.map(({ id }) => id!);
  const isReopened = before.status !== "open" && after.status === "open";
  const event = isReopened ? "reopened" : null;
  return closeIfEmpty({ before, after, merged: mergedIds, event });
}

function openCase(users: ReadonlySet<number>, { raised, facts }: Found): CaseChange {
  const after: CaseState = {
    id: null,
    status: "open",
    isHeldOpen: false,
    members: [...users]
      .toSorted((a, b) => a - b)
      .map((userId) => ({ userId, isNamed: false, clearedAt: null })),
    clearedLeavers: {},
    evidence: raised.map((item) => ({ ...item, isRaised: true, isOpening: true })),
    facts: facts.map((item) => ({ ...item, isOpening: item.isConnecting })),
    decided: null,
  };
  return { before: null, after, merged: [], event: "opened" };
}

/** Puts the evidence and the facts of a case into one with a lower id. */
export function mergeInto(into: CaseState, other: CaseState): CaseState {
  const evidence = new Map(into.evidence.map((item) => [evidenceKey(item), item]));
  for (const item of other.evidence) {
    const known = evidence.get(evidenceKey(item));
    if (!known || known.evidence.to < item.evidence.to) evidence.set(evidenceKey(item), item);
  }
  const facts = new Map([...other.facts, ...into.facts].map((item) => [factKey(item), item]));
  return {
    ...into,
    isHeldOpen: into.isHeldOpen || other.isHeldOpen,
    members: [...into.members, ...other.members],
    clearedLeavers: { ...other.clearedLeavers, ...into.clearedLeavers },
    evidence: [...evidence.values()],
    facts: [...facts.values()],
  };
}

/** @param joined the traders who were not in the case */
function addFound(
  before: CaseState,
  state: CaseState,
  { raised, facts, sinceDecision }: Found,
  joined: ReadonlySet<number>,
): CaseState {
  const { status, decided } = before;
  const values = knownValues(state.facts, facts);
  const renewed = status === "confirmed" ? [] : (sinceDecision.get(before.id!) ?? []);
  const renewedKeys = new Set(renewed.map(evidenceKey));
  const isNewTrader = (userId: number) => !decided?.snapshot.userIds.includes(userId);
  const isNewPair = (item: FoundEvidence) =>
    pairIds(item.evidence).some(isNewTrader) ||
    !decided?.snapshot.evidence.some(({ evidence }) => evidence.kind === item.evidence.kind) ||
    renewedKeys.has(evidenceKey(item));
  const isNewFact = (item: FoundFact) =>
    item.isConnecting && (!values.has(item) || item.fact.userIds.some(isNewTrader));
  const reopens =
    status === "open" ||
    joined.size > 0 ||
    raised.some(isNewPair) ||
    facts.some(isNewFact) ||
    renewed.length > 0;
  if (!reopens && status !== "watched") return before;
  const standing = new Set(raised.map(evidenceKey));
  const evidence = new Map(state.evidence.map((item) => [evidenceKey(item), item]));
  for (const item of [...renewed.filter((each) => !standing.has(evidenceKey(each))), ...raised]) {
    const known = evidence.get(evidenceKey(item));
    const next = known
      ? replaceEvidence(known, item)
      : { ...item, isRaised: true, isOpening: false };
    const isOpening = next.isOpening || (reopens && isNewPair(item));
    evidence.set(evidenceKey(item), { ...next, isOpening });
  }
  const added = new Map(state.facts.map((item) => [factKey(item), item]));
  for (const item of facts) {
    const known = values.get(item);
    const next = known ? replaceFact(known, item) : { ...item, isOpening: false };
    added.set(factKey(next), {
      ...next,
      isOpening: next.isOpening || (reopens && isNewFact(item)),
    });
  }
  return {
    ...state,
    status: reopens ? "open" : status,
    evidence: [...evidence.values()],
    facts: [...added.values()],
  };
}

/**
 * Returns which facts of a case are the ones found: by their value, or else, because the firm's key may have changed, by
 * the traders who share it.
 */
function knownValues(
  known: readonly CaseFact[],
  found: readonly FoundFact[],
): Map<FoundFact, CaseFact> {
  const byKey = new Map(known.map((item) => [factKey(item), item]));
  const matched = new Map<FoundFact, CaseFact>();
  for (const item of found) {
    const same = byKey.get(factKey(item));
    if (same) matched.set(item, same);
  }
  const left = new Set(known);
  for (const item of matched.values()) left.delete(item);
  const sharers = ({ fact }: FoundFact) => `${fact.kind} ${fact.userIds.join(" ")}`;
  for (const item of found) {
    if (matched.has(item)) continue;
    const same = [...left].find((each) => sharers(each) === sharers(item));
    if (!same) continue;
    left.delete(same);
    matched.set(item, same);
  }
  return matched;
}

/** Keeps what differs in nothing but its window, and what was compared later. */
function replaceEvidence(known: CaseEvidence, item: FoundEvidence): CaseEvidence {
  if (item.evidence.to < known.evidence.to) return known;
  const { from: _from, to: _to, ...before } = known.evidence;
  const { from: _laterFrom, to: _laterTo, ...after } = item.evidence;
  // The database stores keys in an order of its own.
  if (canonicalJson(before) === canonicalJson(after)) return { ...known, isRaised: true };
  return { ...known, evidence: item.evidence, rows: item.rows, isRaised: true };
}

function replaceFact(known: CaseFact, { fact, isConnecting }: FoundFact): CaseFact {
  const isSame =
    known.fact.sharedBy === fact.sharedBy &&
    known.fact.userIds.join(" ") === fact.userIds.join(" ");
  return isSame ? { ...known, isConnecting } : { ...known, fact, isConnecting };
}

/** Closes an open case if nothing is left of what opened it. */
function closeIfEmpty(change: CaseChange): CaseChange {
  const { after } = change;
  if (after.status !== "open" || after.isHeldOpen) return change;
  const isLeft = [...after.evidence, ...after.facts].some(({ isOpening }) => isOpening);
  // Those of deleted traders leave nothing to decide.
  if (isLeft && after.members.length > 0) return change;
  if (after.decided === null) {
    return { ...change, after: { ...after, status: "dismissed" }, event: "dismissed" };
  }
  const { decision, snapshot } = after.decided;
  const stay = after.members.filter(
    ({ userId, isNamed }) => isNamed || snapshot.userIds.includes(userId),
  );
  const back = snapshot.userIds
    .filter((userId) => !stay.some((each) => each.userId === userId))
    .map((userId): CaseMember => ({ userId, isNamed: false, clearedAt: null }));
  const { evidence, facts } = snapshot;
  const status = decidedStatus[decision];
  const members = [...stay, ...back].toSorted((a, b) => a.userId - b.userId);
  const restored = { ...withMembers(after, members), status, evidence, facts };
  return { ...change, after: restored, event: "restored" };
}
