import { compareRelativeTimes, type DemoTrader } from "./demo-trader.ts";
import { evaluationTraders, phase1Traders, phase2Traders } from "./evaluation-traders.ts";
import { fundedTraders, haltedFundedTraders } from "./funded-traders.ts";
import { linkedTraders } from "./linked-traders.ts";
import { signInTraders } from "./sign-in-traders.ts";

/** All demo traders, in the order in which they joined. */
export const demoTraders: readonly DemoTrader[] = [
  ...signInTraders,
  ...fundedTraders,
  ...haltedFundedTraders,
  ...phase2Traders,
  ...phase1Traders,
  ...evaluationTraders,
  ...linkedTraders,
].toSorted((one, other) => compareRelativeTimes(one.joined, other.joined));

/**
 * Returns a number that varies the hours of a trader's history. Ids cannot be used, because they differ between
 * databases.
 */
export function seedOf(demoTrader: DemoTrader): number {
  return demoTraders.indexOf(demoTrader) + 1;
}
