import type { Clock } from "../platform/lib/clock.ts";
import { DAY, MINUTE } from "../platform/time/durations.rule.ts";

/** A time relative to today: the number of days ago, and the time of that day in UTC. */
export type RelativeTime = readonly [daysAgo: number, time: `${number}:${number}`];

export function toDate(clock: Clock, [daysAgo, time]: RelativeTime): Date {
  const [hours, minutes] = time.split(":").map(Number);
  return new Date(startOfDay(clock.now()) - daysAgo * DAY + (hours! * 60 + minutes!) * MINUTE);
}

/** Sorts oldest first. */
export function compareRelativeTimes(one: RelativeTime, other: RelativeTime): number {
  return other[0] - one[0] || one[1].localeCompare(other[1]);
}

/** Returns midnight UTC of the day, the format of issue dates. */
export function toMidnight(clock: Clock, [daysAgo]: RelativeTime): Date {
  return new Date(startOfDay(clock.now()) - daysAgo * DAY);
}

function startOfDay(date: Date): number {
  return Math.floor(date.getTime() / DAY) * DAY;
}
