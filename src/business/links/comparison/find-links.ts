import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { mayHaveMatches } from "../evidence/near-trades.queries.ts";
import { instrumentReader, type Window, windowOf } from "../evidence/window.rule.ts";
import { type SharedFact, sharedValues } from "../facts/fact.rule.ts";
import { readFactValues } from "../facts/facts.queries.ts";
import { readPersonsOfTraders } from "../persons/persons.queries.ts";
import type { LinkSettings } from "../settings/link-settings.rule.ts";
import { listLinkSettings, readLinkSettings } from "../settings/link-settings.ts";
import { FirmComparison, type FoundEvidence, type PairOfKind } from "./firm-comparison.ts";

type FindContext = Pick<Context, "cipher" | "clock" | "log"> & { kysely: Kysely<Tables> };

/** What is known of a case before its accounts are compared. */
export interface KnownCase {
  id: number;
  userIds: readonly number[];
  /** Evidence that was raised, which later records may have taken away. */
  raised: readonly FoundEvidence[];
  /** When it was watched or dismissed; `null` if entries after a decision do not matter. */
  decidedAt: number | null;
}

/** A shared value, which is named by a hash with a key of the firm. */
export interface FoundValue {
  valueHash: string;
  fact: SharedFact;
  /** Whether it opens a case. */
  isConnecting: boolean;
}

export interface FoundLinks {
  raised: FoundEvidence[];
  facts: FoundValue[];
  rechecked: { former: FoundEvidence; now: FoundEvidence | null }[];
  sinceDecision: Map<number, FoundEvidence[]>;
  size: FirmComparison["size"];
}

/**
 * Compares the accounts of the firm up to a time, by the present settings.
 * @param concerned only pairs with one of these traders are compared; all if absent
 */
export async function findLinks(
  context: FindContext,
  known: readonly KnownCase[],
  { to, concerned }: { to: number; concerned?: ReadonlySet<number> | undefined },
): Promise<FoundLinks> {
  const { kysely } = context;
  const version = await readLinkSettings(kysely);
  const { settings } = version;
  const facts = await findFacts(context, settings);
  if (concerned?.size === 0) return { ...nothing, facts };
  const window = windowOf(to, settings.days);
  if (concerned && !(await mayChange(kysely, known, { settings, window, concerned }))) {
    return { ...nothing, facts };
  }
  const isConcerned = (a: number, b: number) => !concerned || concerned.has(a) || concerned.has(b);
  const firm = await FirmComparison.read(kysely, version, window);
  const raised = await describeRaised(firm, await firm.raisedPairs(isConcerned));
  return {
    raised,
    facts,
    rechecked: await recheck(kysely, known, raised, isConcerned),
    sinceDecision: await findSince(firm, known, isConcerned),
    size: firm.size,
  };
}

/**
 * Whether the trades of a few traders may raise something, or take something away. The trades of most have nothing to do
 * with anybody else's, which a small part of the firm's shows.
 */
async function mayChange(
  kysely: Kysely<Tables>,
  known: readonly KnownCase[],
  {
    settings,
    window,
    concerned,
  }: { settings: LinkSettings; window: Window; concerned: ReadonlySet<number> },
): Promise<boolean> {
  const isKnown = known.some(({ raised, decidedAt }) => raised.length > 0 || decidedAt !== null);
  if (isKnown) return true;
  const persons = await readPersonsOfTraders(kysely);
  if (concerned.keys().some((userId) => persons.has(userId))) return true;
  const detectors = [settings.copied, settings.opposite].filter((each) => each !== null);
  if (detectors.length === 0) return false;
  return mayHaveMatches(kysely, [...concerned], {
    window,
    seconds: Math.max(...detectors.map(({ seconds }) => seconds)),
    matches: Math.min(...detectors.map(({ matches }) => matches)),
    instrumentOf: instrumentReader(settings.instruments),
  });
}

