/** How much an event may move prices; nothing is restricted by `none`. */
export const impacts = ["high", "medium", "low", "none"] as const;
export type Impact = (typeof impacts)[number];

/** An economic event. Times are milliseconds since 1970 UTC. */
export interface CalendarEvent {
  id: number;
  at: number;
  /** Three letters, or `ALL`. */
  currency: string;
  impact: Impact;
  title: string;
  /** Whether it has no time; such an event restricts nothing. */
  allDay: boolean;
  /** When the firm published it; it binds nothing that was done before. */
  announcedAt: number;
}

/** A version of the calendar. It never changes, so what is derived from it may be cached by the object. */
export interface Calendar {
  versionId: number;
  /** What has been imported, from `from` (inclusive) to `to` (exclusive); in order, without overlaps. */
  periods: readonly { from: number; to: number }[];
  /** By time, then by id. */
  events: readonly CalendarEvent[];
}

/** Whether the events of a time are known. */
export function isImported({ periods }: Pick<Calendar, "periods">, time: number): boolean {
  return periods.some(({ from, to }) => from <= time && time < to);
}
