import type { Clock } from "../../src/platform/lib/clock.ts";

/** A clock that a test moves on; until then it runs. */
export class TestClock implements Clock {
  #offset = 0;

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}
