import { tzOffset } from "@date-fns/tz";

/** A wall-clock time without a zone, as platforms print it. `month` is 1 to 12. */
export interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

const MINUTE = 60_000;
/** Zones change their offset on quarter hours only, so an offset holds for the whole quarter. */
const QUARTER = 15 * MINUTE;
const DAY = 24 * 60 * MINUTE;

/** Whether the runtime knows the IANA name, such as `Europe/Prague`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat("en-US", { timeZone: name })) && /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** Converts between instants (milliseconds since 1970 UTC) and the local time of one zone. */
export interface ZoneClock {
  /** Milliseconds that local time is ahead of UTC at an instant. */
  offsetAt(instant: number): number;
  /**
   * The instant of a local time. A local time that occurs twice is its first instant; one that a clock
   * change skips is the first instant after the gap.
   */
  toInstant(local: LocalTime): number;
  /** The local calendar date of an instant, such as `2026-03-02`. */
  dateAt(instant: number): string;
}

/** @param timeZone an IANA name that `isTimeZone` accepts */
export function zoneClock(timeZone: string): ZoneClock {
  const offsets = new Map<number, number>();
  /** @param start of a quarter hour */
  const offsetOf = (start: number): number => {
    const known = offsets.get(start);
    if (known !== undefined) return known;
    const offset = tzOffset(timeZone, new Date(start)) * MINUTE;
    offsets.set(start, offset);
    return offset;
  };
  // Since 1970 no zone has changed its offset twice within a day, so two look-ups serve most days.
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

/** @param unit milliseconds */
const startOf = (instant: number, unit: number) => Math.floor(instant / unit) * unit;

function utcFields({ year, month, day, hour, minute, second, millisecond }: LocalTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
}

/** The quarter hour between two instants at which the offset changes. */
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
