import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "../../platform/time/durations.rule.ts";
import { backoff } from "../backoff.rule.ts";
import type { Log } from "../log.ts";
import {
  type Action,
  type Executed,
  type Platform,
  PlatformError,
  RefusedActionError,
} from "../platform.ts";
import type { Propdesk } from "./propdesk.ts";

/** How long an action is tried while the platform is away: Propdesk waits 60 seconds for an answer. */
const TRIED_FOR = 50 * SECOND;

interface Outcome extends Executed {
  status: "done" | "failed";
}

/** Executes the actions that Propdesk delivers, and answers them. */
export class ActionRunner {
  readonly #platform: Platform;
  readonly #propdesk: Propdesk;
  readonly #log: Log;
  readonly #running = new Map<number, Promise<void>>();
  /** What was done, for an action whose answer was lost. */
  readonly #done = new Map<number, Outcome>();

  readonly #onCreated: () => void;

  /** @param onCreated called when Propdesk knows a new account, which is to be followed */
  constructor(platform: Platform, propdesk: Propdesk, log: Log, onCreated: () => void) {
    this.#platform = platform;
    this.#propdesk = propdesk;
    this.#log = log;
    this.#onCreated = onCreated;
  }

  /** @param stop takes no more actions, and finishes those that were begun; @param kill ends at once */
  async run(stop: AbortSignal, kill: AbortSignal): Promise<void> {
    const failure = new AbortController();
    const receiving = AbortSignal.any([stop, failure.signal]);
    while (!receiving.aborted) {
      const actions = await this.#propdesk.receiveActions(receiving).catch((error: unknown) => {
        if (receiving.aborted) return [];
        throw error;
      });
      for (const action of actions) {
        if (this.#running.has(action.id)) continue;
        const running = this.#runOne(action, kill)
          .catch((error: unknown) => {
            if (!kill.aborted) failure.abort(error);
          })
          .finally(() => this.#running.delete(action.id));
        this.#running.set(action.id, running);
      }
    }
    if (failure.signal.aborted) throw failure.signal.reason;
    await Promise.all(this.#running.values());
  }

  async #runOne(action: Action, signal: AbortSignal): Promise<void> {
    const { id, kind, login } = action;
    const outcome = this.#done.get(id) ?? (await this.#execute(action, signal));
    if (!outcome) return;
    if (outcome.status === "done") this.#remember(id, outcome);
    const { status, message } = outcome;
    this.#log("action", { id, kind, login: outcome.account?.login ?? login, status, message });
    const finishedAt = new Date(Date.now() + (this.#platform.clockSkew ?? 0)).toISOString();
    await this.#propdesk.answer(id, { ...outcome, finishedAt }, signal);
    if (outcome.account?.login !== undefined) this.#onCreated();
  }

  #remember(id: number, outcome: Outcome): void {
    this.#done.set(id, outcome);
    const [oldest] = this.#done.keys();
    if (this.#done.size > 1000) this.#done.delete(oldest!);
  }

  /** @returns `undefined` if it is not to be answered */
  async #execute(action: Action, signal: AbortSignal): Promise<Outcome | undefined> {
    const until = Date.now() + TRIED_FOR;
    const begin = () => this.#propdesk.answer(action.id, { status: "started" }, signal);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const executed = await this.#platform.execute(action, { signal, begin });
        return executed && { status: "done", ...executed };
      } catch (error) {
        if (error instanceof RefusedActionError) {
          return { status: "failed", message: error.message };
        }
        if (!(error instanceof PlatformError)) throw error;
        const pause = backoff(attempt);
        if (Date.now() + pause >= until) {
          return { status: "failed", message: `The platform was not reached: ${error.message}` };
        }
        await sleep(pause, undefined, { signal });
      }
    }
  }
}
