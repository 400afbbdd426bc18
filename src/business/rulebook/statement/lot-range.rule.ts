import { EVERYTHING, percentHundredths } from "../kinds/parts/figures.rule.ts";
import type { PayoutTerms } from "../rules/payout-terms.schema.ts";
import type { ClosedTrade } from "./period.rule.ts";

/**
 * Returns the closed trades whose volume is out of proportion to the average of their period.
 * @param approvedAt when the approvals that stand were given, oldest first: a period ends with each of them
 */
export function outsideLotRange(
  trades: readonly ClosedTrade[],
  approvedAt: readonly number[],
  { lowestPercent, highestPercent }: NonNullable<PayoutTerms["lotRange"]>,
): ClosedTrade[] {
  const [lowest, highest] = [lowestPercent, highestPercent].map(percentHundredths) as [
    bigint,
    bigint,
  ];
  return periodsOf(trades, approvedAt).flatMap((ofPeriod) => {
    const count = BigInt(ofPeriod.length) * EVERYTHING;
    const total = ofPeriod.reduce((sum, { volume }) => sum + volume, 0n);
    return ofPeriod.filter(
      ({ volume }) => volume * count < lowest * total || volume * count > highest * total,
    );
  });
}

/** Divides trades by the periods in which they were closed. */
function periodsOf(trades: readonly ClosedTrade[], approvedAt: readonly number[]): ClosedTrade[][] {
  const periods = approvedAt.map((): ClosedTrade[] => []).concat([[]]);
  let period = 0;
  for (const trade of trades.toSorted((a, b) => a.closeTime - b.closeTime)) {
    while (period < approvedAt.length && trade.closeTime > approvedAt[period]!) period += 1;
    periods[period]!.push(trade);
  }
  return periods;
}
