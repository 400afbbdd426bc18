import { format } from "date-fns";

/** `2026-03-14T09:26`, as a `datetime-local` control has it, in the viewer's time zone. */
export function toLocalTime(date: Date): string {
  return format(date, "yyyy-MM-dd'T'HH:mm");
}

/** The time that a `datetime-local` control holds; `undefined` if it is empty. */
export function readLocalTime(value: string | undefined): Date | undefined {
  const date = new Date(value ?? "");
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** `Times are in Europe/Berlin.` */
export function describeOwnZone(): string {
  return `In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`;
}
