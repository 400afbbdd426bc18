import { DAY } from "../../../platform/time/durations.rule.ts";
import type { Calendar } from "../timeline/calendar.rule.ts";
import type { CaseCalendar } from "./case-calendar.schema.ts";

const text = (time: number) => new Date(time).toISOString();

/**
 * Returns the periods of a version, and its events from a day before the start of a stage to a day after it is judged; a
 * window reaches no further. Times are milliseconds since 1970 UTC.
 */
export function toCaseCalendar(
  { versionId, periods, events }: Calendar,
  { startedAt, asOf }: { startedAt: number; asOf: number },
): CaseCalendar {
  return {
    versionId,
    periods: periods.map(({ from, to }) => ({ from: text(from), to: text(to) })),
    events: events
      .filter(({ at }) => at >= startedAt - DAY && at <= asOf + DAY)
      .map(({ id, at, currency, impact, title, allDay, announcedAt }) => ({
        id,
        at: text(at),
        currency,
        impact,
        title,
        allDay,
        announcedAt: text(announcedAt),
      })),
  };
}

/** Converts the calendar of a case into the form that the engine reads. */
export function fromCaseCalendar({ versionId, periods, events }: CaseCalendar): Calendar {
  return {
    versionId,
    periods: periods.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
    events: events.map((event) => ({
      ...event,
      at: Date.parse(event.at),
      announcedAt: Date.parse(event.announcedAt),
    })),
  };
}
