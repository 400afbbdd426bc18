import { formatDecimal, storedCents } from "../../src/platform/money/money.ts";

interface Amount {
  amount: string;
  currency: string;
}

/** Sums the amounts by currency, in the order in which the currencies first appear. */
export function sumByCurrency(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + storedCents(amount));
  }
  return Array.from(sums, ([currency, cents]) => ({ currency, amount: formatDecimal(cents) }));
}
