import {
  compareWithinInstant,
  netOf,
  type RecordedDeal,
  type RecordedOperation,
  type RecordedSnapshot,
  type TradingRecord,
} from "./trading-record.rule.ts";
import { OpenPositions, type StoredPositions } from "./open-positions.rule.ts";

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
  /** Sum of the deals. */
  net: bigint;
  /** Whether no position was open before, and is open after. */
  wasFlat: boolean;
  isFlat: boolean;
  /** The funding is the only record that could change the balance. */
  isFunding: boolean;
}

/** What a timeline needs to go on after an instant. */
export interface TimelineState {
  balance: bigint;
  positions: StoredPositions;
  /** Whether a deal or an operation other than a credit has been played. */
  hasBooked: boolean;
}

/**
 * Plays the records of a stage instant by instant, in the order of time: deals and operations of one
 * instant count together. The first deal or operation, if it is a deposit of exactly the initial balance,
 * is the funding of the stage, which is not added again.
 */
export class Timeline {
  readonly #initialBalance: bigint;
  readonly #positions: OpenPositions;
  #balance: bigint;
  #hasBooked: boolean;

  constructor(initialBalance: bigint, state?: TimelineState) {
    this.#initialBalance = initialBalance;
    this.#positions = new OpenPositions(state?.positions);
    this.#balance = state?.balance ?? initialBalance;
    this.#hasBooked = state?.hasBooked ?? false;
  }

  get state(): TimelineState {
    return {
      balance: this.#balance,
      positions: this.#positions.toStored(),
      hasBooked: this.#hasBooked,
    };
  }

  play(group: RecordGroup): Instant {
    const { operations, deals } = group;
    const counted = operations.filter(({ kind }) => kind !== "credit");
    const funding = this.#findFunding(deals, counted);
    const wasFlat = this.#positions.isFlat;
    for (const deal of deals) this.#positions.apply(deal);
    const net = deals.reduce((sum, deal) => sum + netOf(deal), 0n);
    const moved = counted.reduce(
      (sum, operation) => (operation === funding ? sum : sum + operation.amount),
      0n,
    );
    const balanceBefore = this.#balance;
    this.#balance += net + moved;
    return {
      ...group,
      balanceBefore,
      balance: this.#balance,
      net,
      wasFlat,
      isFlat: this.#positions.isFlat,
      isFunding: deals.length === 0 && counted.length === 1 && counted[0] === funding,
    };
  }

  #findFunding(
    deals: RecordedDeal[],
    operations: RecordedOperation[],
  ): RecordedOperation | undefined {
    if (this.#hasBooked || (deals.length === 0 && operations.length === 0)) return undefined;
    this.#hasBooked = true;
    return operations.find(
      ({ kind, amount }) => kind === "deposit" && amount === this.#initialBalance,
    );
  }
}

/** Whether an instant changed, or could have changed, the balance. */
export function isBooked({ deals, operations, isFunding }: Instant): boolean {
  return !isFunding && (deals.length > 0 || operations.some(({ kind }) => kind !== "credit"));
}

/** The records by instant, in the order of time. */
export function groupByInstant({ operations, deals, snapshots }: TradingRecord): RecordGroup[] {
  const groups = new Map<number, RecordGroup>();
  const at = (time: number): RecordGroup => {
    const found = groups.get(time);
    if (found) return found;
    const group: RecordGroup = { time, operations: [], deals: [], snapshots: [] };
    groups.set(time, group);
    return group;
  };
  for (const operation of operations) at(operation.time).operations.push(operation);
  for (const deal of deals) at(deal.time).deals.push(deal);
  for (const snapshot of snapshots) at(snapshot.time).snapshots.push(snapshot);
  for (const group of groups.values()) {
    if (group.deals.length > 1) group.deals = group.deals.toSorted(compareWithinInstant);
  }
  return [...groups.values()].toSorted((a, b) => a.time - b.time);
}
