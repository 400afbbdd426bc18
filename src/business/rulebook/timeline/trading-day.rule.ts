import { type LocalTime, zoneClock } from "../../../platform/time/local-time.rule.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";

/** When a firm's trading day begins: a local time in a zone, following the zone's daylight saving time. */
export interface DayStart {
  /** The IANA name of the zone. */
  timeZone: string;
  /** `HH:mm`. */
  startsAt: string;
}

export const utcDays: DayStart = { timeZone: "UTC", startsAt: "00:00" };

/** A trading day, from `from` (inclusive) to `to` (exclusive), in milliseconds since 1970 UTC. */
export interface TradingDay {
  /**
   * The date on which the day ends by its zone's clock, such as `2026-03-02`. No two days have the same one, so days are
   * stored by it; `shownDays` returns the date to show.
   */
  name: string;
  from: number;
  to: number;
}

/** How many days are cached per zone and start, and how many zones and starts. */
const REMEMBERED_DAYS = 8;
const REMEMBERED_STARTS = 200;

/** Caches recent days, because thousands of accounts are judged by the same ones. */
const remembered = new Map<string, TradingDay[]>();

function rememberedDays({ timeZone, startsAt }: DayStart): TradingDay[] {
  const key = `${startsAt} ${timeZone}`;
  const known = remembered.get(key);
  if (known) return known;
  if (remembered.size >= REMEMBERED_STARTS) remembered.clear();
  const days: TradingDay[] = [];
  remembered.set(key, days);
  return days;
}

/** Returns a function that finds the trading day of an instant. Days on which clocks change have 23 to 25 hours. */
export function tradingDays(dayStart: DayStart): (instant: number) => TradingDay {
  const days = rememberedDays(dayStart);
  let find: ((instant: number) => TradingDay) | undefined;
  let last: TradingDay | undefined;
  const holds = (day: TradingDay, instant: number) => instant >= day.from && instant < day.to;
  return (instant) => {
    if (last && holds(last, instant)) return last;
    last = days.find((day) => holds(day, instant));
    if (last) return last;
    find ??= dayFinder(dayStart);
    last = Object.freeze(find(instant));
    days.unshift(last);
    if (days.length > REMEMBERED_DAYS) days.pop();
    return last;
  };
}

/**
 * Returns a function that determines the date under which a day is shown from its end (exclusive): the local date of
 * its last millisecond. It differs from the name if clocks skip midnight and the next day's start, such as 00:30; that
 * day and the one before it are then shown under the same date.
 */
export function shownDays({ timeZone }: DayStart): (to: number) => string {
  const clock = zoneClock(timeZone);
  return (to) => clock.dateAt(to - 1);
}

function dayFinder({ timeZone, startsAt }: DayStart): (instant: number) => TradingDay {
  const clock = zoneClock(timeZone);
  const [hour = 0, minute = 0] = startsAt.split(":").map(Number);
  const startOf = (date: number): number => clock.toInstant(localStart(date, hour, minute));
  return (instant) => {
    let date = Date.parse(clock.dateAt(instant));
    while (startOf(date) > instant) date -= DAY;
    while (startOf(date + DAY) <= instant) date += DAY;
    const endsOn = startsAt === "00:00" ? date : date + DAY;
    const name = new Date(endsOn).toISOString().slice(0, 10);
    return { name, from: startOf(date), to: startOf(date + DAY) };
  };
}

/** @param date midnight UTC of a calendar date */
function localStart(date: number, hour: number, minute: number): LocalTime {
  const day = new Date(date);
  return {
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
    hour,
    minute,
    second: 0,
    millisecond: 0,
  };
}
