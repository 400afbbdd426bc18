import { setTimeout } from "node:timers/promises";
import { SECOND } from "../platform/time/durations.rule.ts";

/**
 * Waits for data that a page needs from the database. If reading fails or takes longer than a second, returns a
 * fallback, so that the page is served in any case.
 */
export function readForPage<Value>(
  reading: Promise<Value>,
  fallback: () => Value,
  onFailure: (error: unknown) => void,
): Promise<Value> {
  const read = reading.catch((error: unknown) => {
    onFailure(error);
    return fallback();
  });
  return Promise.race([read, setTimeout(SECOND, undefined, { ref: false }).then(fallback)]);
}
