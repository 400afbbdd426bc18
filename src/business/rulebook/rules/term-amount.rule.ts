import { figureCents, ruleCents } from "../kinds/parts/figures.rule.ts";
import type { TermAmount } from "./payout-terms.schema.ts";

/** Converts an amount of terms to cents. @param initialBalance in cents */
export function termCents(figure: TermAmount, initialBalance: bigint): bigint {
  if (!("sizes" in figure)) return figureCents(figure, initialBalance);
  const sizes = figure.sizes
    .map(([size, amount]) => ({ size: ruleCents(size!), amount: ruleCents(amount!) }))
    .toSorted((a, b) => (a.size < b.size ? -1 : 1));
  const fitting = sizes.findLast(({ size }) => size <= initialBalance) ?? sizes[0]!;
  return fitting.amount;
}
