import { parseVolume } from "../../timeline/trading-record.rule.ts";

/** Which character separates the fraction. A file uses one of them throughout. */
export type DecimalSeparator = "." | ",";

const MINUS = /^[-\u2212\u2013]/;
const BLANKS = /[\s\u00a0\u2007\u202f'’]/g;
const CANONICAL = /^-?\d{1,15}(?:\.\d{1,10})?$/;

/**
 * Reads a number as platforms print it: `1 021.06`, `- 2.50`, `1,021.06`, `(12.50)`, `$5.00`.
 * @returns plain decimal notation such as `-1021.06`, or `null` if the text is not a number
 */
export function parsePlatformNumber(
  text: string,
  separator: DecimalSeparator = ".",
): string | null {
  // Most cells are plain already.
  if (separator === "." && CANONICAL.test(text)) return text;
  let digits = text.replace(BLANKS, "").replace(/^[$€£]|[$€£]$/g, "");
  const isBracketed = /^\(.*\)$/.test(digits);
  if (isBracketed) digits = digits.slice(1, -1);
  const isNegative = isBracketed || MINUS.test(digits);
  digits = digits.replace(/^[-\u2212\u2013+]/, "").replace(/^[$€£]/, "");
  const group = separator === "." ? "," : ".";
  if (digits.includes(group)) {
    if (!new RegExp(`^\\d{1,3}(\\${group}\\d{3})+(\\${separator}|$)`).test(digits)) return null;
    digits = digits.replaceAll(group, "");
  }
  if (separator === ",") digits = digits.replace(",", ".");
  if (digits.startsWith(".")) digits = `0${digits}`;
  const number = `${isNegative ? "-" : ""}${digits}`;
  return CANONICAL.test(number) ? number : null;
}

/**
 * Reads the volume of a deal or trade. Some platforms print those of sells with a minus sign, which adds nothing to the
 * side in another column.
 * @returns plain decimal notation without a sign, or `null` if the text is not a number or the volume is 0
 */
export function parsePlatformVolume(text: string, separator?: DecimalSeparator): string | null {
  const volume = parsePlatformNumber(text, separator)?.replace("-", "");
  return volume === undefined || parseVolume(volume) === 0n ? null : volume;
}

/** Converts decimal text from `parsePlatformNumber` to cents, rounded half away from zero. */
export function toCents(decimal: string): bigint {
  const isNegative = decimal.startsWith("-");
  const [whole = "0", fraction = ""] = (isNegative ? decimal.slice(1) : decimal).split(".");
  let cents = BigInt(whole + fraction.slice(0, 2).padEnd(2, "0"));
  if (fraction.length > 2 && fraction[2]! >= "5") cents += 1n;
  return isNegative ? -cents : cents;
}
