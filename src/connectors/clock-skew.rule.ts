import { SECOND } from "../platform/time/durations.rule.ts";

/** A clock that was asked for the time. Milliseconds since 1970 UTC; the answer has whole seconds. */
export interface ClockSample {
  sentAt: number;
  shown: number;
  receivedAt: number;
}

/** Clocks may drift apart by so much for each millisecond that passes. */
const DRIFT = 0.0001;

/**
 * Narrows how far another clock is ahead, whose answers have whole seconds: each sample says between which two values it
 * is, and many of them overlap in little. One that contradicts the others starts anew, because a clock was set.
 */
export class ClockSkew {
  #least = 0;
  #most = 0;
  #at: number | undefined;

  add({ sentAt, shown, receivedAt }: ClockSample): void {
    const [least, most] = [shown - receivedAt, shown + SECOND - sentAt];
    if (this.#at !== undefined) {
      const drift = (receivedAt - this.#at) * DRIFT;
      const narrowed = [Math.max(least, this.#least - drift), Math.min(most, this.#most + drift)];
      if (narrowed[0]! <= narrowed[1]!) {
        [this.#least, this.#most] = narrowed as [number, number];
        this.#at = receivedAt;
        return;
      }
    }
    [this.#least, this.#most, this.#at] = [least, most, receivedAt];
  }

  /** In milliseconds; `null` without a sample. */
  get value(): number | null {
    return this.#at === undefined ? null : (this.#least + this.#most) / 2;
  }
}
