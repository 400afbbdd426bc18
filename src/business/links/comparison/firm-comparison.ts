import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { inTurns } from "../../../platform/time/in-turns.ts";
import type { Turns } from "../../../platform/time/turns.rule.ts";
import { type AccountTrades, Detector } from "../evidence/detector.rule.ts";
import type { LinkEvidence, LinkRow } from "../evidence/evidence.schema.ts";
import { compareExposure, exposureSteps } from "../evidence/exposure.rule.ts";
import { type LinkKind, linkKinds } from "../evidence/link-kind.rule.ts";
import { type ComparedPair, presentEvidence, presentRows } from "../evidence/pair.rule.ts";
import { readOpposedPersons } from "../evidence/person-pairs.ts";
import { isRaised } from "../evidence/raised.rule.ts";
import { countNearTrades } from "../evidence/near-trades.rule.ts";
import { readFirm, readWindowDeals } from "../evidence/read-firm.queries.ts";
import { instrumentReader, type Window } from "../evidence/window.rule.ts";
import { areSamePerson, type PersonsOfTraders } from "../persons/person.rule.ts";
import { readPersonsOfTraders } from "../persons/persons.queries.ts";
import type { LinkSettings } from "../settings/link-settings.rule.ts";

/** The evidence about two accounts, with a row for each entry of `a`. */
export interface FoundEvidence {
  evidence: LinkEvidence;
  rows: LinkRow[];
}

/** Two traders by a detector, in any order. */
export interface PairOfKind {
  kind: LinkKind;
  a: number;
  b: number;
}

interface Version {
  version: number;
  settings: LinkSettings;
}

/** The trades of the whole firm in a window, compared by a version of the settings. */
export class FirmComparison {
  readonly #kysely: Kysely<Tables>;
  readonly #version: Version;
  readonly #window: Window;
  readonly #accounts: readonly AccountTrades[];
  readonly #persons: PersonsOfTraders;
  readonly #tradesOf: ReadonlyMap<number, AccountTrades["trades"]>;
  readonly #detectors: ReadonlyMap<LinkKind, Detector>;

  private constructor(
    kysely: Kysely<Tables>,
    version: Version,
    window: Window,
    accounts: readonly AccountTrades[],
    persons: PersonsOfTraders,
    detectors: ReadonlyMap<LinkKind, Detector>,
  ) {
    this.#kysely = kysely;
    this.#version = version;
    this.#window = window;
    this.#accounts = accounts;
    this.#persons = persons;
    this.#tradesOf = new Map(accounts.map(({ userId, trades }) => [userId, trades]));
    this.#detectors = detectors;
  }

  static async read(
    kysely: Kysely<Tables>,
    version: Version,
    window: Window,
  ): Promise<FirmComparison> {
    const instrumentOf = instrumentReader(version.settings.instruments);
    const accounts = await readFirm(kysely, window, instrumentOf);
    const persons = await readPersonsOfTraders(kysely);
    const detectors = await buildDetectors(version, window, accounts);
    return new FirmComparison(kysely, version, window, accounts, persons, detectors);
  }

