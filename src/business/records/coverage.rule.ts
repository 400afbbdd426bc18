import type { Instant } from "./timeline.rule.ts";

/** How much of the time with an open position equity was observed. */
export interface Coverage {
  openSeconds: number;
  observedSeconds: number;
  longestGapSeconds: number;
}

/** `observed`: all of the open time, or none was open. `closed_results`: none of it. */
export type CoverageGrade = "observed" | "partly_observed" | "closed_results";

/** Time with an open position between two observations of equity. Milliseconds since 1970 UTC. */
export interface Stretch {
  from: number;
  to: number;
  isObserved: boolean;
}

/**
 * Cuts the time with an open position at every observation of equity: a snapshot, or an instant at which
 * the account is flat. A stretch is observed if it is at most `maxGapSeconds` long; `asOf` ends the last.
 */
export function openStretches(
  instants: Iterable<Pick<Instant, "time" | "snapshots" | "wasFlat" | "isFlat">>,
  asOf: number,
  maxGapSeconds: number,
): Stretch[] {
  const stretches: Stretch[] = [];
  let since: number | undefined;
  const end = (to: number) => {
    if (since === undefined || to <= since) return;
    stretches.push({ from: since, to, isObserved: to - since <= maxGapSeconds * 1000 });
  };
  for (const { time, snapshots, wasFlat, isFlat } of instants) {
    if (time > asOf) break;
    const isObservation = snapshots.length > 0 || wasFlat || isFlat;
    if (!isObservation) continue;
    if (!wasFlat) end(time);
    since = isFlat ? undefined : time;
  }
  end(asOf);
  return stretches;
}

/** Sums stretches, or their parts within a period. Each stretch is rounded down to whole seconds. */
export function coverageOf(stretches: Stretch[], period?: { from: number; to: number }): Coverage {
  const coverage = { openSeconds: 0, observedSeconds: 0, longestGapSeconds: 0 };
  for (const { from, to, isObserved } of stretches) {
    const start = Math.max(from, period?.from ?? from);
    const seconds = Math.floor((Math.min(to, period?.to ?? to) - start) / 1000);
    if (seconds <= 0) continue;
    coverage.openSeconds += seconds;
    if (isObserved) coverage.observedSeconds += seconds;
    coverage.longestGapSeconds = Math.max(coverage.longestGapSeconds, seconds);
  }
  return coverage;
}

export function gradeOf({ openSeconds, observedSeconds }: Coverage): CoverageGrade {
  if (observedSeconds === openSeconds) return "observed";
  return observedSeconds === 0 ? "closed_results" : "partly_observed";
}
