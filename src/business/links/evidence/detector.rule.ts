import type { Turns } from "../../../platform/time/turns.rule.ts";
import { entriesOf } from "./entries.rule.ts";
import { EntryBook } from "./entry-book.rule.ts";
import type { DetectorSettings, LinkKind } from "./link-kind.rule.ts";
import { type ComparedPair, comparePair, orderPair, type PairSide } from "./pair.rule.ts";
import { areSamePerson, type PersonsOfTraders } from "../persons/person.rule.ts";
import { isRaised } from "./raised.rule.ts";
import type { Window, WindowTrade } from "./window.rule.ts";

/** The trades of an account in a window. */
export interface AccountTrades {
  userId: number;
  trades: readonly WindowTrade[];
}

export interface DetectorInput {
  kind: LinkKind;
  settings: DetectorSettings;
  /** From so many other accounts with the same entry, it is public. */
  crowd: number;
  window: Window;
  accounts: readonly AccountTrades[];
}

/** Compares accounts with regard to what all accounts of the firm do. */
export class Detector {
  readonly #input: DetectorInput;
  readonly #sides: ReadonlyMap<number, PairSide>;
  readonly #book: EntryBook;

  private constructor(input: DetectorInput, sides: ReadonlyMap<number, PairSide>, book: EntryBook) {
    this.#input = input;
    this.#sides = sides;
    this.#book = book;
  }

  /** @param input all accounts with a trade in the window */
  static *build(input: DetectorInput): Turns<Detector> {
    const { kind, settings, accounts } = input;
    const sides = new Map<number, PairSide>();
    for (const { userId, trades } of accounts) {
      sides.set(userId, { userId, entries: entriesOf(userId, trades, settings.seconds) });
      yield;
    }
    const book = yield* EntryBook.build(kind, sides.values(), settings.seconds);
    return new Detector(input, sides, book);
  }

  compare(one: number, other: number): ComparedPair {
    const pair = orderPair(this.#sideOf(one), this.#sideOf(other));
    return comparePair({ ...this.#input, surroundings: this.#book }, pair);
  }

  /**
   * Returns the evidence of each pair of accounts that reaches the settings.
   * @param persons two accounts of one person are not raised by their matches
   * @param isConcerned whether a pair is compared
   */
  *raisedPairs(
    persons: PersonsOfTraders = new Map(),
    isConcerned: (one: number, other: number) => boolean = () => true,
  ): Turns<ComparedPair["evidence"][]> {
    const { settings } = this.#input;
    const raised: ComparedPair["evidence"][] = [];
    for (const [one, other] of yield* this.#book.pairsOf(settings.matches)) {
      if (!isConcerned(one, other) || areSamePerson(persons, one, other)) continue;
      const { evidence } = this.compare(one, other);
      if (isRaised(evidence, settings)) raised.push(evidence);
      yield;
    }
    return raised;
  }

  /** The accounts that have an entry, and their entries. */
  get size(): { accounts: Set<number>; entries: number; comparisons: number } {
    const sides = this.#sides
      .values()
      .filter(({ entries }) => entries.length > 0)
      .toArray();
    return {
      accounts: new Set(sides.map(({ userId }) => userId)),
      entries: sides.reduce((sum, side) => sum + side.entries.length, 0),
      comparisons: this.#book.comparisons,
    };
  }

  #sideOf(userId: number): PairSide {
    return this.#sides.get(userId) ?? { userId, entries: [] };
  }
}
