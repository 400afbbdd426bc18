/**
 * Money is decimal text with exactly two decimals on the wire (`"1000.00"`), `numeric` in the
 * database and cents as `bigint` in rules. It is never a float: 0.1 + 0.2 must be 0.30.
 */

const pattern = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** The limit for amounts; sums may have more digits. */
const MAX_WHOLE_DIGITS = 12;

/** Parses decimal text to cents; `null` if it is not in plain decimal notation. */
export function parseCents(text: string, maxWholeDigits = MAX_WHOLE_DIGITS): bigint | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const [, sign, whole, fraction = ""] = match;
  if (whole!.length > maxWholeDigits) return null;
  const cents = BigInt(whole!) * 100n + BigInt(fraction.padEnd(2, "0"));
  return sign ? -cents : cents;
}

/** Cents of a stored amount: decimal text with exactly two decimals, as a `numeric` column prints it. */
export function storedCents(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}

/** Formats cents in the wire form: `-5n` as `"-0.05"`. */
export function formatDecimal(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats for display: `"1234.5"` as `$1,234.50`, `"-50"` as `-$50.00`, anything else `$0.00`. */
export function formatDollars(amount: string | null | undefined): string {
  const cents = parseCents(amount ?? "", Number.POSITIVE_INFINITY) ?? 0n;
  const [whole, fraction] = formatDecimal(cents < 0n ? -cents : cents).split(".");
  return `${cents < 0n ? "-" : ""}$${whole!.replace(/\B(?=(\d{3})+$)/g, ",")}.${fraction}`;
}

/** As `formatDollars`, in any currency: `1,234.50 EUR`. Without a currency, dollars are meant. */
export function formatMoney(
  amount: string | null | undefined,
  currency: string | null | undefined,
): string {
  return inCurrency(formatDollars(amount), currency ?? "USD");
}

/** As `formatDollars`, with a sign before gains: `+$120.00`, `-$50.00`, `$0.00`. */
export function formatProfitLoss(amount: string | null | undefined): string {
  const cents = parseCents(amount ?? "", Number.POSITIVE_INFINITY) ?? 0n;
  return `${cents > 0n ? "+" : ""}${formatDollars(amount)}`;
}

/** As `formatMoney`, with a sign before gains: `+120.00 EUR`. */
export function formatResult(amount: string, currency: string | null | undefined): string {
  return inCurrency(formatProfitLoss(amount), currency ?? "USD");
}

/** Text with dollars in it in another currency: `$1,250.00` as `1,250.00 EUR`. */
export function inCurrency(words: string, currency: string): string {
  if (currency === "USD") return words;
  return words.replaceAll(/\$([\d,]+\.\d\d)/g, `$1 ${currency}`);
}
