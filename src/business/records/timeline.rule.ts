import {
  compareWithinInstant,
  netOf,
  type RecordedDeal,
  type RecordedOperation,
  type RecordedSnapshot,
  type TradingRecord,
} from "./trading-record.rule.ts";
import { OpenPositions } from "./open-positions.rule.ts";

/** Everything that happened at one instant, with the account just before and just after it. */
export interface Instant {
  time: number;
  operations: RecordedOperation[];
  deals: RecordedDeal[];
  snapshots: RecordedSnapshot[];
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

/**
 * Plays a record in the order of time: deals and operations of one instant count together. The first deal
 * or operation, if it is a deposit of exactly the initial balance, is the funding of the stage.
 */
export function* playTimeline(record: TradingRecord, initialBalance: bigint): Generator<Instant> {
  const positions = new OpenPositions();
  const funding = findFunding(record, initialBalance);
  let balance = initialBalance;
  for (const { time, operations, deals, snapshots } of groupByInstant(record)) {
    const wasFlat = positions.isFlat;
    for (const deal of deals) positions.apply(deal);
    const net = deals.reduce((sum, deal) => sum + netOf(deal), 0n);
    const moved = operations.reduce(
      (sum, operation) =>
        operation.kind === "credit" || operation === funding ? sum : sum + operation.amount,
      0n,
    );
    const balanceBefore = balance;
    balance += net + moved;
    const counted = operations.filter(({ kind }) => kind !== "credit");
    yield {
      time,
      operations,
      deals,
      snapshots,
      balanceBefore,
      balance,
      net,
      wasFlat,
      isFlat: positions.isFlat,
      isFunding: deals.length === 0 && counted.length === 1 && counted[0] === funding,
    };
  }
}

/** Whether an instant changed, or could have changed, the balance. */
export function isBooked({ deals, operations, isFunding }: Instant): boolean {
  return !isFunding && (deals.length > 0 || operations.some(({ kind }) => kind !== "credit"));
}

/** @returns the operation that brought the initial balance, which counts once */
export function findFunding(
  { deals, operations }: TradingRecord,
  initialBalance: bigint,
): RecordedOperation | undefined {
  const booked = operations.filter(({ kind }) => kind !== "credit");
  const first = Math.min(...[...deals, ...booked].map(({ time }) => time));
  return booked.find(
    ({ time, kind, amount }) => time === first && kind === "deposit" && amount === initialBalance,
  );
}

interface Group {
  time: number;
  operations: RecordedOperation[];
  deals: RecordedDeal[];
  snapshots: RecordedSnapshot[];
}

function groupByInstant({ operations, deals, snapshots }: TradingRecord): Group[] {
  const groups = new Map<number, Group>();
  const at = (time: number): Group => {
    const found = groups.get(time) ?? { time, operations: [], deals: [], snapshots: [] };
    groups.set(time, found);
    return found;
  };
  for (const operation of operations) at(operation.time).operations.push(operation);
  for (const deal of deals) at(deal.time).deals.push(deal);
  for (const snapshot of snapshots) at(snapshot.time).snapshots.push(snapshot);
  return [...groups.values()]
    .map((group) => ({ ...group, deals: group.deals.toSorted(compareWithinInstant) }))
    .toSorted((a, b) => a.time - b.time);
}
