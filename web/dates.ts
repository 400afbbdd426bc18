import { format, isValid } from "date-fns";

const missing = "N/A";

/** `2026-03-14`, in the viewer's time zone. */
export function formatIsoDay(date: Date | null | undefined): string {
  return date && isValid(date) ? format(date, "yyyy-MM-dd") : missing;
}

/** `Mar 14, 2026`, in the viewer's time zone. */
export function formatDay(date: Date | null | undefined): string {
  return date && isValid(date) ? format(date, "MMM dd, yyyy") : missing;
}

/** As `formatDay`, for a date without a time: the same calendar day everywhere. */
export function formatCalendarDay(date: Date | null | undefined): string {
  if (!date || !isValid(date)) return missing;
  return formatDay(new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
}
