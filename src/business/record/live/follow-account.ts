import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { RefusalError } from "../../../platform/errors.ts";
import type { Topic } from "../../../platform/live/live-updates.ts";

type FollowContext = Pick<Context, "live" | "clock">;

/** Sent when what is followed, or the data derived from it, may have changed. */
export interface Change {
  at: Date;
}

interface Followed {
  topic: Topic;
  /** How many seconds ago the caller's oldest data arrived; at most, and by default, `OLDEST_DATA`. */
  dataAge?: number | undefined;
  /** Returns whether there was a change within so many seconds. */
  hasChangedWithin: (seconds: number) => Promise<boolean>;
  /** Topics that end the stream if the caller may no longer follow the topic. */
  callerTopics: Topic[];
  /** @throws if the caller may no longer follow the account */
  requirePermission: () => Promise<unknown>;
  signal: AbortSignal | undefined;
}

/** The minimum interval between two changes on one stream, because a feed may cause many per second. */
const PAUSE = SECOND;
/** How often a stream checks its session even without an event, because sessions also expire. */
const SESSION_CHECK = 60 * SECOND;
/** For how many seconds screens show loaded data (`staleTimes` of the web client). */
const OLDEST_DATA = 300;
/** How many seconds before it arrives data may have been read. */
const SLOWEST_READ = 10;

interface FollowedAccount extends Omit<Followed, "topic" | "hasChangedWithin"> {
  accountId: number;
}

/** Follows the records of an account and what is derived from them; see `followTopic`. */
export function followAccount(
  context: FollowContext & Pick<Context, "database">,
  { accountId, ...followed }: FollowedAccount,
): AsyncGenerator<Change> {
  return followTopic(context, {
    ...followed,
    topic: `account:${accountId}`,
    hasChangedWithin: (seconds) => hasAccountChanged(seconds, context.database.kysely, accountId),
  });
}

/**
 * Follows the changes of a topic until the caller disconnects, signs out or is banned. It starts with a change if there
 * was one that the caller's data may not include yet.
 */
export async function* followTopic(
  { live, clock }: FollowContext,
  { topic, dataAge = OLDEST_DATA, hasChangedWithin, ...caller }: Followed,
): AsyncGenerator<Change> {
  const { callerTopics, requirePermission, signal } = caller;
  const events = new LiveEvents(topic);
  signal?.addEventListener("abort", events.wake);
  const unsubscribe = await live.subscribe([topic, ...callerTopics], events.add);
  try {
    const age = Math.min(dataAge, OLDEST_DATA) + SLOWEST_READ;
    if (await hasChangedWithin(age)) yield { at: clock.now() };
    for (;;) {
      const { hasChanged } = await events.next(SESSION_CHECK);
      if (signal?.aborted || !(await isPermitted(requirePermission))) return;
      if (!hasChanged) continue;
      yield { at: clock.now() };
      await events.pause(PAUSE);
    }
  } finally {
    signal?.removeEventListener("abort", events.wake);
    unsubscribe();
  }
}

async function hasAccountChanged(
  seconds: number,
  kysely: Kysely<Tables>,
  accountId: number,
): Promise<boolean> {
  const change = await kysely
    .selectFrom("stage_progress")
    .select("stage_id")
    .where("account_id", "=", accountId)
    .where("changed_at", ">", sql<string>`clock_timestamp() - make_interval(secs => ${seconds})`)
    .limit(1)
    .executeTakeFirst();
  return change !== undefined;
}

/** Collects the events of a topic and its follower between the changes that a stream sends. */
class LiveEvents {
  readonly #topic: Topic;
  #hasChanged = false;
  /** An event requires immediate action: the session may have ended, or the client has disconnected. */
  #isUrgent = false;
  #wake: (() => void) | undefined;

  constructor(topic: Topic) {
    this.#topic = topic;
  }

  readonly add = (topic: Topic | "missed") => {
    if (topic === this.#topic || topic === "missed") this.#hasChanged = true;
    else this.#isUrgent = true;
    this.#wake?.();
  };

  readonly wake = () => {
    this.#isUrgent = true;
    this.#wake?.();
  };

  /** Resolves on the next event, or after the given time. */
  async next(milliseconds: number): Promise<{ hasChanged: boolean }> {
    if (!this.#hasChanged && !this.#isUrgent) await this.#sleep(milliseconds);
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    this.#isUrgent = false;
    return { hasChanged };
  }

  /** Waits so that several changes are sent as one. An urgent event ends the wait. */
  async pause(milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds;
    for (let left = milliseconds; left > 0 && !this.#isUrgent; left = until - performance.now()) {
      await this.#sleep(left);
    }
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** An outage of the database does not end a stream: its session is checked again later. */
async function isPermitted(requirePermission: () => Promise<unknown>): Promise<boolean> {
  try {
    await requirePermission();
    return true;
  } catch (error) {
    return !(error instanceof RefusalError);
  }
}
