import { HOUR, MINUTE, SECOND } from "../time/durations.rule.ts";

/** Seconds between the attempts of a delivery, as the Standard Webhooks specification suggests; 3.15 days in total. */
const delays = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
].map((delay) => delay / SECOND);

/**
 * Returns the seconds until the next attempt; `undefined` after the last one.
 * @param attempts the number of failed attempts
 */
export function retryDelay(attempts: number): number | undefined {
  return delays[attempts - 1];
}

/** An endpoint that has failed for this many milliseconds is paused. */
export const PAUSE_AFTER = 72 * HOUR;
