import { invalidToken, type TokenActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import type { DeliveredAction } from "./action.schema.ts";
import { supersededError } from "../bridges/bridge-instances.ts";
import { deliverDue, dueActions, type Receiver } from "./queue.ts";

type PollContext = Pick<Context, "clock" | "database" | "live">;

interface Poll extends Receiver {
  /** Seconds to wait if nothing is due. */
  wait: number;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  /** Returns whether this process is shutting down, so that no poll may delay it. */
  isClosing: () => boolean;
}

/** So many polls of one token are open in one process; further ones are answered at once, with no actions. */
const MAX_WAITING = 32;

/** Leases also end, and notifications can be lost, so waiting polls look for themselves this often. */
const TICK = SECOND;

/**
 * Returns the actions that are due, and leases them to the caller. Waits if there are none. However many polls are open,
 * they use one connection to the database at a time, so that a hostile bridge leaves the others to everybody else.
 */
export function pollActions(
  context: PollContext,
  actor: TokenActor,
  poll: Omit<Poll, "tokenId">,
): Promise<DeliveredAction[]> {
  return waitingPolls(context).wait({ tokenId: actor.id, ...poll });
}

const byApp = new WeakMap<Context["live"], WaitingPolls>();

/** Returns the polls that wait in this process for one app. */
function waitingPolls(context: PollContext): WaitingPolls {
  const polls = byApp.get(context.live) ?? new WaitingPolls(context);
  byApp.set(context.live, polls);
  return polls;
}

interface WaitingPoll extends Poll {
  /** A statement for this poll is running, whose actions no other poll would receive. */
  isBeingServed: boolean;
  /** A statement has found nothing since it arrived. */
  wasServed: boolean;
  /** Its time is over, but it is being served, or has yet to be. */
  isOver: boolean;
  resolve: (actions: DeliveredAction[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Serves waiting polls in the order of their arrival, one at a time: a notification costs one statement for each poll
 * that receives actions and one more, however many are waiting.
 */
class WaitingPolls {
  readonly #context: PollContext;
  readonly #polls = new Set<WaitingPoll>();
  #isServing = false;
  /** Something may have become due since the last statement began. */
  #isWoken = false;
  #stopListening: (() => void) | undefined;

  constructor(context: PollContext) {
    this.#context = context;
  }

  async wait(poll: Poll): Promise<DeliveredAction[]> {
    const ofToken = [...this.#polls].filter(({ tokenId }) => tokenId === poll.tokenId);
    const isPointless = poll.isClosing() || poll.signal.aborted;
    if (isPointless || ofToken.length >= MAX_WAITING) return [];
    const { promise, resolve, reject } = Promise.withResolvers<DeliveredAction[]>();
    const progress = { isBeingServed: false, wasServed: false, isOver: false };
    const waiting: WaitingPoll = { ...poll, ...progress, resolve, reject };
    const endTime = () => {
      if (waiting.wasServed && !waiting.isBeingServed) resolve([]);
      else waiting.isOver = true;
    };
    const giveUp = () => {
      if (waiting.isBeingServed) waiting.isOver = true;
      else resolve([]);
    };
    const timer = setTimeout(endTime, poll.wait * SECOND);
    poll.signal.addEventListener("abort", giveUp);
    this.#polls.add(waiting);
    try {
      // Another poll's failure to reach the database may reject this one before it listens.
      if (poll.wait > 0) await Promise.race([this.#listen(), promise]);
      // What became due before this process listened was not announced to it.
      this.#wake();
      return await promise;
    } finally {
      clearTimeout(timer);
      poll.signal.removeEventListener("abort", giveUp);
      this.#polls.delete(waiting);
      if (this.#polls.size === 0) this.#stop();
    }
  }

  async #listen(): Promise<void> {
    if (this.#stopListening) return;
    const ticking = setInterval(this.#wake, TICK).unref();
    let unsubscribe: (() => void) | undefined;
    this.#stopListening = () => {
      clearInterval(ticking);
      unsubscribe?.();
    };
    const mine = this.#stopListening;
    const subscribed = await this.#context.live.subscribe([dueActions], this.#wake);
    // All polls may have ended in the meantime.
    if (this.#stopListening === mine) unsubscribe = subscribed;
    else subscribed();
  }

  #stop(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  readonly #wake = (): void => {
    this.#isWoken = true;
    if (!this.#isServing) void this.#serve();
  };

  async #serve(): Promise<void> {
    this.#isServing = true;
    while (this.#isWoken) {
      this.#isWoken = false;
      await this.#serveAll();
    }
    this.#isServing = false;
  }

  async #serveAll(): Promise<void> {
    // The last statement finds nothing for any of these. Those that arrive during it have woken the next round.
    const present = [...this.#polls];
    // The servers of which nothing more is due; `undefined` stands for all.
    const exhausted = new Set<string | undefined>();
    for (const poll of this.#polls) {
      if (exhausted.has(undefined)) break;
      if (poll.signal.aborted || exhausted.has(poll.server)) continue;
      if (poll.isClosing()) {
        poll.resolve([]);
        continue;
      }
      const served = await this.#serveOne(poll);
      if (served === "failed") break;
      if (served === "nothing") exhausted.add(poll.server);
    }
    for (const poll of present) {
      poll.wasServed = true;
      if (poll.isOver) poll.resolve([]);
    }
  }

  /** @returns `answered` if there may be more for other polls of the same server */
  async #serveOne(poll: WaitingPoll): Promise<"answered" | "nothing" | "failed"> {
    poll.isBeingServed = true;
    try {
      const { isPermitted, isSuperseded, actions } = await deliverDue(this.#context, poll);
      if (!isPermitted) {
        poll.reject(invalidToken());
        return "answered";
      }
      if (isSuperseded) {
        poll.reject(supersededError());
        return "answered";
      }
      if (actions.length > 0) poll.resolve(actions);
      return actions.length > 0 ? "answered" : "nothing";
    } catch (error) {
      // The database does not answer: the others would wait for the same, one after another.
      for (const each of this.#polls) each.reject(error);
      return "failed";
    } finally {
      poll.isBeingServed = false;
    }
  }
}
