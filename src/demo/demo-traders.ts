import type { DemoTrader } from "./demo-trader.ts";
import { evaluationTraders } from "./evaluation-traders.ts";
import { fundedTraders } from "./funded-traders.ts";
import { haltedFundedTraders } from "./halted-funded-traders.ts";
import { compareRelativeTimes } from "./relative-time.ts";
import { phase1Traders } from "./phase-1-traders.ts";
import { phase2Traders } from "./phase-2-traders.ts";
import { signInTraders } from "./sign-in-traders.ts";

/** All demo traders, in the order in which they joined. */
export const demoTraders: readonly DemoTrader[] = [
  ...signInTraders,
  ...fundedTraders,
  ...haltedFundedTraders,
  ...phase2Traders,
  ...phase1Traders,
  ...evaluationTraders,
].toSorted((one, other) => compareRelativeTimes(one.joined, other.joined));

/**
 * Returns a number that varies the hours of a trader's history. Ids cannot be used, because they differ between
 * databases.
 */
export function seedOf(demoTrader: DemoTrader): number {
  return demoTraders.indexOf(demoTrader) + 1;
}
