import { tzOffset } from "@date-fns/tz";
import { DAY, MINUTE } from "./durations.rule.ts";

/** A local time without a time zone, as some programs print it. `month` is 1 to 12. */
export interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

/** Zones only change their offset at quarter hours, so an offset applies to the whole quarter. */
const QUARTER = 15 * MINUTE;

/** Returns whether the runtime supports the time zone with this IANA name, such as `Europe/Prague`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat("en-US", { timeZone: name })) && /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** Returns the name of the zone that is always so many minutes ahead of UTC. */
export function zoneOfOffset(minutes: number): string {
  if (minutes === 0) return "UTC";
  const hours = minutes / 60;
  // The signs of these names are reversed.
  if (Number.isInteger(hours) && hours >= -12 && hours <= 14) {
    return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
  }
  const [whole, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${twoDigits(whole)}:${twoDigits(rest)}`;
}

/** Returns the offset of a zone that `zoneOfOffset` named, such as `UTC+3`, and the name of any other zone. */
export function describeZone(timeZone: string): string {
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(timeZone) ?? [];
  if (sign) return `UTC${sign === "-" ? "+" : "-"}${hours}`;
  return /^[+-]/.test(timeZone) ? `UTC${timeZone}` : timeZone;
}

/**
 * Formats a time for a sentence whose reader's zone is unknown, such as that of a mail:
 * `2026-03-02 10:00:00 UTC`, with milliseconds unless they are zero.
 * @param time milliseconds since 1970 UTC, or a text in ISO 8601
 */
export function timeInWords(time: Date | number | string): string {
  const text = new Date(time).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, -1).replace(".000", "")} UTC`;
}

/** Formats a time to the minute for a sentence: `2026-03-02 10:00 UTC`. */
export function minuteInWords(time: Date | number): string {
  return timeInWords(Math.floor(new Date(time).getTime() / MINUTE) * MINUTE).replace(
    /:00 UTC$/,
    " UTC",
  );
}

/** Converts between instants (milliseconds since 1970 UTC) and the local time of a zone. */
export interface ZoneClock {
  /** Returns how many milliseconds local time is ahead of UTC at an instant. */
  offsetAt(instant: number): number;
  /**
   * Returns the instant of a local time. For a local time that occurs twice, this is the first of the two instants; for
   * one that a clock change skips, the first instant after the gap.
   */
  toInstant(local: LocalTime): number;
  /** Returns the local calendar date of an instant, such as `2026-03-02`. */
  dateAt(instant: number): string;
}

/** @param timeZone an IANA name that `isTimeZone` accepts */
export function zoneClock(timeZone: string): ZoneClock {
  const offsets = new Map<number, number>();
  /** @param start the start of a quarter hour */
  const offsetOf = (start: number): number => {
    const known = offsets.get(start);
    if (known !== undefined) return known;
    const offset = tzOffset(timeZone, new Date(start)) * MINUTE;
    offsets.set(start, offset);
    return offset;
  };
  // Since 1970, no zone has changed its offset twice within a day, so two look-ups are sufficient for most days.
  const offsetAt = (instant: number): number => {
    const midnight = startOf(instant, DAY);
    const offset = offsetOf(midnight);
    return offset === offsetOf(midnight + DAY) ? offset : offsetOf(startOf(instant, QUARTER));
  };
  const fromUtcFields = (fields: number): number => {
    const before = offsetAt(fields - DAY);
    const after = offsetAt(fields + DAY);
    // The earlier instant comes from the larger offset.
    for (const offset of [Math.max(before, after), Math.min(before, after)]) {
      if (offsetAt(fields - offset) === offset) return fields - offset;
    }
    return firstInstantAfterGap(offsetAt, fields - after, fields - before);
  };
  return {
    offsetAt,
    toInstant: (local) => fromUtcFields(utcFields(local)),
    dateAt: (instant) => new Date(instant + offsetAt(instant)).toISOString().slice(0, 10),
  };
}

/** @param unit the unit to round down to, in milliseconds */
const startOf = (instant: number, unit: number) => Math.floor(instant / unit) * unit;

export function utcFields({
  year,
  month,
  day,
  hour,
  minute,
  second,
  millisecond,
}: LocalTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
}

/** Finds the quarter hour between two instants at which the offset changes. */
function firstInstantAfterGap(
  offsetAt: (instant: number) => number,
  from: number,
  to: number,
): number {
  let low = Math.floor(from / QUARTER);
  let high = Math.ceil(to / QUARTER);
  const before = offsetAt(low * QUARTER);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * QUARTER) === before) low = middle;
    else high = middle;
  }
  return high * QUARTER;
}
