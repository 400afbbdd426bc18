import {
  EVERYTHING,
  type MoneyWords,
  percentHundredths,
  percentOf,
  ruleCents,
} from "../kinds/parts/figures.rule.ts";
import type { PayoutTerms } from "./payout-terms.schema.ts";
import type { PayoutRules } from "./rules.schema.ts";
import { termCents } from "./term-amount.rule.ts";

/**
 * Describes terms of single payouts that an administrator may not have intended.
 * @param initialBalance in cents
 */
export function termsWarnings(
  payout: PayoutRules & { terms: PayoutTerms },
  initialBalance: bigint,
  money: MoneyWords,
): string[] {
  const { terms } = payout;
  return [
    ...terms.payouts.flatMap((_, index) =>
      rowWarnings(payout, index + 1, initialBalance, money).map(
        (warning) => `Payout ${index + 1}: ${warning}`,
      ),
    ),
    ...shortTradeWarnings(terms.shortTrades),
    ...lotRangeWarnings(terms.lotRange),
  ];
}

function rowWarnings(
  payout: PayoutRules & { terms: PayoutTerms },
  number: number,
  initialBalance: bigint,
  money: MoneyWords,
): string[] {
  const { consistency, capOf, payouts } = payout.terms;
  const row = payouts[number - 1]!;
  const sharePercent = row.sharePercent ?? payout.sharePercent;
  const cap = row.cap && termCents(row.cap, initialBalance);
  const minimum = ruleCents(payout.minimum);
  // What a cap leaves at most.
  const most = cap !== null && capOf === "profit" ? percentOf(cap, sharePercent) : cap;
  const best = row.bestAtMostPercent;
  const isAll = best !== null && percentHundredths(best) === EVERYTHING;
  return [
    ...(row.sharePercent !== null && percentHundredths(row.sharePercent) === 0n
      ? ["a share of 0% leaves nothing to pay out."]
      : []),
    ...(most !== null && most < minimum
      ? [
          `its cap leaves at most ${money(most)}, below the minimum payout of ${money(minimum)}, so that it is never ready.`,
        ]
      : []),
    ...(most === 0n && minimum === 0n ? ["a cap of 0 leaves nothing to pay out."] : []),
    ...(row.profitAtMostPercent !== null && percentHundredths(row.profitAtMostPercent) === 0n
      ? ["0% of the profit leaves nothing to pay out."]
      : []),
    ...(best !== null && percentHundredths(best) === 0n
      ? [`a best ${consistency.best} of at most 0% can never be met.`]
      : []),
    ...(isAll
      ? [
          consistency.formula === "winning_days" && consistency.best === "day"
            ? "a best day of at most 100% of the days with a profit is never exceeded."
            : `a best ${consistency.best} of at most 100% is exceeded only after losses.`,
        ]
      : []),
  ];
}

function shortTradeWarnings(shortTrades: PayoutTerms["shortTrades"]): string[] {
  if (!shortTrades) return [];
  const { seconds, atMostPercent } = shortTrades;
  const most = percentHundredths(atMostPercent);
  if (seconds === 0) return ["Short trades: no trade is held for less than 0 seconds."];
  return most === EVERYTHING
    ? ["Short trades: they never make up more than 100% of what was won."]
    : [];
}

function lotRangeWarnings(lotRange: PayoutTerms["lotRange"]): string[] {
  if (!lotRange) return [];
  const { lowestPercent, highestPercent } = lotRange;
  const [lowest, highest] = [lowestPercent, highestPercent].map(percentHundredths);
  if (highest! < EVERYTHING) {
    return [
      "Lot range: trades of the average volume are outside of it, so that all profit may be deducted.",
    ];
  }
  return lowest === EVERYTHING && highest === EVERYTHING
    ? ["Lot range: every trade is deducted unless all have the same volume."]
    : [];
}
