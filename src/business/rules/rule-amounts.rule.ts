import { parseCents } from "../../platform/money/money.ts";

/** Amounts and percents of rules. The schema of rules has checked their texts. */

/** A fixed amount, or a percent of a base: `{ amount: "5000.00" }` or `{ percent: "5" }`. */
type Figure = { amount: string } | { percent: string };

/** Cents of an amount such as `5000.00`. */
export function ruleCents(amount: string): bigint {
  return parseCents(amount, Number.POSITIVE_INFINITY)!;
}

/** Cents of a figure. @param base in cents, what a percent is of */
export function figureCents(figure: Figure, base: bigint): bigint {
  return "amount" in figure ? ruleCents(figure.amount) : percentOf(base, figure.percent);
}

/** Hundredths of a percent in text such as `5` or `5.25`. */
export function percentHundredths(percent: string): bigint {
  return parseCents(percent)!;
}

/** A percent of an amount in cents, rounded half away from zero to the cent. */
export function percentOf(cents: bigint, percent: string): bigint {
  const tenThousandths = cents * percentHundredths(percent);
  const half = tenThousandths < 0n ? -5_000n : 5_000n;
  return (tenThousandths + half) / 10_000n;
}
