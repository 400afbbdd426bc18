import type { Level, LevelScale } from "./level-scale.ts";
import styles from "./time-chart.module.css";

/** Height of a label with its two lines, as a share of the plot's height. */
const LABEL_HEIGHT = 0.13;

const looks: Record<Level["look"], string | undefined> = {
  start: styles.start,
  target: styles.target,
  limit: styles.limit,
  "soft-limit": styles.softLimit,
};

/** Draws the horizontal lines of a chart, and their labels in the right margin, where they hide nothing. */
export function Levels({ scale }: { scale: LevelScale }) {
  const tops = stackLabels(scale);
  return (
    <div className={styles.levels} aria-hidden="true">
      {scale.shown.map((level) => (
        <span
          key={level.key}
          className={classesOf(level)}
          style={{ insetBlockStart: `${fromTop(level, scale) * 100}%` }}
        />
      ))}
      {scale.shown.map((level) => (
        <span
          key={level.key}
          className={`${styles.label} ${looks[level.look]}`}
          style={{ insetBlockStart: `${tops.get(level)! * 100}%` }}
        >
          {level.label}
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
  return [styles.level, looks[level.look], level.steps && styles.moved].filter(Boolean).join(" ");
}

function fromTop({ value }: Level, { min, max }: LevelScale): number {
  return (max - value) / (max - min);
}

/** Returns the upper ends of the labels as shares of the height: each centred on its line, or below the one before. */
export function stackLabels(scale: LevelScale): Map<Level, number> {
  const fromAbove = scale.shown.toSorted((a, b) => b.value - a.value);
  const tops = new Map<Level, number>();
  let free = 0;
  for (const [index, level] of fromAbove.entries()) {
    const following = fromAbove.length - index;
    const centred = fromTop(level, scale) - LABEL_HEIGHT / 2;
    // The labels that follow need their room, too.
    const top = Math.max(free, Math.min(centred, 1 - following * LABEL_HEIGHT));
    tops.set(level, top);
    free = top + LABEL_HEIGHT;
  }
  return tops;
}
