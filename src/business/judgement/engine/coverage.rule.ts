import type { Instant } from "../../trading/timeline/timeline.rule.ts";
import type { Coverage } from "./verdict.schema.ts";

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

/** Measures the time with an open position between observations: snapshots, and instants with a flat account. */
export class CoverageMeter {
  readonly state: CoverageState;
  readonly #maxGap: number;

  constructor(maxGapSeconds: number, state: CoverageState) {
    this.#maxGap = maxGapSeconds * 1000;
    this.state = state;
  }

  play({ time, snapshots, wasFlat, isFlat }: Instant): void {
    if (snapshots.length === 0 && !wasFlat && !isFlat) return;
    if (!wasFlat) this.#close(time);
    this.state.since = isFlat ? null : time;
  }

  /** The last interval ends at the as-of time. */
  conclude(time: number): Coverage {
    this.#close(time);
    const { openSeconds, observedSeconds, longestGapSeconds } = this.state;
    return { openSeconds, observedSeconds, longestGapSeconds };
  }

  #close(time: number): void {
    const { state } = this;
    if (state.since === null || time <= state.since) return;
    const stretch = time - state.since;
    const seconds = Math.floor(stretch / 1000);
    state.openSeconds += seconds;
    if (stretch <= this.#maxGap) state.observedSeconds += seconds;
    state.longestGapSeconds = Math.max(state.longestGapSeconds, seconds);
  }
}
