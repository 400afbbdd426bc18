import { formatDecimal, storedCents } from "../../../src/platform/money/money.ts";

/** Amounts in different currencies are never added up. */
export interface Sum {
  currency: string;
  amount: string;
}

interface Total {
  /** The part in US dollars. */
  amount: string;
  otherAmounts: readonly Sum[];
}

/** Lists a total by currency: US dollars first, and not at all if there are only other currencies. */
export function sumsOf({ amount, otherAmounts }: Total): Sum[] {
  const hasDollars = amount !== "0.00" || otherAmounts.length === 0;
  return [...(hasDollars ? [{ currency: "USD", amount }] : []), ...otherAmounts];
}

/** Sums the amounts by currency, in the order in which the currencies first appear. */
export function sumByCurrency(amounts: readonly Sum[]): Sum[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + storedCents(amount));
  }
  return Array.from(sums, ([currency, cents]) => ({ currency, amount: formatDecimal(cents) }));
}
