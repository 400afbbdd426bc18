import type {
  DealEntry,
  DealSide,
  OperationKind,
} from "../../business/trading/timeline/trading-record.rule.ts";

/** The records of one account in the JSON of `POST /api/feed`, as a bridge sends them. */
export interface FeedAccount {
  login: string;
  deals: FeedDeal[];
  operations: FeedOperation[];
  snapshots: FeedSnapshot[];
}

/** Times are ISO 8601 in UTC, amounts decimal text with two decimals. */
export interface FeedDeal {
  ticket: string;
  position: string;
  time: string;
  entry: DealEntry;
  symbol: string;
  side: DealSide;
  volume: string;
  price: string;
  profit: string;
  commission: string;
  swap: string;
  fee: string;
}

export interface FeedOperation {
  ticket: string;
  time: string;
  kind: OperationKind;
  amount: string;
}

export interface FeedSnapshot {
  time: string;
  balance: string;
  equity: string;
}

export type FeedItem =
  | { kind: "deals"; time: number; item: FeedDeal }
  | { kind: "operations"; time: number; item: FeedOperation }
  | { kind: "snapshots"; time: number; item: FeedSnapshot };

/** One call, `after` milliseconds after the start of the replay. */
export interface ReplayStep {
  after: number;
  account: FeedAccount;
}

/** The minimum time between calls, in milliseconds. */
const PACE = 1000;
/** Far below the limit of 10,000 items per call. */
const MAX_ITEMS = 2000;

/**
 * Groups items into calls with the time intervals of the record.
 * @param speed how many times faster than the record
 */
export function scheduleReplay(login: string, items: FeedItem[], speed: number): ReplayStep[] {
  const ordered = items.toSorted((a, b) => a.time - b.time);
  const start = ordered[0]?.time ?? 0;
  const byStep = Map.groupBy(ordered, ({ time }) => Math.floor((time - start) / speed / PACE));
  return [...byStep].flatMap(([step, inStep]) =>
    Array.from({ length: Math.ceil(inStep.length / MAX_ITEMS) }, (_, part) => ({
      after: step * PACE,
      account: accountOf(login, inStep.slice(part * MAX_ITEMS, (part + 1) * MAX_ITEMS)),
    })),
  );
}

function accountOf(login: string, items: FeedItem[]): FeedAccount {
  return {
    login,
    deals: items.flatMap((entry) => (entry.kind === "deals" ? [entry.item] : [])),
    operations: items.flatMap((entry) => (entry.kind === "operations" ? [entry.item] : [])),
    snapshots: items.flatMap((entry) => (entry.kind === "snapshots" ? [entry.item] : [])),
  };
}
