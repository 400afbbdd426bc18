import { format } from "date-fns";

/** Trading days are dates without a time, and the same in every time zone. */
function toLocalDate(day: string): Date {
  return new Date(`${day}T00:00:00`);
}

/** `Mar 2, 2026` */
export function formatTradingDay(day: string): string {
  return format(toLocalDate(day), "MMM d, yyyy");
}

/** `Mar 2` */
export function formatShortTradingDay(day: string): string {
  return format(toLocalDate(day), "MMM d");
}

/** `Monday, March 2, 2026` */
export function formatLongTradingDay(day: string): string {
  return format(toLocalDate(day), "EEEE, MMMM d, yyyy");
}

/** Formats `2026-03` as `March 2026`. */
export function formatMonth(month: string): string {
  return format(toLocalDate(`${month}-01`), "MMMM yyyy");
}
