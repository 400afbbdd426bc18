/** The longest time between two attempts, in milliseconds. */
const LONGEST = 10_000;

/**
 * Returns how long to wait before the next attempt: twice as long each time, and at random up to half less, so that
 * processes that failed together do not come back together.
 * @param attempt the attempts that have failed
 */
export function backoff(attempt: number, random = Math.random()): number {
  const full = Math.min(LONGEST, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(full * (1 - random / 2));
}
