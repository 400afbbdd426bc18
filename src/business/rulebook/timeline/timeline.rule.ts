import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import {
  compareWithinInstant,
  netOf,
  type RecordedDeal,
  type RecordedOperation,
  type RecordedSnapshot,
  type TradingRecord,
} from "./trading-record.rule.ts";
import type { CarriedFunding } from "./carried-funding.rule.ts";
import { type Leg, OpenPositions, type StoredPositions } from "./open-positions.rule.ts";

/**
 * The versions of the engine. `1` also took the balance right after an instant before which no position was open as
 * equity, for instance after an entry with a commission; verdicts of that time are still verified in that way. `3` is `2`
 * for what `2` could not judge: breaches that were set aside, a stage that keeps its login, rules of conduct, terms of
 * payouts and formulas of consistency.
 */
export const engines = ["1", "2", "3"] as const;
export type Engine = (typeof engines)[number];

/** The version of the engine. It changes if the same records and rules could lead to another verdict. */
export const ENGINE: Engine = "2";

/** What a stage has that only version 3 judges. */
export interface EngineInputs {
  /** The breaches that people have set aside. */
  waivers: readonly { key: string }[];
  /** The balance with which the account came from the stage before, in cents; `null` if it came with none. */
  carriedBalance: bigint | null;
}

/** The fields of rules that only version 3 reads. */
interface ExtendedRules {
  conduct?: unknown;
  payout?: { terms?: unknown } | null;
  objectives?: readonly { kind: string; formula?: unknown }[];
}

/** Returns the version that judges a stage. */
export function engineOf(
  { waivers, carriedBalance }: EngineInputs,
  rules: ExtendedRules | null,
): Engine {
  const isExtended =
    rules?.conduct !== undefined ||
    rules?.payout?.terms !== undefined ||
    rules?.objectives?.some(({ formula }) => formula !== undefined);
  return isExtended || waivers.length > 0 || carriedBalance !== null ? "3" : ENGINE;
}

/** A value that limits are compared with, and its source. Cents. */
export interface Observation {
  value: bigint;
  source: "booking" | "snapshot";
}

/** All records of one instant. */
export interface RecordGroup {
  time: number;
  operations: RecordedOperation[];
  deals: RecordedDeal[];
  snapshots: RecordedSnapshot[];
}

/** Everything that happened at one instant, with the account just before and just after it. */
export interface Instant extends RecordGroup {
  /** Cents. The funding of the stage is not added to the initial balance again. */
  balanceBefore: bigint;
  balance: bigint;
  /** The sum of the deals. */
  net: bigint;
  /** The operations that moved the balance: neither the funding nor credits. In the order of their tickets. */
  moves: RecordedOperation[];
  /** Trades that begin or end with a deal of the instant, in the order of the deals. */
  legs: Leg[];
  /** The sum of the open volumes after the instant, in units of `parseVolume`. */
  openVolume: bigint;
  /** Whether no position was open before the instant; `isFlat` refers to the moment after it. */
  wasFlat: boolean;
  isFlat: boolean;
  /** Whether the funding is the only record of the instant that could change the balance. */
  isFunding: boolean;
  /** Whether the instant only closes positions that were open before it. */
  isClosing: boolean;
  /** Observed equity, in its order: the balance after a booking that leaves no position open, and that of snapshots. */
  equity: Observation[];
}

type Booked = Pick<Instant, "net" | "moves" | "legs" | "isFunding" | "isClosing">;

/** Shared by all instants that have only snapshots, which are by far the most frequent. */
const nothingBooked: Booked = {
  net: 0n,
  moves: [],
  legs: [],
  isFunding: false,
  isClosing: false,
};

/** Everything that a timeline needs to continue after an instant. */
export interface TimelineState {
  balance: bigint;
  positions: StoredPositions;
  /**
   * Whether it is decided what the funding is: a deal or an operation other than a credit has been played. With a
   * balance from the stage before: a deal, or as many operations as fund the stage.
   */
  hasBooked: boolean;
  /** The engine that has played the records; version 1 did not store it. */
  engine?: Engine;
  /** The balance from the stage before with which the records were played; absent without one. */
  carried?: bigint;
}

/**
 * Plays the records of a stage instant by instant, in chronological order: deals and operations of one instant
 * count together. The first deal or operation, if it is a deposit of exactly the initial balance, is the funding of
 * the stage, which is not added again. `carriedFunding` determines that of a stage that keeps its login.
 */
export class Timeline {
  readonly #initialBalance: bigint;
  readonly #engine: Engine;
  readonly #carried: CarriedFunding | undefined;
  readonly #positions: OpenPositions;
  #balance: bigint;
  #hasBooked: boolean;

