import { setTimeout } from "node:timers/promises";
import { SECOND } from "../platform/lib/clock.ts";

/**
 * Waits for what a page shows of the database. A page is served all the same, with a fallback, if reading
 * fails or takes more than a second.
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
