import { profitForBest, raisedByDay } from "../kinds/parts/best-day.rule.ts";
import { EVERYTHING, percentHundredths } from "../kinds/parts/figures.rule.ts";
import type { PayoutTerms } from "../rules/payout-terms.schema.ts";
import type { AppliedTerms } from "./payout-row.rule.ts";

/** A closed position that the stage saw opened. Times are milliseconds since 1970 UTC. */
export interface ClosedTrade {
  position: string;
  openTime: number;
  closeTime: number;
  /** The sum of its deals, in cents. */
  net: bigint;
  /** What its deals entered, in units of `parseVolume`. */
  volume: bigint;
}

/** What happened since the last approval that stands, or since the start of the stage. Amounts are cents. */
export interface Period {
  /** The results of the trading days with deals, oldest first. */
  days: readonly bigint[];
  /** Those that were closed in it. */
  trades: readonly ClosedTrade[];
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
const positive = (amounts: readonly bigint[]) => amounts.filter((amount) => amount > 0n);

/** The profit of a period, whatever is deducted. */
export function profitOf({ days }: Pick<Period, "days">): bigint {
  return sumOf(days);
}

/** How the best day or trade of a period compares. `whole` or `required` is what it is compared by. */
export type BestResult =
  | { best: bigint; isTooLarge: boolean; whole: bigint }
  /** `required` is `null` if no profit is enough. */
  | { best: bigint; isTooLarge: boolean; required: bigint | null };

/**
 * Compares the best day or trade of a period.
 * @param percent what it may make up at most
 */
export function compareBest(
  period: Period,
  { consistency: { formula, best: kind }, minimumProfit }: AppliedTerms,
  percent: string,
): BestResult {
  const { days } = period;
  const results = kind === "day" ? days : period.trades.map(({ net }) => net);
  const best = results.reduce((a, b) => (b > a ? b : a), 0n);
  const profit = profitOf(period);
  switch (formula) {
    case "total":
      return { best, whole: profit, isTooLarge: isAbove(best, profit, percent) };
    case "winning_days": {
      const whole = sumOf(positive(days));
      return { best, whole, isTooLarge: isAbove(best, whole, percent) };
    }
    default: {
      const minimum = minimumProfit ?? 0n;
      const required =
        formula === "excess"
          ? days.reduce((raised, day) => raisedByDay(raised, day, percent), minimum)
          : greater(profitForBest(best, percent), minimum);
      const isAsked = best > 0n || minimumProfit !== null;
      return { best, required, isTooLarge: isAsked && (required === null || profit < required) };
    }
  }
}

const greater = (a: bigint | null, b: bigint) => (a === null || a > b ? a : b);

/** Nothing is too large if nothing was won. */
const isAbove = (best: bigint, whole: bigint, percent: string) =>
  best > 0n && best * EVERYTHING > whole * percentHundredths(percent);

/** What trades held for a short time brought, of all that was won. */
export interface ShortResult {
  short: bigint;
  won: bigint;
  isTooLarge: boolean;
}

/** Compares what was won by trades that were held shorter than a time with all that was won in a period. */
export function compareShortTrades(
  { trades }: Pick<Period, "trades">,
  { seconds, atMostPercent }: NonNullable<PayoutTerms["shortTrades"]>,
): ShortResult {
  const won = trades.filter(({ net }) => net > 0n);
  const short = won.filter(({ openTime, closeTime }) => closeTime - openTime < seconds * 1000);
  const result = {
    short: sumOf(short.map(({ net }) => net)),
    won: sumOf(won.map(({ net }) => net)),
  };
  return { ...result, isTooLarge: isAbove(result.short, result.won, atMostPercent) };
}
