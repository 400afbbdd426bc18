import type { Clock } from "../../src/platform/time/clock.ts";

/** The system clock plus the time by which a test has advanced it. */
export class TestClock implements Clock {
  #offset = 0;

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}
