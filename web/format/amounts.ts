import { formatDollars, formatProfitLoss, inCurrency } from "../../src/platform/money/money.ts";

/** `$1,234.50`; in other currencies `1,234.50 EUR`. Without a currency, dollars are meant. */
export function formatAmount(amount: string, currency: string | null | undefined): string {
  return inCurrency(formatDollars(amount), currency ?? "USD");
}

/** As `formatAmount`, with a sign before gains. */
export function formatResult(amount: string, currency: string | null | undefined): string {
  return inCurrency(formatProfitLoss(amount), currency ?? "USD");
}
