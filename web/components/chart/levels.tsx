import { useMemo } from "react";
import type { ChartData } from "./create-plot.ts";
import type { Level, LevelScale, LevelStep } from "./level-scale.ts";
import styles from "./time-chart.module.css";

/** Height of a label as a share of the plot's height. */
const LABEL_HEIGHT = 0.075;
/** Width of a label as a share of the plot's width on a wide screen. */
const LABEL_WIDTH = 0.2;

const looks: Record<Level["look"], string | undefined> = {
  start: styles.start,
  target: styles.target,
  limit: styles.limit,
  "soft-limit": styles.softLimit,
};

interface LevelsProps {
  scale: LevelScale;
  data: ChartData;
}

/** A level with the side of its line on which its label is. */
interface PlacedLevel extends Level {
  isAbove: boolean;
}

/** Draws the horizontal lines of a chart, and labels the levels that the plot draws in steps. */
export function Levels({ scale, data }: LevelsProps) {
  // The chart renders for each move of the pointer, which changes neither of them.
  const placed = useMemo(
    () => scale.shown.map((level) => ({ ...level, isAbove: isAbove(level, scale, data) })),
    [scale, data],
  );
  return (
    <div className={styles.levels} aria-hidden="true">
      {placed.map((level) => (
        <span
          key={level.key}
          className={classesOf(level)}
          style={{ insetBlockStart: `${fromTop(level, scale) * 100}%` }}
        >
          {isCovered(level, placed, scale) ? null : (
            <span className={styles.label}>{level.label}</span>
          )}
        </span>
      ))}
    </div>
  );
}

/** Lists the levels that are too far from the curve to be drawn. */
export function LevelsOutOfView({ scale: { above, below } }: { scale: LevelScale }) {
  if (above.length + below.length === 0) return null;
  return (
    <ul className={styles.outOfView} aria-label="Out of view">
      {above.map((level) => (
        <li key={level.key}>{`Above: ${level.label}`}</li>
      ))}
      {below.map((level) => (
        <li key={level.key}>{`Below: ${level.label}`}</li>
      ))}
    </ul>
  );
}

function classesOf(level: PlacedLevel): string {
  const moved = level.steps && styles.moved;
  return [styles.level, looks[level.look], moved, level.isAbove && styles.above]
    .filter(Boolean)
    .join(" ");
}

function fromTop({ value }: Level, { min, max }: LevelScale): number {
  return (max - value) / (max - min);
}

/**
 * Returns whether a label would overlap another one, and is therefore hidden: that of a level that moves, which the axis
 * does not show, or else of one nearer to the curve.
 */
function isCovered(level: PlacedLevel, placed: readonly PlacedLevel[], scale: LevelScale): boolean {
  const ranked = placed.toSorted((a, b) => Number(!a.steps) - Number(!b.steps));
  return ranked
    .slice(0, ranked.indexOf(level))
    .some(
      (other) =>
        isAtEnd(other) === isAtEnd(level) &&
        Math.abs(labelTop(other, scale) - labelTop(level, scale)) < LABEL_HEIGHT,
    );
}

/**
 * The label of the start level is at the right end, because the curve begins at its left end, and so are those of the
 * daily limit and of a level that moves, because they state the value there.
 */
function isAtEnd({ look, steps }: Level): boolean {
  return look === "start" || look === "soft-limit" || steps !== undefined;
}

/**
 * Labels of limits are above their lines, so that a line at the bottom keeps its label. Others are on the side where
 * they hide less of the curves and of their own earlier steps, or else clear of the latest step.
 */
function isAbove(level: Level, scale: LevelScale, data: ChartData): boolean {
  const { look, value, steps } = level;
  if (look === "limit" || look === "target") return look === "limit";
  const height = LABEL_HEIGHT * (scale.max - scale.min);
  const curves = [data.main, data.second, data.times.map((time) => valueAt(time, steps))];
  const countHidden = (low: number, high: number) =>
    data.times.filter(
      (time, index) =>
        isBehindLabel(time, data) &&
        curves.some(({ [index]: point }) => point != null && low < point && point < high),
    ).length;
  const above = countHidden(value, value + height);
  const below = countHidden(value - height, value);
  if (above !== below) return above < below;
  const [former, latest] = steps?.slice(-2) ?? [];
  return look === "soft-limit" && (!former || !latest || former.value <= latest.value);
}

/** Whether a point is as near to the right end as a label there. */
function isBehindLabel(time: number, { times }: ChartData): boolean {
  const [first, last] = [times[0]!, times.at(-1)!];
  return time >= last - (last - first) * LABEL_WIDTH;
}

function valueAt(time: number, steps: readonly LevelStep[] | undefined): number | null {
  return steps?.findLast((step) => step.time <= time)?.value ?? null;
}

function labelTop(level: PlacedLevel, scale: LevelScale): number {
  return fromTop(level, scale) - (level.isAbove ? LABEL_HEIGHT : 0);
}
