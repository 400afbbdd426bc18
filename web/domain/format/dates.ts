import { format, isToday, isValid, isYesterday } from "date-fns";
import { describeZone } from "../../../src/platform/time/local-time.rule.ts";

/*
 * One clock. Times are in the viewer's zone, which the foot of every signed-in page names: tables, lists and facts use
 * `formatMoment`. A sentence names the zone itself: `sayMoment`. Where a day is judged, such as at a breach, the zone is
 * that of the rules: `momentIn`. Sentences of the server are in UTC, because it does not know who reads them; `sayTimes`
 * restates them. Dates have one format in each area: `formatIsoDay` in the trader's payouts, `formatDay` elsewhere.
 */

const missing = "N/A";

/** `2026-03-14`, in the viewer's time zone. */
export function formatIsoDay(date: Date | null | undefined): string {
  return date && isValid(date) ? format(date, "yyyy-MM-dd") : missing;
}

/** `Mar 14, 2026`, in the viewer's time zone. */
export function formatDay(date: Date | null | undefined): string {
  return date && isValid(date) ? format(date, "MMM dd, yyyy") : missing;
}

/** Like `formatDay`, but for a date without a time, which is the same day in every time zone. */
export function formatCalendarDay(date: Date | null | undefined): string {
  if (!date || !isValid(date)) return missing;
  return formatDay(new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
}

/** `Mar 14, 2026`, in another time zone; the viewer's while it is not known. */
export function formatDayIn(date: Date, timeZone: string | undefined): string {
  if (timeZone === undefined) return formatDay(date);
  const day = { month: "short", day: "2-digit", year: "numeric" } as const;
  return new Intl.DateTimeFormat("en-US", { timeZone, ...day }).format(date);
}

/** `14:03`, in the viewer's time zone, below the heading of a day. */
export function formatTime(date: Date): string {
  return format(date, "HH:mm");
}

/** `Mar 14, 2026, 14:03`, in the viewer's time zone. */
export function formatMoment(date: Date): string {
  return format(date, "MMM dd, yyyy, HH:mm");
}

/** `Mar 14, 2026, 14:03 GMT+1`: for a sentence, in the viewer's time zone. */
export function sayMoment(date: Date): string {
  return `${formatMoment(date)} ${offsetOf(date)}`;
}

/** Like `sayMoment`, with seconds: `Mar 14, 2026, 14:03:21 GMT+1`. */
export function formatExactMoment(date: Date): string {
  return `${formatMoment(date)}${format(date, ":ss")} ${offsetOf(date)}`;
}

const offsetOf = (date: Date) => format(date, "O").replace(/^GMT\+0$/, "UTC");

/**
 * Formats an instant in the zone of the rules, `Mar 02, 2026, 11:00:00 (Europe/Prague)`, with milliseconds unless they
 * are zero. Without a zone, because no rules are known, it is the viewer's: `Mar 02, 2026, 11:00:00 GMT+1`.
 * @param time milliseconds since 1970 UTC, or a text in ISO 8601
 */
export function momentIn(time: Date | number | string, timeZone: string | undefined): string {
  const instant = new Date(time);
  const local = new Intl.DateTimeFormat("en-US", {
    ...(timeZone === undefined ? { timeZoneName: "shortOffset" } : { timeZone }),
    month: "short",
    day: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(instant.getMilliseconds() !== 0 && { fractionalSecondDigits: 3 }),
  });
  const text = local.format(instant);
  return timeZone === undefined
    ? text.replace(/GMT(?:\+0)?$/, "UTC")
    : `${text} (${describeZone(timeZone)})`;
}

/**
 * Restates the times of a sentence from the server: `at 2026-03-02 10:00:00 UTC` becomes
 * `at Mar 02, 2026, 11:00:00 (Europe/Prague)` in the zone of the rules, or `at Mar 02, 2026, 11:00:00 GMT+1` in the
 * viewer's. Times to the minute stay so.
 */
export function sayTimes(text: string, timeZone?: string): string {
  return text.replaceAll(
    /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?: UTC|Z)/g,
    (_, day: string, minute: string, seconds: string | undefined) => {
      const time = new Date(`${day}T${minute}${seconds ?? ""}Z`);
      return seconds === undefined ? sayMoment(time) : momentIn(time, timeZone);
    },
  );
}

/** `Today`, `Yesterday`, or `Saturday, Mar 14, 2026`, in the viewer's time zone. */
export function formatDayHeading(date: Date): string {
  if (isToday(date)) return "Today";
  return isYesterday(date) ? "Yesterday" : format(date, "EEEE, MMM dd, yyyy");
}

/** The viewer's time zone, in which all times are shown unless they name another: `Europe/Berlin`. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const units = [
  { name: "d", seconds: 86_400 },
  { name: "h", seconds: 3600 },
  { name: "min", seconds: 60 },
  { name: "s", seconds: 1 },
] as const;

/** Formats a duration in its two largest units: `2 d 4 h`, `45 min`, `0 s`. */
export function formatDuration(seconds: number): string {
  const first = units.findIndex((unit) => seconds >= unit.seconds);
  if (first < 0) return "0 s";
  const [large, small] = [units[first]!, units[first + 1]];
  const count = Math.floor(seconds / large.seconds);
  const rest = small ? Math.floor((seconds % large.seconds) / small.seconds) : 0;
  return rest === 0 ? `${count} ${large.name}` : `${count} ${large.name} ${rest} ${small!.name}`;
}

/** Formats how long something has been waiting: `3 d 4 h`. Seconds say nothing about a queue. */
export function formatAge(since: Date, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since.getTime()) / 60_000));
  return minutes === 0 ? "New" : formatDuration(minutes * 60);
}
