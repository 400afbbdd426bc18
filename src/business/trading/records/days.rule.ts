import type { DayDraft } from "./stage-state.rule.ts";

/**
 * How much of the time with open positions was observed. `observed`: all of it, or no position was open.
 * `closed_results`: none of it.
 */
export type Evidence = "observed" | "partly_observed" | "closed_results";

type DayTimes = Pick<
  DayDraft,
  | "startsAt"
  | "endsAt"
  | "carriedSince"
  | "firstObservation"
  | "openSince"
  | "openSeconds"
  | "observedSeconds"
>;

/**
 * Grades, day by day, how much of the time with an open position equity was observed. Equity is observed between
 * two observations that are at most `maxGapSeconds` apart; an interval that spans several days is split between
 * them.
 * @param days in chronological order
 * @param next the first observation after these days, or the time up to which they are judged
 */
export function gradeDays(days: DayTimes[], next: number, maxGapSeconds: number): Evidence[] {
  const grades: Evidence[] = [];
  let nextObservation = next;
  for (const day of days.toReversed()) {
    let { openSeconds, observedSeconds } = day;
    const addPart = (since: number, until: number) => {
      const from = Math.max(since, day.startsAt);
      const seconds = Math.floor((Math.min(until, day.endsAt) - from) / 1000);
      if (seconds <= 0) return;
      openSeconds += seconds;
      if (until - since <= maxGapSeconds * 1000) observedSeconds += seconds;
    };
    const { carriedSince, firstObservation, openSince } = day;
    if (carriedSince !== null) addPart(carriedSince, firstObservation ?? nextObservation);
    if (openSince !== null && openSince !== carriedSince) addPart(openSince, nextObservation);
    grades.unshift(gradeOf(openSeconds, observedSeconds));
    nextObservation = firstObservation ?? nextObservation;
  }
  return grades;
}

function gradeOf(openSeconds: number, observedSeconds: number): Evidence {
  if (observedSeconds === openSeconds) return "observed";
  return observedSeconds === 0 ? "closed_results" : "partly_observed";
}