const nothing: Omit<FoundLinks, "facts"> = {
  raised: [],
  rechecked: [],
  sinceDecision: new Map(),
  size: { accounts: 0, entries: 0, comparisons: 0 },
};

async function describeRaised(
  firm: FirmComparison,
  pairs: readonly PairOfKind[],
): Promise<FoundEvidence[]> {
  const described = await firm.describe(pairs);
  return described.map(({ evidence, rows }) => ({ evidence, rows }));
}

/** Returns what traders share, unless its kind is off. */
export async function findFacts(
  context: FindContext,
  settings: LinkSettings,
): Promise<FoundValue[]> {
  const values = sharedValues(await readFactValues(context), settings.crowd);
  return values.flatMap(({ fact, value }): FoundValue[] => {
    const use = settings.facts[fact.kind];
    if (use === "off") return [];
    const fingerprint = context.cipher.fingerprint(value, "shared value");
    const valueHash = createHash("sha256").update(fingerprint).digest("hex");
    return [{ valueHash, fact, isConnecting: use === "open" }];
  });
}

const pairKey = ({ kind, a, b }: PairOfKind) => `${kind} ${Math.min(a, b)} ${Math.max(a, b)}`;

/** Computes evidence that is no longer raised again as of its `to`, by the settings of its version. */
async function recheck(
  kysely: Kysely<Tables>,
  known: readonly KnownCase[],
  raised: readonly FoundEvidence[],
  isConcerned: (a: number, b: number) => boolean,
): Promise<FoundLinks["rechecked"]> {
  const standing = new Set(raised.map(({ evidence }) => pairKey(evidence)));
  const doubtful = known
    .flatMap((each) => each.raised)
    .filter(({ evidence }) => isConcerned(evidence.a, evidence.b))
    .filter(({ evidence }) => !standing.has(pairKey(evidence)));
  if (doubtful.length === 0) return [];
  const versions = new Map(
    (await listLinkSettings(kysely)).map((version) => [version.version, version]),
  );
  const rechecked: FoundLinks["rechecked"] = [];
  const comparisons = Map.groupBy(
    doubtful,
    ({ evidence: { from, to, settingsVersion } }) => `${from} ${to} ${settingsVersion}`,
  );
  for (const items of comparisons.values()) {
    const { from, to, settingsVersion } = items[0]!.evidence;
    const window = { from: Date.parse(from), to: Date.parse(to) };
    const firm = await FirmComparison.read(kysely, versions.get(settingsVersion)!, window);
    const described = await firm.describe(items.map(({ evidence }) => evidence));
    const byPair = new Map(described.map((each) => [pairKey(each.evidence), each]));
    for (const former of items) {
      const found = byPair.get(pairKey(former.evidence));
      const now = found?.isRaised ? { evidence: found.evidence, rows: found.rows } : null;
      rechecked.push({ former, now });
    }
  }
  return rechecked;
}

/** Finds what entries after the decision on a case alone raise, within the window of the settings. */
async function findSince(
  firm: FirmComparison,
  known: readonly KnownCase[],
  isConcerned: (a: number, b: number) => boolean,
): Promise<FoundLinks["sinceDecision"]> {
  const since = new Map<number, FoundEvidence[]>();
  for (const { id, userIds, decidedAt } of known) {
    if (decidedAt === null) continue;
    const from = Math.max(decidedAt, firm.window.from);
    const members = new Set(userIds);
    const isOfCase = (a: number, b: number) =>
      members.has(a) && members.has(b) && isConcerned(a, b);
    const mayBeRaised = userIds.some((a, place) =>
      userIds.slice(place + 1).some((b) => isConcerned(a, b) && firm.mayBeRaisedSince(from, a, b)),
    );
    if (!mayBeRaised) continue;
    const later = await firm.since(from);
    const pairs = await later.raisedPairs(isOfCase);
    if (pairs.length > 0) since.set(id, await describeRaised(later, pairs));
  }
  return since;
}
