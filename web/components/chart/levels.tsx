import type { Level, LevelScale } from "./level-scale.ts";
import styles from "./time-chart.module.css";

/** Height of a label as a share of the plot's height. */
const LABEL_HEIGHT = 0.075;

const looks: Record<Level["look"], string | undefined> = {
  start: styles.start,
  target: styles.target,
  limit: styles.limit,
  "soft-limit": styles.softLimit,
};

/** Draws the horizontal lines of a chart, and labels the levels that the plot draws in steps. */
export function Levels({ scale }: { scale: LevelScale }) {
  return (
    <div className={styles.levels} aria-hidden="true">
      {scale.shown.map((level) => (
        <span
          key={level.key}
          className={[styles.level, looks[level.look], level.steps && styles.moved].join(" ")}
          style={{ insetBlockStart: `${fromTop(level, scale) * 100}%` }}
        >
          {isCovered(level, scale) ? null : <span className={styles.label}>{level.label}</span>}
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

/** The label of a level that moved is at its first value. */
function fromTop({ value, steps }: Level, { min, max }: LevelScale): number {
  return (max - (steps?.[0]?.value ?? value)) / (max - min);
}

/** Returns whether a label would overlap that of a level nearer to the curve, and is therefore hidden. */
function isCovered(level: Level, scale: LevelScale): boolean {
  const before = scale.shown.slice(0, scale.shown.indexOf(level));
  return before.some(
    (other) =>
      isAtEnd(other) === isAtEnd(level) &&
      Math.abs(labelTop(other, scale) - labelTop(level, scale)) < LABEL_HEIGHT,
  );
}

/** The label of the start level is at the right end, because the curve begins at its left end. */
function isAtEnd({ look }: Level): boolean {
  return look === "start";
}

/**
 * Labels of limits are above their lines, so that a line at the bottom keeps its label. Those of soft limits that moved
 * are below, clear of the curve.
 */
function labelTop(level: Level, scale: LevelScale): number {
  const isAbove = level.look === "limit" || (level.look === "soft-limit" && !level.steps);
  return fromTop(level, scale) - (isAbove ? LABEL_HEIGHT : 0);
}
