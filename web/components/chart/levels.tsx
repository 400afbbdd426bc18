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
          className={classesOf(level)}
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

function classesOf(level: Level): string {
  const moved = level.steps && styles.moved;
  return [styles.level, looks[level.look], moved, isAbove(level) && styles.above]
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
function isCovered(level: Level, scale: LevelScale): boolean {
  const ranked = scale.shown.toSorted((a, b) => Number(!a.steps) - Number(!b.steps));
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
 * Labels of limits are above their lines, so that a line at the bottom keeps its label. Those of soft limits that last
 * moved down are below, clear of the line and the curve.
 */
function isAbove({ look, steps }: Level): boolean {
  if (look !== "soft-limit") return look === "limit";
  const [former, latest] = steps?.slice(-2) ?? [];
  return !former || !latest || former.value <= latest.value;
}

function labelTop(level: Level, scale: LevelScale): number {
  return fromTop(level, scale) - (isAbove(level) ? LABEL_HEIGHT : 0);
}
