import { setTimeout as sleep } from "node:timers/promises";
import type { FeedItem } from "../../business/record/feed/feed.schema.ts";
import { SECOND } from "../../platform/time/durations.rule.ts";
import type { Failures } from "../failures.ts";
import type { FeedSnapshot, PlatformRecord } from "../platform.ts";
import type { FollowedAccount } from "./followed-account.ts";
import type { FeedAccount, Propdesk, StageRow } from "./propdesk.ts";
import type { Period } from "./record-parts.rule.ts";

type Record = Exclude<PlatformRecord, { kind: "inexact" }>;

/** A record that is to be fed. */
export interface FedRecord {
  account: FollowedAccount;
  record: Record;
  /** Whether the account's balance already expects it. */
  isExpected: boolean;
  /** After the end of a stage: Propdesk takes it only if it closes a position that was open then. */
  isClosing: boolean;
}

/** What is to be fed, in order. */
type Entry =
  | ({ type: "record" } & FedRecord)
  /** Records of one call, which are all that the platform shows of a period if they are complete. */
  | {
      type: "records";
      account: FollowedAccount;
      records: FedRecord[];
      period: Period;
      isComplete: boolean;
    }
  | { type: "snapshot"; account: FollowedAccount; item: FeedSnapshot }
  /** Everything of the account was read before. */
  | { type: "read"; account: FollowedAccount }
  /** Everything that the platform showed until then is before. */
  | { type: "until"; time: number };

/** Half of what Propdesk takes at once. */
const MOST_ITEMS = 5_000;
/** More than ten minutes of readings of 4,000 accounts. */
const MOST_ENTRIES = 300_000;
/** Records of the past are read ahead of the feed up to so many, so that memory does not grow with the record. */
const MOST_READ_AHEAD = 20_000;
/** How often Propdesk is asked what to follow. */
const REFRESH_INTERVAL = 15 * SECOND;
const IDLE = 100;

interface OutboxOptions {
  server: string;
  propdesk: Propdesk;
  failures: Failures;
  follow: (rows: StageRow[]) => void;
}

