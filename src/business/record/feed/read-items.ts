import type { z } from "zod";
import { MINUTE } from "../../../platform/time/durations.rule.ts";
import { type RecordStage, stageAt } from "../records/record-stages.queries.ts";
import {
  fedDeal,
  fedOperation,
  fedSnapshot,
  type FeedInput,
  type FeedItem,
  feedItems,
  type FeedResult,
} from "./feed.schema.ts";

export type FedDeal = z.output<typeof fedDeal>;
export type FedOperation = z.output<typeof fedOperation>;
export type FedSnapshot = z.output<typeof fedSnapshot>;

/** A valid item, and the stage whose period contains its time. */
export interface Placed<Item> {
  login: string;
  /** The index in the list of the call. */
  index: number;
  stage: RecordStage;
  item: Item;
}

export interface PlacedItems {
  deals: Placed<FedDeal>[];
  operations: Placed<FedOperation>[];
  snapshots: Placed<FedSnapshot>[];
}

/** A record that a call has added to a stage. */
export interface AddedRecord {
  stage: RecordStage;
  /** The name in the cause of a verdict, such as `deal 91`. */
  name: string;
  /** The time of the record; `null` if an existing record only received another source. */
  time: number | null;
  position?: string;
}

/** Collects the outcome of each item of a call. */
export class FeedReport {
  readonly accepted = { deals: 0, operations: 0, snapshots: 0 };
  readonly duplicates = { deals: 0, operations: 0, snapshots: 0 };
  readonly #rejected: FeedResult["rejected"] = [];

  /** @param earlier the outcome of the items that were stored before; it does not change */
  constructor(earlier?: FeedReport) {
    if (!earlier) return;
    Object.assign(this.accepted, earlier.accepted);
    Object.assign(this.duplicates, earlier.duplicates);
    this.#rejected.push(...earlier.#rejected);
  }

  reject(login: string, item: FeedItem | "account", index: number | null, message: string): void {
    this.#rejected.push({ login, item, index, message });
  }

  get result(): FeedResult {
    const { accepted, duplicates } = this;
    return { accepted, duplicates, rejected: this.#rejected };
  }
}

/** How far the clock of a platform may be ahead of the server's, in milliseconds. */
const MOST_AHEAD = 10 * MINUTE;

const schemas = { deals: fedDeal, operations: fedOperation, snapshots: fedSnapshot } as const;

/**
 * Validates the items of a call and finds their stages. Items that are invalid, or that no stage covers, are
 * rejected individually.
 * @param stagesOf the stages of the accounts that exactly one trader has, by login
 * @param now the server's time; the clock of a platform may be ahead of it by ten minutes
 */
export function readItems(
  { accounts }: FeedInput,
  { stagesOf, now }: { stagesOf: Map<string, RecordStage[]>; now: Date },
  report: FeedReport,
): PlacedItems {
  const latest = now.getTime() + MOST_AHEAD;
  const placed: PlacedItems = { deals: [], operations: [], snapshots: [] };
  for (const account of accounts) {
    const stages = stagesOf.get(account.login);
    if (!stages) continue;
    for (const name of feedItems) {
      const list: Placed<unknown>[] = placed[name];
      for (const [index, item] of account[name].entries()) {
        const read = readItem(name, item, stages, latest);
        if ("message" in read) report.reject(account.login, name, index, read.message);
        else list.push({ login: account.login, index, ...read });
      }
    }
  }
  return placed;
}

function readItem(
  name: FeedItem,
  item: unknown,
  stages: RecordStage[],
  latest: number,
): { message: string } | { stage: RecordStage; item: FedDeal | FedOperation | FedSnapshot } {
  const { success, data, error } = schemas[name].safeParse(item);
  if (!success) return { message: error.issues[0]!.message };
  const at = new Date(data.time).toISOString();
  if (data.time > latest) return { message: `The time ${at} is in the future` };
  const stage = stageAt(stages, data.time);
  if (stage) return { stage, item: data };
  return { message: `No stage of the account covers the time ${at}` };
}
