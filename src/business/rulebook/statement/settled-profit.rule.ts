import { divideRounded, parseCents } from "../../../platform/money/money.ts";
import { EVERYTHING } from "../kinds/parts/figures.rule.ts";

/**
 * Returns the profit that an amount settles, in cents: the trader receives a share of it, and all of it leaves the account.
 * @param cents the amount
 * @param share the trader's share in percent when the payout was requested; `null` if it was unknown
 */
export function settledProfit(cents: bigint, share: string | null): bigint {
  const hundredths = parseCents(share ?? "0") ?? 0n;
  return hundredths === 0n ? cents : divideRounded(cents * EVERYTHING, hundredths);
}
