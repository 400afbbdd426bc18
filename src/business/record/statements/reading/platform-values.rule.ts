import { isRecordTime, parseVolume } from "../../../rulebook/timeline/trading-record.rule.ts";
import { DAY, MINUTE } from "../../../../platform/time/durations.rule.ts";
import {
  type LocalTime,
  utcFields,
  type ZoneClock,
} from "../../../../platform/time/local-time.rule.ts";

/** Which character separates the fraction. A file uses one of them throughout. */
export type DecimalSeparator = "." | ",";

const MINUS = /^[-\u2212\u2013]/;
const BLANKS = /[\s\u00a0\u2007\u202f'’]/g;
/** The most decimals that are kept of a price. */
const DECIMALS = 10;
const CANONICAL = /^-?\d{1,15}(?:\.\d{1,10})?$/;
/** Programs that calculate with binary fractions print numbers such as `0.9999999999999787`. */
const LONG = /^(-?)(\d{1,15})\.(\d{11,40})$/;

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
    if (!new RegExp(`^[1-9]\\d{0,2}(\\${group}\\d{3})+(\\${separator}|$)`).test(digits))
      return null;
    digits = digits.replaceAll(group, "");
  }
  if (separator === ",") digits = digits.replace(",", ".");
  if (digits.startsWith(".")) digits = `0${digits}`;
  const number = `${isNegative ? "-" : ""}${digits}`;
  return CANONICAL.test(number) ? number : roundDecimals(number);
}

/** Rounds a number with more decimals than are kept, half away from zero. @returns `null` if the text is no number */
function roundDecimals(text: string): string | null {
  const [matched, sign, whole = "", fraction = ""] = LONG.exec(text) ?? [];
  if (matched === undefined) return null;
  const kept = BigInt(whole + fraction.slice(0, DECIMALS)) + (fraction[DECIMALS]! >= "5" ? 1n : 0n);
  const digits = kept.toString().padStart(DECIMALS + 1, "0");
  const decimals = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -DECIMALS)}${decimals && `.${decimals}`}`;
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

/** The order of day and month in dates with slashes. */
export type DateOrder = "day-first" | "month-first";

const PLATFORM =
  /^(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?(?: ?([AP]M))?)?$/i;
const DAY_OR_MONTH =
  /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?(?: ?([AP]M))?)?$/i;
/** A time and its offset from UTC: `2026-01-05T07:12:30Z`, `10/07/2026 16:20:37 +02:00`. */
const WITH_OFFSET = /^(.*\d:\d\d.*?) ?(?:Z|UTC|GMT|([+-])([01]\d|2[0-3]):?([0-5]\d))$/i;
const INSTANT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:?\d\d)$/;

/**
 * Reads a time as platforms print it: `2026.01.05 07:12:30`, `2026-01-05 07:12`, `05.01.2026 07:12:30`, or
 * one with an offset, which needs no zone.
 * @returns milliseconds since 1970 UTC, or `null` if the text is not a time
 */
export function parsePlatformTime(
  text: string,
  clock: ZoneClock,
  order: DateOrder = "day-first",
): number | null {
  const { printed, offset } = splitOffset(text);
  const local = readLocalTime(printed, order);
  if (!local || !isRealTime(local)) return null;
  const instant = offset === null ? clock.toInstant(local) : utcFields(local) - offset * MINUTE;
  return isRecordTime(instant) ? instant : null;
}

/** @returns how many minutes a time is ahead of UTC; `null` if it does not say */
export const offsetOf = (text: string): number | null => splitOffset(text).offset;

function splitOffset(text: string): { printed: string; offset: number | null } {
  // Most times end with their seconds.
  const mayHaveOffset = /(?:[a-z]|[+-]\d\d:?\d\d)$/i.test(text);
  const [, printed, ...parts] = (mayHaveOffset && WITH_OFFSET.exec(text)) || [];
  const offset = printed === undefined ? null : offsetMinutes(parts);
  return printed === undefined || offset === null
    ? { printed: text, offset: null }
    : { printed, offset };
}

/** The largest offset, in minutes, which is that of the Line Islands. */
const MAX_OFFSET = 14 * 60;

/**
 * @param parts the sign, hours and minutes of an offset; all are absent if it is UTC
 * @returns `null` if no zone has this offset
 */
export function offsetMinutes([sign, hours = "0", minutes = "0"]: (string | undefined)[]):
  number | null {
  const ahead = Number(hours) * 60 + Number(minutes);
  if (ahead > MAX_OFFSET) return null;
  return sign === undefined || sign === "+" ? ahead : -ahead;
}

/**
 * Resolves the closing time of a trade that was read before its opening time. Of a local time that occurs twice, the
 * second instant counts if only that one keeps the order.
 * @returns milliseconds since 1970 UTC, or `null` if the trade closed before it opened in any reading
 */
export function closingInstant(opened: number, closed: number, clock: ZoneClock): number | null {
  if (closed >= opened) return closed;
  const second = secondInstant(closed, clock);
  return second !== null && second >= opened ? second : null;
}

/** Returns the second instant with the same local time, which only exists in an hour that a clock change repeats. */
function secondInstant(first: number, { offsetAt }: ZoneClock): number | null {
  const second = first + offsetAt(first) - offsetAt(first + DAY);
  return second > first && second - first + offsetAt(second) === offsetAt(first) ? second : null;
}

/** Whether the text begins with a date; rows are recognised by it. */
export function isPlatformTime(text: string | undefined): boolean {
  return text !== undefined && (PLATFORM.test(text) || INSTANT.test(text));
}

function readLocalTime(text: string, order: DateOrder): LocalTime | null {
  const platform = PLATFORM.exec(text);
  if (platform) {
    const [, year, month, day, ...clockParts] = platform;
    return localTime(year!, month!, day!, clockParts);
  }
  const slashed = DAY_OR_MONTH.exec(text) ?? DAY_OR_MONTH.exec(numberMonth(text));
  if (!slashed) return null;
  const [, first, second, year, ...clockParts] = slashed;
  // Dots are the European way of writing a date, whatever the rest of the file does.
  return order === "day-first" || /^\d{1,2}\./.test(slashed[0])
    ? localTime(year!, second!, first!, clockParts)
    : localTime(year!, first!, second!, clockParts);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH_NAME =
  /^(?:(\d{1,2})[ -]([a-z]{3,9})[ -]|([a-z]{3,9})\.? (\d{1,2}),? )(\d{4})(?=$|[ ,T])/i;

/** Writes `05 Oct 2026`, `5-Oct-2026` and `Oct 5, 2026` as `05.10.2026`; other texts stay as they are. */
function numberMonth(text: string): string {
  const [written, before, name = "", other = "", after, year] = MONTH_NAME.exec(text) ?? [];
  const month = MONTHS.indexOf((name || other).slice(0, 3).toLowerCase());
  if (written === undefined || month < 0) return text;
  return `${before ?? after}.${month + 1}.${year}${text.slice(written.length)}`;
}

function localTime(
  year: string,
  month: string,
  day: string,
  [hour = "0", minute = "0", second = "0", fraction = "", half]: (string | undefined)[],
): LocalTime {
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: half === undefined ? Number(hour) : hourOf(Number(hour), half),
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, "0")),
  };
}

/** Converts an hour from 1 to 12 of a half day; another one is not real. */
function hourOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
}

function isRealTime({ year, month, day, hour, minute, second }: LocalTime): boolean {
  if (year < 1990 || year > 2100 || !(hour <= 23) || minute > 59 || second > 59) return false;
  // A day that the month does not have overflows into another month.
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
}
