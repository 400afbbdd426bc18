import type { RateClock } from "../../src/connectors/rate-limit.ts";
import { MINUTE } from "../../src/platform/time/durations.rule.ts";

/** A clock that only passes while code sleeps, and then at once: everything else takes no time. */
export function virtualClock(): RateClock {
  let now = 0;
  return {
    now: () => now,
    async sleep(milliseconds, signal) {
      signal.throwIfAborted();
      const until = now + milliseconds;
      await new Promise(setImmediate);
      now = Math.max(now, until);
    },
  };
}

/** Returns the largest number of times within one minute. @param times ascending, in milliseconds */
export function mostInAMinute(times: readonly number[]): number {
  let first = 0;
  return times.reduce((most, time, index) => {
    while (times[first]! <= time - MINUTE) first += 1;
    return Math.max(most, index - first + 1);
  }, 0);
}
