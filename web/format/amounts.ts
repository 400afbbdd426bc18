import { formatDollars, formatProfitLoss } from "../../src/platform/money/money.ts";

/** `$1,234.50`; in other currencies `EUR 1,234.50`. Without a currency, dollars are meant. */
export function formatAmount(amount: string, currency: string | null | undefined): string {
  return inCurrency(formatDollars(amount), currency);
}

/** As `formatAmount`, with a sign before gains. */
export function formatResult(amount: string, currency: string | null | undefined): string {
  return inCurrency(formatProfitLoss(amount), currency);
}

function inCurrency(dollars: string, currency: string | null | undefined): string {
  return !currency || currency === "USD" ? dollars : dollars.replace("$", `${currency} `);
}
