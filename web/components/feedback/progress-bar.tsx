import styles from "./progress-bar.module.css";

interface ProgressBarProps {
  "aria-label": string;
  /** In percent; unknown if not given. */
  value?: number | undefined;
  /** What is measured, as in "3 of 5 days". */
  "aria-valuetext"?: string | undefined;
  /** It shows a level, not how far something has come. */
  isMeter?: boolean;
  className?: string;
}

export function ProgressBar({ value, isMeter, className, ...aria }: ProgressBarProps) {
  return (
    <div
      {...aria}
      role={isMeter ? "meter" : "progressbar"}
      aria-valuenow={value === undefined ? undefined : Math.round(value)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={`${styles.track} ${className ?? ""}`}
    >
      <div
        className={value === undefined ? `${styles.bar} ${styles.unknown}` : styles.bar}
        style={value === undefined ? undefined : { inlineSize: `${value}%` }}
      />
    </div>
  );
}
