import { invalidField } from "../../../platform/errors.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import type { BucketSize } from "./figure-names.rule.ts";
import { type ZoneClock, zoneClock } from "../../../platform/time/local-time.rule.ts";

/** What a query says about its period; days are dates such as `2026-03-01`. */
export interface PeriodQuery {
  from?: string | undefined;
  to?: string | undefined;
  by?: BucketSize | undefined;
}

/** Part of a period; its facts are at or after `startsAt` and before that of the next one, or the end of the period. */
export interface Bucket {
  /** The date of its first day. */
  day: string;
  /** Milliseconds since 1970 UTC. */
  startsAt: number;
}

export interface Period {
  from: string;
  to: string;
  timeZone: string;
  by: BucketSize;
  startsAt: number;
  endsAt: number;
  /** In order of time; at least one. */
  buckets: Bucket[];
}

const DEFAULT_MONTHS = 12;
const MOST_MONTHS = 60;
const MOST_DAYS = 92;

/**
 * Completes a period and divides it into buckets, all by the calendar of a zone.
 * @param now milliseconds since 1970 UTC
 * @throws RefusalError if the period is empty, or too long
 */
export function periodOf(
  query: PeriodQuery,
  { now, timeZone, by: usual }: { now: number; timeZone: string; by: BucketSize },
): Period {
  const clock = zoneClock(timeZone);
  const { by = usual } = query;
  const to = query.to ?? addMonths(`${clock.dateAt(now).slice(0, 7)}-01`, 1);
  const from = query.from ?? addMonths(to, -DEFAULT_MONTHS);
  if (from >= to) throw invalidField("to", "to must be after from");
  if (from < addMonths(to, -MOST_MONTHS))
    throw invalidField("from", `A period has at most ${MOST_MONTHS} months`);
  if (by === "day" && Date.parse(to) - Date.parse(from) > MOST_DAYS * DAY)
    throw invalidField("by", `A period has at most ${MOST_DAYS} days by day`);
  const startOf = (date: string) => startOfDay(clock, date);
  const buckets: Bucket[] = [];
  for (let day = from; day < to; day = nextStart[by](day) ?? to)
    buckets.push({ day, startsAt: startOf(day) });
  return { from, to, timeZone, by, startsAt: startOf(from), endsAt: startOf(to), buckets };
}

/** Returns when a day such as `2026-03-01` begins, in milliseconds since 1970 UTC. */
export function startOfDay(clock: ZoneClock, date: string): number {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  return clock.toInstant({ year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 });
}

/** Returns the first day of the bucket after that of a day. */
const nextStart: Readonly<Record<BucketSize, (day: string) => string | undefined>> = {
  period: () => undefined,
  month: (day) => addMonths(`${day.slice(0, 7)}-01`, 1),
  week: (day) => addDays(day, 7 - ((new Date(day).getUTCDay() + 6) % 7)),
  day: (day) => addDays(day, 1),
};

const addDays = (day: string, days: number) => dateOf(Date.parse(day) + days * DAY);

/** Adds months to a date; the last day of a shorter month takes the place of days that it does not have. */
function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dateOf(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
