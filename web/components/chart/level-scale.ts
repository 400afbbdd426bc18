/** A line across a chart. Values are positions on the scale and never shown as amounts. */
export interface Level {
  key: string;
  /** Shown next to the line, such as `Target $108,000.00`. */
  label: string;
  value: number;
  look: "start" | "target" | "limit" | "soft-limit";
  /**
   * The steps of a level that moved, within the time range of the curve; each applies until the next. The last equals
   * `value`.
   */
  steps?: readonly LevelStep[];
}

export interface LevelStep {
  /** Milliseconds since 1970 UTC. */
  time: number;
  value: number;
}

export interface LevelScale {
  min: number;
  max: number;
  shown: Level[];
  /** Levels that would have flattened the curve. */
  above: Level[];
  below: Level[];
}

/** The minimum share of the height for the curve, however far away the levels are. */
const MIN_SHARE = 0.2;
/** The room above and below the outermost line. */
const PADDING = 0.08;
/** The height given to a flat curve, as a share of its value. */
const FLAT = 0.005;

/** Fits a scale around the curve and includes levels, nearest first, as long as the curve stays legible. */
export function fitScale(values: readonly number[], levels: readonly Level[]): LevelScale {
  const [low, high] = extentOf(values);
  const flat = Math.max(Math.abs(high) * FLAT, 1);
  const span = Math.max(high - low, flat);
  let min = (low + high - span) / 2;
  let max = (low + high + span) / 2;
  const distance = (level: Level) => {
    const [lowest, highest] = rangeOf(level);
    return Math.max(low - lowest, highest - high, 0);
  };
  const shown: Level[] = [];
  for (const level of levels.toSorted((a, b) => distance(a) - distance(b))) {
    const [lowest, highest] = rangeOf(level);
    const [lower, upper] = [Math.min(min, lowest), Math.max(max, highest)];
    if (span / (upper - lower) < MIN_SHARE) continue;
    [min, max] = [lower, upper];
    shown.push(level);
  }
  const padding = (max - min) * PADDING;
  const hidden = levels.filter((level) => !shown.includes(level));
  return {
    min: min - padding,
    max: max + padding,
    shown,
    above: hidden.filter(({ value }) => value > high),
    below: hidden.filter(({ value }) => value <= high),
  };
}

function rangeOf({ value, steps }: Level): [number, number] {
  return steps ? extentOf(steps.map((step) => step.value)) : [value, value];
}

function extentOf(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? [0, 0] : [low, high];
}
