import type { Level, LevelScale } from "./level-scale.ts";
import styles from "./time-chart.module.css";

/** Two labels closer than this share of the height would overlap. */
const LABEL_HEIGHT = 0.075;

const looks: Record<Level["look"], string | undefined> = {
  start: styles.start,
  target: styles.target,
  limit: styles.limit,
  "soft-limit": styles.softLimit,
};

/** The horizontal lines of a chart, and at its edges the names of those beyond them. */
export function Levels({ scale }: { scale: LevelScale }) {
  const { shown, above, below } = scale;
  return (
    <div className={styles.levels} aria-hidden="true">
      {shown.map((level) => (
        <span
          key={level.key}
          className={`${styles.level} ${looks[level.look]}`}
          style={{ insetBlockStart: `${fromTop(level, scale) * 100}%` }}
        >
          {isCovered(level, scale) ? null : <span className={styles.label}>{level.label}</span>}
        </span>
      ))}
      <Beyond levels={above} arrow="↑" className={styles.above} />
      <Beyond levels={below} arrow="↓" className={styles.below} />
    </div>
  );
}

interface BeyondProps {
  levels: readonly Level[];
  arrow: string;
  className: string | undefined;
}

function Beyond({ levels, arrow, className }: BeyondProps) {
  if (levels.length === 0) return null;
  return (
    <span className={`${styles.beyond} ${className}`}>
      {levels.map(({ key, label, look }) => (
        <span key={key} className={looks[look]}>{`${arrow} ${label}`}</span>
      ))}
    </span>
  );
}

function fromTop({ value }: Level, { min, max }: LevelScale): number {
  return (max - value) / (max - min);
}

/** The level nearest to the curve keeps its label. */
function isCovered(level: Level, scale: LevelScale): boolean {
  const before = scale.shown.slice(0, scale.shown.indexOf(level));
  return before.some(
    (other) => Math.abs(fromTop(other, scale) - fromTop(level, scale)) < LABEL_HEIGHT,
  );
}
