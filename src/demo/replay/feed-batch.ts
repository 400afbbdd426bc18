import type { FeedAccount, FeedDeal, FeedOperation } from "../../../examples/bridge/bridge.ts";

export type FeedItem =
  | { kind: "deals"; time: number; item: FeedDeal }
  | { kind: "operations"; time: number; item: FeedOperation }
  | { kind: "snapshots"; time: number; item: FeedAccount["snapshots"][number] };

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

/** Returns the records of one account as `POST /api/feed` expects them. */
export function accountOf(login: string, items: FeedItem[]): FeedAccount {
  return {
    login,
    deals: items.flatMap((entry) => (entry.kind === "deals" ? [entry.item] : [])),
    operations: items.flatMap((entry) => (entry.kind === "operations" ? [entry.item] : [])),
    snapshots: items.flatMap((entry) => (entry.kind === "snapshots" ? [entry.item] : [])),
  };
}
