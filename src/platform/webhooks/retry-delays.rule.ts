const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds between the attempts of a delivery, as the Standard Webhooks specification suggests; 3.15 days. */
const delays = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/**
 * Seconds until the next attempt; `undefined` after the last.
 * @param attempts how many have failed
 */
export function retryDelay(attempts: number): number | undefined {
  return delays[attempts - 1];
}

/** An endpoint that has failed for so many seconds is paused. */
export const PAUSE_AFTER = 72 * HOUR;
