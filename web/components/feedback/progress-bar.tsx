import styles from "./progress-bar.module.css";

interface ProgressBarProps {
  "aria-label": string;
  /** In percent; indeterminate if absent. */
  value?: number | undefined;
  /** The value in words, as in "3 of 5 days". */
  "aria-valuetext"?: string | undefined;
  /** Makes it a meter, which shows a level, instead of a progress bar. */
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
