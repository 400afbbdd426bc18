import { EVERYTHING, percentHundredths, percentOf } from "./figures.rule.ts";

/**
 * How the best day is compared with the profit: with the profit itself, with the sum of the days above 0, or by a profit
 * that it requires. Amounts are cents.
 */
export const bestDayFormulas = ["total", "winning_days", "target", "excess"] as const;
export type BestDayFormula = (typeof bestDayFormulas)[number];

/** Whether a formula compares the profit with an amount that the days require. */
export function requiresProfit(formula: BestDayFormula): boolean {
  return formula === "target" || formula === "excess";
}

/** Returns the profit of which a best day is exactly a percentage, up to the cent; `null` if no profit is enough. */
export function profitForBest(best: bigint, percent: string): bigint | null {
  const hundredths = percentHundredths(percent);
  if (best <= 0n) return 0n;
  return hundredths === 0n ? null : (best * EVERYTHING + hundredths - 1n) / hundredths;
}

/** Returns a required profit, raised by what the result of a day exceeds a percentage of it. */
export function raisedByDay(required: bigint, result: bigint, percent: string): bigint {
  const excess = result - percentOf(required, percent);
  return excess > 0n ? required + excess : required;
}
