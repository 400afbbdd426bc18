import type { z } from "zod";
import { MINUTE } from "../../../platform/time/durations.rule.ts";
import { closingStage } from "../records/closing-deals.rule.ts";
import { type RecordStage, stageAt } from "../records/record-stages.queries.ts";
import {
  accountKey,
  fedDeal,
  fedOperation,
  fedSnapshot,
  type FeedInput,
  type FeedItem,
  feedItems,
  type FeedResult,
  type NamedAccount,
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

/** The account of a login of the feed. */
export interface FedAccount {
  id: number;
  /** Whether it has the login now; otherwise, only ended stages had it. */
  isPresent: boolean;
  /** All stages of the account, the oldest first. */
  stages: RecordStage[];
}

/** A deal after the end of a stage, which belongs to it if it closes a position that was open then. */
export interface PossibleClosing {
  placed: Placed<FedDeal>;
  endedAt: number;
  /** What it is if it closes none: it belongs to a later stage, or it is rejected with the message. */
  otherwise: { stage: RecordStage } | { message: string };
}

export interface ReadItems extends PlacedItems {
  closings: PossibleClosing[];
}

/**
 * Validates the items of a call and finds their stages. Items that are invalid, or that no stage covers, are
 * rejected individually.
 * @param accounts the account of each login that exactly one trader has, by `accountKey`
 * @param now the server's time; the clock of a platform may be ahead of it by ten minutes
 */
export function readItems(
  input: FeedInput,
  { accounts, now }: { accounts: Map<string, FedAccount>; now: Date },
  report: FeedReport,
): ReadItems {
  const latest = now.getTime() + MOST_AHEAD;
  const placed: ReadItems = { deals: [], operations: [], snapshots: [], closings: [] };
  for (const { login, server, ...lists } of input.accounts) {
    const account = accounts.get(accountKey({ login, server }));
    if (!account) continue;
    const own = account.stages.filter((stage) => isOfAccount(stage, { login, server }));
    for (const name of feedItems) {
      const list: Placed<unknown>[] = placed[name];
      for (const [index, sent] of lists[name].entries()) {
        const { success, data: item, error } = schemas[name].safeParse(sent);
        if (!success) {
          report.reject(login, name, index, error.issues[0]!.message);
          continue;
        }
        if (item.time > latest) {
          const at = new Date(item.time).toISOString();
          report.reject(login, name, index, `The time ${at} is in the future`);
          continue;
        }
        const found = stageAt(own, item.time);
        const otherwise = found ? { stage: found } : placeByTime(account, item.time);
        const ended = found || !("entry" in item) ? undefined : closingStage(own, login, item.time);
        if (ended && "entry" in item && item.entry === "out") {
          const deal = { login, index, stage: ended, item };
          placed.closings.push({ placed: deal, endedAt: ended.endedAt, otherwise });
        } else if ("message" in otherwise) report.reject(login, name, index, otherwise.message);
        else list.push({ login, index, ...otherwise, item });
      }
    }
  }
  return placed;
}

const compared = (server: string | null) => server?.trim().toLowerCase();

/** Whether a stage had this login, at this server if one is named. */
export function isOfAccount(
  stage: Pick<RecordStage, "login" | "server">,
  { login, server }: NamedAccount,
): boolean {
  const isAtServer = server === null || compared(stage.server) === compared(server);
  return stage.login === login && isAtServer;
}

/** Places a record that no stage of its own login covers. */
function placeByTime(
  { isPresent, stages }: FedAccount,
  time: number,
): { stage: RecordStage } | { message: string } {
  const stage = isPresent ? stageAt(stages, time) : undefined;
  if (stage) return { stage };
  const at = new Date(time).toISOString();
  return { message: `No stage of the account covers the time ${at}` };
}
