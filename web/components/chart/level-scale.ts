/** A line across a chart. Values are positions on the scale, never amounts to show. */
export interface Level {
  key: string;
  /** Shown beside the line, such as `Target $108,000.00`. */
  label: string;
  value: number;
  look: "start" | "target" | "limit" | "soft-limit";
  /** Of a level that moved, within the time of the curve: each holds until the next. The last is `value`. */
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

/** The share of the height that the curve keeps, however far the levels are. */
const MIN_SHARE = 0.2;
/** The room above and below the outermost line. */
const PADDING = 0.08;
/** A flat curve is given this share of its value as its height. */
const FLAT = 0.005;

/** Fits a scale around the curve, with as many levels as leave the curve legible, nearest first. */
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
