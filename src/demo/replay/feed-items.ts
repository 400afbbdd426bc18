import type { FeedAccount, FeedDeal, FeedOperation } from "../../../examples/bridge/bridge.ts";
import { type Trade, tradesOf } from "../../business/record/derivation/trades.rule.ts";
import { reconcile } from "../../business/record/statements/reading/reconcile.rule.ts";
import type { ParsedStatement } from "../../business/record/statements/reading/statement.ts";
import { MINUTE } from "../../platform/time/durations.rule.ts";
import { formatDecimal } from "../../platform/money/money.ts";

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

const INTERVAL = 5 * MINUTE;

/** Returns the time of the first deal or operation, in milliseconds since 1970 UTC. */
export function startOf({ deals, operations }: ParsedStatement): number {
  return [...deals, ...operations].reduce((first, { time }) => Math.min(first, time), Infinity);
}

/**
 * Returns the deals and operations of a statement as a bridge sends them, with estimated snapshots.
 * @param shift milliseconds added to all times
 */
export function feedItemsOf(statement: ParsedStatement, shift: number): FeedItem[] {
  const timeOf = (time: number) => new Date(time + shift).toISOString();
  return [
    ...statement.operations.map(({ ticket, time, kind, amount }) => ({
      kind: "operations" as const,
      time,
      item: { ticket, time: timeOf(time), kind, amount: formatDecimal(amount) },
    })),
    ...statement.deals.map(({ row: _row, profit, commission, swap, fee, ...deal }) => ({
      kind: "deals" as const,
      time: deal.time,
      item: {
        ...deal,
        time: timeOf(deal.time),
        profit: formatDecimal(profit),
        commission: formatDecimal(commission),
        swap: formatDecimal(swap),
        fee: formatDecimal(fee),
      },
    })),
    ...estimateSnapshots(statement).map(({ time, balance, equity }) => ({
      kind: "snapshots" as const,
      time,
      item: {
        time: timeOf(time),
        balance: formatDecimal(balance),
        equity: formatDecimal(equity),
      },
    })),
  ];
}

/**
 * Estimates equity, which a statement does not contain: the profit of each trade is assumed to change linearly from
 * zero to its result. Returns a snapshot every five minutes while a trade is open, and one after the last was closed.
 */
function estimateSnapshots(statement: ParsedStatement) {
  const trades = tradesOf(statement.deals);
  const closed = trades.filter(({ closeTime }) => closeTime !== null);
  const first = Math.min(...trades.map(({ openTime }) => openTime));
  const end = Math.max(...closed.map(({ closeTime }) => closeTime! + INTERVAL));
  const changes = [
    ...statement.operations.map(({ time, kind, amount }) => ({
      time,
      amount: kind === "credit" ? 0n : amount,
    })),
    ...closed.map(({ closeTime, net }) => ({ time: closeTime!, amount: net })),
  ].toSorted((a, b) => a.time - b.time);
  let balance = reconcile(statement).openingBalance ?? 0n;
  const snapshots: { time: number; balance: bigint; equity: bigint }[] = [];
  for (let time = Math.ceil(first / INTERVAL) * INTERVAL; time <= end; time += INTERVAL) {
    while (changes[0] && changes[0].time <= time) balance += changes.shift()!.amount;
    const recent = closed.filter(
      ({ openTime, closeTime }) => openTime <= time && closeTime! > time - INTERVAL,
    );
    if (recent.length === 0) continue;
    const floating = recent.reduce((sum, trade) => sum + resultSoFar(trade, time), 0n);
    snapshots.push({ time, balance, equity: balance + floating });
  }
  return snapshots;
}

function resultSoFar({ openTime, closeTime, net }: Trade, time: number): bigint {
  if (closeTime! <= time) return 0n;
  return (net * BigInt(time - openTime)) / BigInt(closeTime! - openTime);
}
