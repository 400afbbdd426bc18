import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE } from "../platform/time/durations.rule.ts";

/** The part of the limit that only actions use, so that reading never delays them. */
const RESERVED = 0.1;

/** The time in which requests are counted. */
export interface RateClock {
  /** Milliseconds since any fixed instant. */
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const machineClock: RateClock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};

/** Keeps requests below a number in any minute. */
export class RateLimit {
  readonly most: number;
  readonly #clock: RateClock;
  readonly #sent: number[] = [];
  #pausedUntil = 0;

  constructor(most: number, clock = machineClock) {
    this.most = most;
    this.#clock = clock;
  }

  /** Waits until the platform is to be asked again. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + milliseconds);
  }

  /** Returns how many requests may be sent until a share of the limit is used in the last minute. */
  roomWithin(share: number): number {
    this.#forget(this.#clock.now());
    return Math.max(0, Math.floor(this.most * share) - this.#sent.length);
  }

  /** Counts requests that were sent otherwise. */
  note(count: number): void {
    for (let each = 0; each < count; each += 1) this.#sent.push(this.#clock.now());
  }

  #forget(now: number): void {
    while (this.#sent.length > 0 && this.#sent[0]! <= now - MINUTE) this.#sent.shift();
  }

  /** Waits until a request may be sent. @param isAction whether it may use what is reserved for actions */
  async take(isAction: boolean, signal: AbortSignal): Promise<void> {
    const most = isAction ? this.most : Math.max(1, Math.floor(this.most * (1 - RESERVED)));
    for (;;) {
      const now = this.#clock.now();
      this.#forget(now);
      const next = this.#sent.length < most ? now : this.#sent.at(-most)! + MINUTE;
      const wait = Math.max(next, this.#pausedUntil) - now;
      if (wait <= 0) break;
      await this.#clock.sleep(wait, signal);
    }
    this.#sent.push(this.#clock.now());
  }
}
