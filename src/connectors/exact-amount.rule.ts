/** Returns cents; `null` if the text is no amount or has more than two decimals that are not zero. */
export function exactCents(text: string): bigint | null {
  const [, sign, whole, fraction = ""] = /^\s*([+-]?)(\d+)(?:\.(\d*))?\s*$/.exec(text) ?? [];
  if (whole === undefined || !/^0*$/.test(fraction.slice(2))) return null;
  const cents = BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, "0"));
  return sign === "-" ? -cents : cents;
}

/**
 * Formats a whole number of fractions of a lot: 50,000,000 of 1/100,000,000 as `0.50`.
 * @param decimals those of the fraction
 */
export function lotsOf(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, "0");
  const [whole, fraction] = [digits.slice(0, -decimals), digits.slice(-decimals)];
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}

/** Removes zeros that say nothing from decimal text. */
export function plainDecimal(text: string): string {
  const value = text.trim();
  return value.includes(".") ? value.replace(/\.?0+$/, "") : value;
}

/** Returns whether a number in plain notation is zero; a missing one is. */
export const isZero = (text: string): boolean => /^\s*-?0*\.?0*\s*$/.test(text);
