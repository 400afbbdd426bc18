import { ProgressBar } from "./progress-bar.tsx";
import styles from "./upload-progress.module.css";

interface UploadProgressProps {
  /** The share of the bytes sent so far, from 0 to 1. */
  share: number;
  /** What the server does once it has received everything, such as `Checking...`. */
  afterwards: string;
}

/** Shows the progress of an upload, then an indeterminate bar until the server has finished. */
export function UploadProgress({ share, afterwards }: UploadProgressProps) {
  const percent = Math.round(share * 100);
  const isSent = percent >= 100;
  return (
    <div className={styles.progress}>
      <ProgressBar
        value={isSent ? undefined : percent}
        aria-label="Upload progress"
        aria-valuetext={isSent ? afterwards : undefined}
      />
      <span aria-hidden="true">{isSent ? afterwards : `${percent}%`}</span>
    </div>
  );
}
