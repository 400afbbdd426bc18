import { setTimeout as sleep } from "node:timers/promises";
import type { ParsedStatement } from "../../business/trading/statements/reading/statement.ts";
import { CommandError } from "../../platform/errors.ts";
import type { FeedAccount } from "../../../examples/bridge/bridge.ts";
import { scheduleReplay } from "./feed-batch.ts";
import { feedItemsOf } from "./feed-items.ts";
import { type FeedResponse, type FeedTarget, sendBatch } from "./send-batch.ts";

export interface ReplayOptions extends FeedTarget {
  login: string;
  /** How many times faster than the record. */
  speed: number;
  /** Milliseconds added to all times. */
  shift: number;
  /** Receives a line about each call, and lines about rejected items. */
  report: (line: string) => void;
}

/** The number of rejections reported per call: all items may be rejected for the same reason. */
const SHOWN = 5;

type Counts = FeedResponse["accepted"];

/** The totals of all calls. */
export interface ReplayResult {
  accepted: Counts;
  duplicates: Counts;
  rejected: number;
}

/**
 * Sends a statement to a running server as a bridge would, with the time intervals of the record.
 * @throws CommandError if the server cannot be reached, refuses a call, or has no such account
 */
export async function replayStatement(
  statement: ParsedStatement,
  { login, speed, shift, report, ...target }: ReplayOptions,
): Promise<ReplayResult> {
  const steps = scheduleReplay(login, feedItemsOf(statement, shift), speed);
  const result: ReplayResult = { accepted: noItems(), duplicates: noItems(), rejected: 0 };
  const start = performance.now();
  for (const { after, account } of steps) {
    const wait = start + after - performance.now();
    if (wait > 0) await sleep(wait);
    const answer = await sendBatch(target, account);
    const unknown = answer.rejected.find(({ item }) => item === "account");
    if (unknown) throw new CommandError(`The server rejects account ${login}: ${unknown.message}`);
    add(result.accepted, answer.accepted);
    add(result.duplicates, answer.duplicates);
    result.rejected += answer.rejected.length;
    report(`${lastTimeOf(account)}  sent ${describeCounts(countItems(account))}`);
    const shown = answer.rejected.slice(0, SHOWN);
    for (const { item, index, message } of shown) {
      report(`  rejected ${item}[${index}]: ${message}`);
    }
    const more = answer.rejected.length - shown.length;
    if (more > 0) report(`  rejected ${more} more`);
  }
  return result;
}

/** Returns a text such as `2 deals, 1 operation, 14 snapshots`. */
export function describeCounts({ deals, operations, snapshots }: Counts): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  return [count(deals, "deal"), count(operations, "operation"), count(snapshots, "snapshot")].join(
    ", ",
  );
}

function lastTimeOf({ deals, operations, snapshots }: FeedAccount): string {
  const times = [...deals, ...operations, ...snapshots].map(({ time }) => time);
  return times.reduce((latest, time) => (time > latest ? time : latest));
}

function countItems({ deals, operations, snapshots }: FeedAccount): Counts {
  return { deals: deals.length, operations: operations.length, snapshots: snapshots.length };
}

function noItems(): Counts {
  return { deals: 0, operations: 0, snapshots: 0 };
}

function add(total: Counts, counts: Counts): void {
  total.deals += counts.deals;
  total.operations += counts.operations;
  total.snapshots += counts.snapshots;
}
