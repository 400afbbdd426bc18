import { DAY, HOUR, MINUTE } from "../../platform/time/durations.rule.ts";

/** When traders trade, in UTC: from the opening of London to the close of New York. */
export const SESSION = { from: 7 * HOUR, to: 20 * HOUR };

/** The relative volatility of each hour of a day (UTC): Asia, London, both, New York, rollover. */
const liveliness = [
  0.5, 0.5, 0.6, 0.5, 0.5, 0.5, 0.7, 1.2, 1.3, 1.1, 1, 0.9, 1.2, 1.6, 1.7, 1.5, 1.1, 0.9, 0.9, 0.8,
  0.6, 0.4, 0.3, 0.4,
];

const scale = Math.sqrt(liveliness.reduce((sum, hour) => sum + 60 * hour * hour, 0));

const weekdayOf = (time: number) => new Date(time).getUTCDay();

export const startOfDay = (time: number) => Math.floor(time / DAY) * DAY;

export function isWeekday(time: number): boolean {
  return weekdayOf(time) !== 0 && weekdayOf(time) !== 6;
}

export const isFriday = (time: number) => weekdayOf(time) === 5;

/** Returns whether prices move: from Monday to Friday 21:00 UTC. */
export function isMarketOpen(time: number): boolean {
  return isWeekday(time) && !(isFriday(time) && time % DAY >= 21 * HOUR);
}

/** Returns the standard deviation of one minute as a share of that of a day; Friday afternoons are quiet. */
export function volatilityOfMinute(time: number): number {
  const hour = Math.floor((time % DAY) / HOUR);
  const isQuiet = isFriday(time) && hour >= 15;
  return (liveliness[hour]! / scale) * (isQuiet ? 0.6 : 1);
}

/** Returns the given time if it is within a session, otherwise a time a few minutes into the next session. */
export function nextInSession(time: number): number {
  const day = startOfDay(time);
  if (isWeekday(time) && time >= day + SESSION.from && time <= day + SESSION.to) return time;
  let next = time < day + SESSION.from ? day : day + DAY;
  while (!isWeekday(next)) next += DAY;
  return next + SESSION.from + 17 * MINUTE + (time % MINUTE);
}
