import LinearProgress from "@mui/material/LinearProgress";

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

export function ProgressBar({ value, isMeter = false, ...rest }: ProgressBarProps) {
  return (
    <LinearProgress
      {...rest}
      role={isMeter ? "meter" : "progressbar"}
      variant={value === undefined ? "indeterminate" : "determinate"}
      {...(value !== undefined && { value, "aria-valuenow": Math.round(value) })}
    />
  );
}
