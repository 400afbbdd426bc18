import styles from "./time-chart.module.css";

/** A moment that a chart points out. Its time is in milliseconds since 1970 UTC. */
export interface ChartMark {
  label: string;
  time: number;
  tone: "gain" | "loss" | "plain";
}

/** A period that a chart points out, in milliseconds since 1970 UTC. */
export interface ChartBand {
  label: string;
  from: number;
  to: number;
}

interface MarksProps {
  marks: readonly ChartMark[];
  bands: readonly ChartBand[];
  /** The time range of the chart. */
  range: readonly [number, number];
}

/** The height of a label, from which the next one begins. */
const ROW = 1.375;

/** Draws periods, and vertical lines at moments; nothing of what is outside the chart's range. */
export function Marks({ marks, bands, range: [from, to] }: MarksProps) {
  const shareOf = (time: number) => Math.min(Math.max((time - from) / (to - from), 0), 1);
  const shownMarks = marks.filter(({ time }) => time >= from && time <= to);
  const shownBands = bands.filter((band) => band.to >= from && band.from <= to);
  if (shownMarks.length + shownBands.length === 0) return null;
  return (
    <div className={styles.marks} aria-hidden="true">
      {shownBands.map((band) => (
        <span
          key={`${band.from} ${band.label}`}
          className={styles.band}
          style={{
            insetInlineStart: `${shareOf(band.from) * 100}%`,
            inlineSize: `${(shareOf(band.to) - shareOf(band.from)) * 100}%`,
          }}
        >
          <span className={styles.bandLabel}>{band.label}</span>
        </span>
      ))}
      {shownMarks.map(({ label, time, tone }, row) => (
        <span
          key={`${time} ${label}`}
          className={styles.mark}
          data-tone={tone}
          data-side={shareOf(time) > 0.5 ? "before" : undefined}
          style={{ insetInlineStart: `${shareOf(time) * 100}%` }}
        >
          <span className={styles.markLabel} style={{ insetBlockStart: `${row * ROW}rem` }}>
            {label}
          </span>
        </span>
      ))}
    </div>
  );
}
