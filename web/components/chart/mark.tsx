import styles from "./time-chart.module.css";

/** A moment that a chart points out. Its time is in milliseconds since 1970 UTC. */
export interface ChartMark {
  label: string;
  time: number;
  tone: "gain" | "loss";
}

interface MarkProps {
  mark: ChartMark;
  /** The time range of the chart. */
  range: readonly [number, number];
}

/** Draws a vertical line at a moment; nothing if it is outside the chart's range. */
export function Mark({ mark: { label, time, tone }, range: [from, to] }: MarkProps) {
  if (time < from || time > to) return null;
  const share = (time - from) / (to - from);
  return (
    <div className={styles.levels} aria-hidden="true">
      <span
        className={styles.mark}
        data-tone={tone}
        data-side={share > 0.5 ? "before" : undefined}
        style={{ insetInlineStart: `${share * 100}%` }}
      >
        <span className={styles.markLabel}>{label}</span>
      </span>
    </div>
  );
}
