import { format } from "date-fns";

/** Formats a time in the viewer's time zone for a `datetime-local` input: `2026-03-14T09:26`. */
export function toLocalTime(date: Date): string {
  return format(date, "yyyy-MM-dd'T'HH:mm");
}

/** Parses the value of a `datetime-local` input; returns `undefined` if it is empty. */
export function readLocalTime(value: string | undefined): Date | undefined {
  const date = new Date(value ?? "");
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** `Times are in Europe/Berlin.` */
export function describeOwnZone(): string {
  return `In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`;
}
