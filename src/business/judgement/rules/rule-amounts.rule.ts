import { parseCents } from "../../../platform/money/money.ts";

/** Amounts and percentages of rules. Their text has already been validated by the schema of rules. */

/** A fixed amount, or a percent of a base: `{ amount: "5000.00" }` or `{ percent: "5" }`. */
type Figure = { amount: string } | { percent: string };

/** Converts an amount such as `5000.00` to cents. */
export function ruleCents(amount: string): bigint {
  return parseCents(amount, Number.POSITIVE_INFINITY)!;
}

/** Converts a figure to cents. @param base the amount in cents that a percentage refers to */
export function figureCents(figure: Figure, base: bigint): bigint {
  return "amount" in figure ? ruleCents(figure.amount) : percentOf(base, figure.percent);
}

/** Parses a percentage such as `5` or `5.25` into hundredths of a percent. */
export function percentHundredths(percent: string): bigint {
  return parseCents(percent)!;
}

/** Returns a percentage of an amount in cents, rounded half away from zero to the cent. */
export function percentOf(cents: bigint, percent: string): bigint {
  const tenThousandths = cents * percentHundredths(percent);
  const half = tenThousandths < 0n ? -5_000n : 5_000n;
  return (tenThousandths + half) / 10_000n;
}
