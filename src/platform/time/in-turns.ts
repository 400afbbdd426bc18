import { setImmediate } from "node:timers/promises";
import type { Turns } from "./turns.rule.ts";

/** The longest time in milliseconds, but for the last step, for which a computation keeps the event loop. */
const LONGEST_TURN = 15;

/** Computes in turns with everything else that the process does. */
export async function inTurns<Result>(turns: Turns<Result>): Promise<Result> {
  for (let begun = performance.now(); ;) {
    const { done, value } = turns.next();
    if (done) return value;
    if (performance.now() - begun < LONGEST_TURN) continue;
    await setImmediate();
    begun = performance.now();
  }
}
