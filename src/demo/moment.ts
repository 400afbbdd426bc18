import { type Clock, DAY, MINUTE } from "../platform/lib/clock.ts";

/** A point in time before today: whole days ago, and the time of that day in UTC. */
export type Moment = readonly [daysAgo: number, time: `${number}:${number}`];

export function toDate(clock: Clock, [daysAgo, time]: Moment): Date {
  const [hours, minutes] = time.split(":").map(Number);
  return new Date(dayOf(clock.now()) - daysAgo * DAY + (hours! * 60 + minutes!) * MINUTE);
}

/** For sorting, the oldest first. */
export function compareMoments(one: Moment, other: Moment): number {
  return other[0] - one[0] || one[1].localeCompare(other[1]);
}

/** Midnight UTC of the day, as issue dates are kept. */
export function toDay(clock: Clock, [daysAgo]: Moment): Date {
  return new Date(dayOf(clock.now()) - daysAgo * DAY);
}

function dayOf(date: Date): number {
  return Math.floor(date.getTime() / DAY) * DAY;
}