  /** @param carried of a stage that keeps its login; its funding must contain what has not been played yet */
  constructor(
    initialBalance: bigint,
    state?: TimelineState,
    engine: Engine = ENGINE,
    carried?: CarriedFunding,
  ) {
    this.#initialBalance = initialBalance;
    this.#engine = engine;
    this.#carried = carried;
    this.#positions = new OpenPositions(state?.positions);
    this.#balance = state?.balance ?? initialBalance;
    this.#hasBooked = state?.hasBooked ?? carried?.balance === initialBalance;
  }

  get state(): TimelineState {
    return {
      balance: this.#balance,
      positions: this.#positions.toStored(),
      hasBooked: this.#hasBooked,
      engine: this.#engine,
      ...(this.#carried && { carried: this.#carried.balance }),
    };
  }

  play(group: RecordGroup): Instant {
    const { time, operations, deals, snapshots } = group;
    const wasFlat = this.#positions.isFlat;
    const balanceBefore = this.#balance;
    const booked = deals.length > 0 || operations.length > 0 ? this.#book(group) : nothingBooked;
    const { isFlat } = this.#positions;
    const isKnown = isFlat || (this.#engine === "1" && wasFlat);
    const isEquity = isKnown && isBooked({ deals, operations, isFunding: booked.isFunding });
    const equity = snapshots.map((snapshot): Observation => ({
      value: snapshot.equity,
      source: "snapshot",
    }));
    if (isEquity) equity.unshift({ value: this.#balance, source: "booking" });
    return {
      time,
      operations,
      deals,
      snapshots,
      balanceBefore,
      balance: this.#balance,
      net: booked.net,
      moves: booked.moves,
      legs: booked.legs,
      openVolume: this.#positions.volume,
      wasFlat,
      isFlat,
      isFunding: booked.isFunding,
      isClosing: booked.isClosing && snapshots.length === 0,
      equity,
    };
  }

  #book({ operations, deals }: RecordGroup): Booked {
    const counted = operations.filter(({ kind }) => kind !== "credit");
    const funding = this.#findFunding(deals, counted);
    const moves = counted.filter((operation) => !funding.includes(operation));
    const isClosing =
      operations.length === 0 &&
      deals.every(
        ({ entry, position }) => entry === "out" && this.#positions.volumeOf(position) > 0n,
      );
    const legs = deals.flatMap((deal) => this.#positions.apply(deal));
    const net = deals.reduce((sum, deal) => sum + netOf(deal), 0n);
    this.#balance += moves.reduce((sum, { amount }) => sum + amount, net);
    const isFunding = deals.length === 0 && counted.length > 0 && moves.length === 0;
    return { net, moves, legs, isFunding, isClosing };
  }

  #findFunding(deals: RecordedDeal[], operations: RecordedOperation[]): RecordedOperation[] {
    if (this.#hasBooked || (deals.length === 0 && operations.length === 0)) return [];
    if (this.#carried) return this.#findCarried(this.#carried, deals, operations);
    this.#hasBooked = true;
    const funding = operations.find(
      ({ kind, amount }) => kind === "deposit" && amount === this.#initialBalance,
    );
    return funding ? [funding] : [];
  }

  #findCarried(
    { tickets }: CarriedFunding,
    deals: RecordedDeal[],
    operations: RecordedOperation[],
  ): RecordedOperation[] {
    const funding = operations.filter(({ ticket }) => tickets.includes(ticket));
    this.#hasBooked = deals.length > 0 || funding.some(({ ticket }) => ticket === tickets.at(-1));
    return funding;
  }
}

/** Whether an instant changed, or could have changed, the balance. */
export function isBooked({
  deals,
  operations,
  isFunding,
}: Pick<Instant, "deals" | "operations" | "isFunding">): boolean {
  return !isFunding && (deals.length > 0 || operations.some(({ kind }) => kind !== "credit"));
}

/** Groups the records by instant, in chronological order. */
export function groupByInstant({ operations, deals, snapshots }: TradingRecord): RecordGroup[] {
  const groups = new Map<number, RecordGroup>();
  const at = (time: number): RecordGroup => {
    const existing = groups.get(time);
    if (existing) return existing;
    const group: RecordGroup = { time, operations: [], deals: [], snapshots: [] };
    groups.set(time, group);
    return group;
  };
  for (const operation of operations) at(operation.time).operations.push(operation);
  for (const deal of deals) at(deal.time).deals.push(deal);
  for (const snapshot of snapshots) at(snapshot.time).snapshots.push(snapshot);
  for (const group of groups.values()) {
    if (group.deals.length > 1) group.deals = group.deals.toSorted(compareWithinInstant);
    if (group.operations.length > 1)
      group.operations = group.operations.toSorted((a, b) => compareText(a.ticket, b.ticket));
  }
  return [...groups.values()].toSorted((a, b) => a.time - b.time);
}
