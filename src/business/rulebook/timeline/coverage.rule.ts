import type { Instant } from "./timeline.rule.ts";

/** Time with an open position, and how much of it counts as observed. */
interface ObservedTime {
  openSeconds: number;
  observedSeconds: number;
}

/** Two observations of equity between which a position was open, in milliseconds since 1970 UTC. */
interface Interval {
  since: number;
  until: number;
}

/** Whether equity is known at an instant: from a snapshot, or because no position was open before or after it. */
function isObservation({ snapshots, wasFlat, isFlat }: Instant): boolean {
  return snapshots.length > 0 || wasFlat || isFlat;
}

/**
 * Adds an interval, or the part of it within a day. Equity counts as observed between two observations that are at
 * most `maxGapSeconds` apart.
 * @returns the added seconds
 */
function addInterval(
  time: ObservedTime,
  { since, until }: Interval,
  maxGapSeconds: number,
  day?: { startsAt: number; endsAt: number },
): number {
  const from = day ? Math.max(since, day.startsAt) : since;
  const to = day ? Math.min(until, day.endsAt) : until;
  const seconds = Math.floor((to - from) / 1000);
  if (seconds <= 0) return 0;
  time.openSeconds += seconds;
  if (until - since <= maxGapSeconds * 1000) time.observedSeconds += seconds;
  return seconds;
}

/**
 * How much of the time with open positions was observed. `observed`: all of it, or no position was open.
 * `closed_results`: none of it.
 */
export type Evidence = "observed" | "partly_observed" | "closed_results";

export function evidenceOf({ openSeconds, observedSeconds }: ObservedTime): Evidence {
  if (observedSeconds === openSeconds) return "observed";
  return observedSeconds === 0 ? "closed_results" : "partly_observed";
}

export interface Coverage extends ObservedTime {
  longestGapSeconds: number;
}

export interface CoverageState extends Coverage {
  /** The last observation of equity, if a position has been open since then. */
  since: number | null;
}

export const initialCoverage: CoverageState = {
  openSeconds: 0,
  observedSeconds: 0,
  longestGapSeconds: 0,
  since: null,
};

/** Measures the time with an open position between the observations of a whole stage. */
export class CoverageMeter {
  readonly state: CoverageState;
  readonly #maxGapSeconds: number;

  constructor(maxGapSeconds: number, state: CoverageState) {
    this.#maxGapSeconds = maxGapSeconds;
    this.state = state;
  }

  play(instant: Instant): void {
    if (!isObservation(instant)) return;
    if (!instant.wasFlat) this.#close(instant.time);
    this.state.since = instant.isFlat ? null : instant.time;
  }

  /** The last interval ends at the as-of time. */
  conclude(time: number): Coverage {
    this.#close(time);
    const { openSeconds, observedSeconds, longestGapSeconds } = this.state;
    return { openSeconds, observedSeconds, longestGapSeconds };
  }

  #close(until: number): void {
    const { state } = this;
    if (state.since === null) return;
    const seconds = addInterval(state, { since: state.since, until }, this.#maxGapSeconds);
    state.longestGapSeconds = Math.max(state.longestGapSeconds, seconds);
  }
}

/** The times of a trading day from which its evidence is graded; milliseconds since 1970 UTC. */
export interface DayTimes extends ObservedTime {
  startsAt: number;
  endsAt: number;
  /** The last observation before the day, if a position was open since then. */
  carriedSince: number | null;
  firstObservation: number | null;
  /** The last observation in the day or before it, if a position has been open since then. */
  openSince: number | null;
}

/**
 * Adds the interval that an instant ends to its day. One that began on an earlier day is left to `gradeDays`, which
 * splits it between the days.
 */
export function observeInDay(day: DayTimes, instant: Instant, maxGapSeconds: number): void {
  if (!isObservation(instant)) return;
  const { time, wasFlat, isFlat } = instant;
  const since = day.openSince;
  if (since !== null && !wasFlat && since >= day.startsAt) {
    addInterval(day, { since, until: time }, maxGapSeconds);
  }
  day.firstObservation ??= time;
  day.openSince = isFlat ? null : time;
}

/**
 * Grades, day by day, how much of the time with an open position equity was observed. An interval that spans several
 * days is split between them.
 * @param days in chronological order
 * @param next the first observation after these days, or the time up to which they are judged
 */
export function gradeDays(days: DayTimes[], next: number, maxGapSeconds: number): Evidence[] {
  const grades: Evidence[] = [];
  let nextObservation = next;
  for (const day of days.toReversed()) {
    const { openSeconds, observedSeconds, carriedSince, firstObservation, openSince } = day;
    const time = { openSeconds, observedSeconds };
    const add = (since: number, until: number) =>
      addInterval(time, { since, until }, maxGapSeconds, day);
    if (carriedSince !== null) add(carriedSince, firstObservation ?? nextObservation);
    if (openSince !== null && openSince !== carriedSince) add(openSince, nextObservation);
    grades.unshift(evidenceOf(time));
    nextObservation = firstObservation ?? nextObservation;
  }
  return grades;
}