/** Feeds what was read, one call at a time, and asks between two calls what to follow. */
export class Outbox {
  readonly #options: OutboxOptions;
  #entries: Entry[] = [];
  /** The number of records in `#entries`. */
  #size = 0;
  #batchSize = MOST_ITEMS;
  #refreshAt = 0;
  /** The instant up to which everything is fed. */
  fedUntil = Date.now();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  add(entry: Entry): void {
    if (entry.type === "snapshot" && this.#entries.length >= MOST_ENTRIES) return;
    this.#entries.push(entry);
    this.#size += sizeOf(entry);
  }

  /** Asks what to follow at once. */
  refreshSoon(): void {
    this.#refreshAt = 0;
  }

  /** Whether so much waits that nothing but what happens now is to be read. */
  get isFull(): boolean {
    return this.#size >= MOST_READ_AHEAD;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** @param stop feeds what is left, and ends; @param kill ends at once */
  async run(stop: AbortSignal, kill: AbortSignal): Promise<void> {
    while (!kill.aborted) {
      const isPaused = this.#options.failures.has("time_zone_wrong");
      if (stop.aborted && (this.isEmpty || isPaused)) return;
      if (Date.now() >= this.#refreshAt && !stop.aborted) await this.#refresh(kill);
      if (this.isEmpty || isPaused) await sleep(IDLE, undefined, { signal: kill });
      else await this.#sendNext(kill);
    }
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    const rows = await this.#options.propdesk.listStages(signal);
    this.#refreshAt = Date.now() + REFRESH_INTERVAL;
    this.#options.follow(rows);
  }

  async #sendNext(signal: AbortSignal): Promise<void> {
    const batch = nextBatch(this.#entries, this.#batchSize);
    const { accounts, places } = groupByLogin(batch, this.#options.server);
    if (accounts.length > 0) {
      const result = await this.#options.propdesk.feed(accounts, signal);
      if (result === null) {
        this.#batchSize = Math.max(1, Math.floor(this.#batchSize / 2));
        return;
      }
      const rejected = new Map<FedItem, string>();
      for (const { login, item, index, message } of result.rejected) {
        for (const fed of itemsAt(places, login, item, index)) rejected.set(fed, message);
      }
      for (const entry of batch)
        for (const fed of recordsOf(entry)) this.#settle(fed, rejected.get(fed));
    }
    this.#entries = this.#entries.slice(batch.length);
    for (const entry of batch) {
      this.#size -= sizeOf(entry);
      if (entry.type === "until") this.fedUntil = entry.time;
      if (entry.type !== "read") continue;
      entry.account.isAwaitingBalance = true;
      this.#refreshAt = 0;
    }
  }

  #settle({ account, record, isExpected, isClosing }: FedRecord, refusal?: string): void {
    const isAccepted = refusal === undefined;
    if (isExpected) account.settle(record, isAccepted);
    const known = account.known.get(record.ticket);
    if (known) known.isRejected = !isAccepted && !isClosing;
    const { failures } = this.#options;
    if (!isAccepted && !isClosing) failures.set("record_rejected", account.login, refusal);
    else if (failures.has("record_rejected", account.login) && !account.hasRejected) {
      failures.clear("record_rejected", account.login);
    }
  }
}

function recordsOf(entry: Entry): FedRecord[] {
  if (entry.type === "record") return [entry];
  return entry.type === "records" ? entry.records : [];
}

const sizeOf = (entry: Entry) => (entry.type === "records" ? Math.max(1, entry.records.length) : 1);

/**
 * Takes entries for one call. The records of a period are not in a call with others of their account, because Propdesk
 * names what it rejects by its place in the list of the account.
 */
function nextBatch(entries: readonly Entry[], size: number): Entry[] {
  const batch: Entry[] = [];
  const logins = new Set<string>();
  const whole = new Set<string>();
  let count = 0;
  for (const entry of entries) {
    const login = "account" in entry && entry.type !== "read" ? entry.account.login : undefined;
    const isWhole = entry.type === "records";
    count += sizeOf(entry);
    if (batch.length > 0 && count > size) break;
    if (login !== undefined && (whole.has(login) || (isWhole && logins.has(login)))) break;
    if (login !== undefined) logins.add(login);
    if (login !== undefined && isWhole) whole.add(login);
    batch.push(entry);
  }
  return batch;
}

type FedItem = FedRecord | Extract<Entry, { type: "snapshot" }>;

type Places = Map<string, globalThis.Record<FeedItem, FedItem[]>>;

function groupByLogin(batch: Entry[], server: string) {
  const accounts = new Map<string, FeedAccount>();
  const places: Places = new Map();
  for (const entry of batch) {
    if (entry.type === "read" || entry.type === "until") continue;
    const { login } = entry.account;
    let account = accounts.get(login);
    if (!account) {
      account = { login, server, deals: [], operations: [], snapshots: [] };
      accounts.set(login, account);
      places.set(login, { deals: [], operations: [], snapshots: [] });
    }
    const place = places.get(login)!;
    if (entry.type === "records" && entry.isComplete) {
      const { from, to } = entry.period;
      account.complete = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    }
    if (entry.type === "snapshot") {
      account.snapshots.push(entry.item);
      place.snapshots.push(entry);
    }
    for (const fed of recordsOf(entry)) {
      place[fed.record.kind].push(fed);
      if (fed.record.kind === "deals") account.deals.push(fed.record.item);
      else account.operations.push(fed.record.item);
    }
  }
  return { accounts: [...accounts.values()], places };
}

function itemsAt(
  places: Places,
  login: string,
  item: FeedItem | "account",
  index: number | null,
): FedItem[] {
  const place = places.get(login);
  if (!place) return [];
  if (item === "account") return Object.values(place).flat();
  const fed = place[item][index ?? -1];
  return fed ? [fed] : [];
}
