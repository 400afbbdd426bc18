import { DAY } from "../../../platform/time/durations.rule.ts";

/** Days of each year on which TARGET is closed, besides weekends: New Year, Labour Day and Christmas. */
const CLOSED = ["01-01", "05-01", "12-25", "12-26"];

/** Good Friday and Easter Monday, in days from Easter Sunday. */
const CLOSED_AROUND_EASTER = [-2, 1];

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
const midnight = (day: string) => Date.parse(`${day}T00:00:00.000Z`);

/**
 * Whether banks settle SEPA transfers on a day, such as `2026-12-01`: from Monday to Friday, except on the holidays of
 * TARGET, the settlement system of the European Central Bank.
 */
export function isTargetDay(day: string): boolean {
  const time = midnight(day);
  const weekday = new Date(time).getUTCDay();
  if (weekday === 0 || weekday === 6 || CLOSED.includes(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return !CLOSED_AROUND_EASTER.some((days) => time === easter + days * DAY);
}

/** Returns a day on which banks settle SEPA transfers: the given one, or else the first after it. */
export function nextTargetDay(day: string): string {
  let next = day;
  while (!isTargetDay(next)) next = isoDay(midnight(next) + DAY);
  return next;
}

/** Returns midnight UTC of Easter Sunday, by the Gregorian algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const ofCentury = 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - (year % 4);
  const toSunday = (32 + ofCentury - epact) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * shift + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}
