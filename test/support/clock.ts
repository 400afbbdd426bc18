import { onTestFinished } from "vitest";
import type { Clock } from "../../src/platform/time/clock.ts";

/** The system clock plus the time by which a test has advanced it. */
export class TestClock implements Clock {
  #offset = 0;
  #stoppedAt: number | undefined;

  now(): Date {
    return new Date((this.#stoppedAt ?? Date.now()) + this.#offset);
  }

  /** Stands still until the end of the test, for limits that a busy machine would exceed by itself. */
  stop(): void {
    this.#stoppedAt ??= Date.now();
    onTestFinished(() => {
      this.#stoppedAt = undefined;
    });
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}