  /** Compares only the trades that were opened from a time on. */
  async since(from: number): Promise<FirmComparison> {
    const accounts = this.#accounts.flatMap(({ userId, trades }): AccountTrades[] => {
      const later = trades.filter(({ openTime }) => openTime >= from);
      return later.length > 0 ? [{ userId, trades: later }] : [];
    });
    const window = { ...this.#window, from };
    const detectors = await buildDetectors(this.#version, window, accounts);
    return new FirmComparison(
      this.#kysely,
      this.#version,
      window,
      accounts,
      this.#persons,
      detectors,
    );
  }

  /**
   * Whether two traders may be raised by the trades that they have opened from a time on. It spares comparing all accounts
   * from that time on for each of many decided cases.
   */
  mayBeRaisedSince(from: number, a: number, b: number): boolean {
    const later = (userId: number) =>
      (this.#tradesOf.get(userId) ?? []).filter(({ openTime }) => openTime >= from);
    const [ofA, ofB] = [later(a), later(b)];
    if (ofA.length === 0 || ofB.length === 0) return false;
    if (areSamePerson(this.#persons, a, b)) return true;
    return linkKinds.some((kind) => {
      const detector = this.#version.settings[kind];
      if (!detector) return false;
      return countNearTrades(ofA, ofB, { kind, ...detector }) >= detector.matches;
    });
  }

  get window(): Window {
    return this.#window;
  }

  /** Returns the pairs that reach the settings. @param isConcerned whether a pair is compared */
  async raisedPairs(
    isConcerned: (a: number, b: number) => boolean = () => true,
  ): Promise<PairOfKind[]> {
    const matched: PairOfKind[] = [];
    for (const detector of this.#detectors.values()) {
      matched.push(...(await inTurns(detector.raisedPairs(this.#persons, isConcerned))));
    }
    const { opposite, instruments } = this.#version.settings;
    if (!opposite || this.#persons.size === 0) return matched;
    const opposed = await readOpposedPersons(this.#kysely, {
      ...opposite,
      persons: this.#persons,
      window: this.#window,
      instrumentOf: instrumentReader(instruments),
    });
    return [
      ...matched,
      ...opposed
        .filter(({ a, b }) => isConcerned(a, b))
        .map((pair): PairOfKind => ({ ...pair, kind: "opposite" })),
    ];
  }

  /** Returns the evidence about pairs whose detector is not off; `isRaised` says whether it reaches the settings. */
  async describe(pairs: readonly PairOfKind[]): Promise<(FoundEvidence & { isRaised: boolean })[]> {
    const compared = await inTurns(this.#comparePairs(pairs));
    const exposureOf = await this.#readExposures(compared);
    const { version, settings } = this.#version;
    return compared.map((pair) => {
      const { kind, a, b } = pair.evidence;
      const exposure = exposureOf(pair);
      const samePerson = areSamePerson(this.#persons, a, b)
        ? { longestSeconds: exposure?.longestSeconds ?? 0 }
        : undefined;
      return {
        evidence: presentEvidence(pair.evidence, version, exposure),
        rows: presentRows(pair.rows),
        isRaised: isRaised(pair.evidence, settings[kind]!, samePerson),
      };
    });
  }

  /** The accounts that have an entry, and the entries and comparisons of both detectors. */
  get size(): { accounts: number; entries: number; comparisons: number } {
    const sizes = [...this.#detectors.values()].map(({ size }) => size);
    return {
      accounts: new Set(sizes.flatMap(({ accounts }) => [...accounts])).size,
      entries: sizes.reduce((sum, { entries }) => sum + entries, 0),
      comparisons: sizes.reduce((sum, { comparisons }) => sum + comparisons, 0),
    };
  }

  *#comparePairs(pairs: readonly PairOfKind[]): Turns<ComparedPair[]> {
    const compared: ComparedPair[] = [];
    for (const { kind, a, b } of pairs) {
      const detector = this.#detectors.get(kind);
      if (detector) compared.push(detector.compare(a, b));
      yield;
    }
    return compared;
  }

  async #readExposures(compared: readonly ComparedPair[]) {
    const opposite = compared.filter(({ evidence }) => evidence.kind === "opposite");
    const userIds = new Set(opposite.flatMap(({ evidence }) => [evidence.a, evidence.b]));
    const deals =
      userIds.size > 0
        ? await readWindowDeals(this.#kysely, [...userIds], this.#window)
        : undefined;
    const instrumentOf = instrumentReader(this.#version.settings.instruments);
    const steps = new Map(
      [...userIds].map((userId) => [
        userId,
        exposureSteps(deals?.get(userId) ?? [], this.#window, instrumentOf),
      ]),
    );
    return ({ evidence: { kind, a, b } }: ComparedPair) =>
      kind === "opposite" ? compareExposure(steps.get(a)!, steps.get(b)!, this.#window.to) : null;
  }
}

/** Builds the detectors that are not off. */
async function buildDetectors(
  { settings }: Version,
  window: Window,
  accounts: readonly AccountTrades[],
): Promise<Map<LinkKind, Detector>> {
  const detectors = new Map<LinkKind, Detector>();
  for (const kind of linkKinds) {
    const detector = settings[kind];
    if (!detector) continue;
    const input = { kind, settings: detector, crowd: settings.crowd, window, accounts };
    detectors.set(kind, await inTurns(Detector.build(input)));
  }
  return detectors;
}
