import { format, isToday, isValid, isYesterday } from "date-fns";

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

/** `14:03`, in the viewer's time zone. */
export function formatTime(date: Date): string {
  return format(date, "HH:mm");
}

/** `Mar 14, 2026, 14:03`, in the viewer's time zone. */
export function formatMoment(date: Date): string {
  return format(date, "MMM dd, yyyy, HH:mm");
}

/** Like `formatMoment`, with seconds and time zone: `Mar 14, 2026, 14:03:21 GMT+1`. */
export function formatExactMoment(date: Date): string {
  return format(date, "MMM dd, yyyy, HH:mm:ss O").replace(/GMT\+0$/, "UTC");
}

/** `Today`, `Yesterday`, or `Saturday, Mar 14, 2026`, in the viewer's time zone. */
export function formatDayHeading(date: Date): string {
  if (isToday(date)) return "Today";
  return isYesterday(date) ? "Yesterday" : format(date, "EEEE, MMM dd, yyyy");
}
