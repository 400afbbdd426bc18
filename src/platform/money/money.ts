import { decimalsOf } from "./currency-units.rule.ts";

/**
 * Money is decimal text with exactly two decimals on the wire (`"1000.00"`), `numeric` in the
 * database and cents as `bigint` in rules. It is never a float: 0.1 + 0.2 must be 0.30.
 */

const pattern = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** The maximum number of whole digits of an amount; sums may have more. */
const MAX_WHOLE_DIGITS = 12;

/** Parses decimal text to cents; returns `null` if it is not in plain decimal notation or too long. */
export function parseCents(text: string, maxWholeDigits = MAX_WHOLE_DIGITS): bigint | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const [, sign, whole, fraction = ""] = match;
  if (whole!.length > maxWholeDigits) return null;
  const cents = BigInt(whole!) * 100n + BigInt(fraction.padEnd(2, "0"));
  return sign ? -cents : cents;
}

const typedPattern =
  /^(?<sign>-?)(?<whole>\d+|[1-9]\d{0,2}(?:(?<group>[ '.,])\d{3})(?:\k<group>\d{3})*)(?:(?<decimal>[.,])(?<fraction>\d{1,2}))?$/;

/**
 * Converts an amount that a person typed, in the notation of any country, to the plain notation that the API accepts:
 * `1250,50`, `1.250,50`, `1,250.50` and `1 250.5` to `1250.50` and `1250.5`. Returns any other text unchanged, for the
 * schema of the field to refuse; this includes `1.250` and `1,250`, which are thousands in some countries and fractions
 * in others.
 */
export function plainAmount(typed: string): string {
  // Turns full-width digits into plain ones, and the spaces that separate groups into one kind.
  const text = typed
    .normalize("NFKC")
    .trim()
    .replace(/^\u2212/, "-")
    .replaceAll("\u2019", "'");
  const { sign, whole, group, decimal, fraction } = typedPattern.exec(text)?.groups ?? {};
  if (whole === undefined || (group !== undefined && group === decimal)) return typed;
  const isFraction = decimal === undefined && (group === "." || group === ",");
  if (isFraction && whole.split(group).length === 2) return typed;
  const digits = group === undefined ? whole : whole.replaceAll(group, "");
  return `${sign}${digits}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** Converts a stored amount to cents: decimal text with exactly two decimals, as read from a `numeric` column. */
export function storedCents(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}

/** Formats cents as decimal text with two decimals: `-5n` as `"-0.05"`. */
export function formatDecimal(cents: bigint): string {
  return formatUnits(cents, 2);
}

/** Formats a number of units of the last decimal: `-5n` with three decimals as `"-0.005"`. */
export function formatUnits(units: bigint, decimals: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString();
  if (decimals === 0) return sign + digits;
  const padded = digits.padStart(decimals + 1, "0");
  return `${sign}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

/** Divides by a positive number, rounding half away from zero. */
export function divideRounded(numerator: bigint, divisor: bigint): bigint {
  const isNegative = numerator < 0n;
  const rounded = ((isNegative ? -numerator : numerator) * 2n + divisor) / (divisor * 2n);
  return isNegative ? -rounded : rounded;
}

/** Formats for display: `"1234.5"` as `$1,234.50`, `"-50"` as `-$50.00`, anything else `$0.00`. */
export function formatDollars(amount: string | null | undefined): string {
  return formatMoney(amount, "USD");
}

/**
 * Like `formatDollars`, but in any currency, with the decimals of its smallest unit: `1,234.50 EUR`, `1,234 JPY`,
 * `1,234.500 BHD`. A computed fraction of a yen is not hidden. The default currency is USD.
 */
export function formatMoney(
  amount: string | null | undefined,
  currency: string | null | undefined,
): string {
  const cents = parseCents(amount ?? "", Number.POSITIVE_INFINITY) ?? 0n;
  return withCurrency(cents, currency ?? "USD", inUnits);
}

function withCurrency(
  cents: bigint,
  currency: string,
  shown: (digits: string, currency: string) => string,
): string {
  const digits = shown(groupDigits(formatDecimal(cents < 0n ? -cents : cents)), currency);
  const sign = cents < 0n ? "-" : "";
  return currency === "USD" ? `${sign}$${digits}` : `${sign}${digits} ${currency}`;
}

function inUnits(digits: string, currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === 3) return `${digits}0`;
  return decimals === 0 && digits.endsWith(".00") ? digits.slice(0, -3) : digits;
}

/** Separates the thousands of decimal text, for an amount without a currency: `-1234.50` as `-1,234.50`. */
export function groupDigits(amount: string): string {
  return amount.replace(/\B(?=(\d{3})+\.)/g, ",");
}

/**
 * Formats amounts for a sentence: `$1,234.50`, or `1,234.50 EUR` in other currencies. Always with two decimals, because
 * sentences are a part of signed files, and must be the same when those are verified.
 */
export function moneyIn(currency: string): (cents: bigint) => string {
  return (cents) => withCurrency(cents, currency, (digits) => digits);
}

/** Like `formatMoney`, but with a plus sign before gains: `+$120.00`, `+120.00 EUR`, `-$50.00`, `$0.00`. */
export function formatResult(amount: string, currency: string | null | undefined): string {
  const cents = parseCents(amount, Number.POSITIVE_INFINITY) ?? 0n;
  return `${cents > 0n ? "+" : ""}${formatMoney(amount, currency)}`;
}
