import { availableParallelism } from "node:os";
import { RefusalError } from "../errors.ts";

/** How many calls of a kind may run at once, so that other calls stay as fast as before. */
const turnLimits = {
  /** Reads many records and computes: a processor stays free for other calls. */
  replay: { ofCaller: 2, ofAll: Math.max(1, Math.floor(availableParallelism() / 2)), waiting: 20 },
  /** Sends rows for as long as the client reads them, so a slow client must not hold up others. */
  stream: { ofCaller: 2, ofAll: Infinity, waiting: 20 },
} as const satisfies Record<string, TurnLimits>;

export type CostKind = keyof typeof turnLimits;

export type CostTurns = Record<CostKind, Turns>;

export function createTurns(): CostTurns {
  return { replay: new Turns(turnLimits.replay), stream: new Turns(turnLimits.stream) };
}

interface TurnLimits {
  /** The calls of one caller that run at once. */
  ofCaller: number;
  /** The calls of all callers that run at once in this process. */
  ofAll: number;
  /** The calls of one caller that wait; further ones are refused. */
  waiting: number;
}

/** Seconds after which a refused call may be repeated. */
const RETRY_AFTER = 2;

/**
 * Lets a few costly calls run at once. The others wait; callers take turns, so that one with many calls delays another
 * by a single call.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #running = new Map<string, number>();
  /** The waiting calls by caller; the caller whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #runningInAll = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a turn.
   * @returns ends the turn; may be called more than once
   * @throws RefusalError if too many calls of the caller are waiting
   */
  async take(caller: string): Promise<() => void> {
    if (!this.#mayRun(caller)) await this.#wait(caller);
    else this.#begin(caller);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#end(caller);
    };
  }

  #mayRun(caller: string): boolean {
    const { ofCaller, ofAll } = this.#limits;
    return this.#runningInAll < ofAll && (this.#running.get(caller) ?? 0) < ofCaller;
  }

  #wait(caller: string): Promise<void> {
    const queue = this.#waiting.get(caller) ?? [];
    if (queue.length >= this.#limits.waiting) {
      const message = "Too many of your calls of this kind are waiting. Please try again shortly.";
      throw new RefusalError("throttled", message, { retryAfter: RETRY_AFTER });
    }
    this.#waiting.set(caller, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  #begin(caller: string): void {
    this.#runningInAll += 1;
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1);
  }

  #end(caller: string): void {
    this.#runningInAll -= 1;
    const left = this.#running.get(caller)! - 1;
    if (left > 0) this.#running.set(caller, left);
    else this.#running.delete(caller);
    this.#beginNext();
  }

  #beginNext(): void {
    const next = this.#waiting.entries().find(([caller]) => this.#mayRun(caller));
    if (!next) return;
    const [caller, queue] = next;
    const resume = queue.shift()!;
    this.#waiting.delete(caller);
    // Moves to the end, behind the other callers.
    if (queue.length > 0) this.#waiting.set(caller, queue);
    this.#begin(caller);
    resume();
  }
}
