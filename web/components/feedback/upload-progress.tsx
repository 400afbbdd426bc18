import { ProgressBar } from "./progress-bar.tsx";
import styles from "./upload-progress.module.css";

interface UploadProgressProps {
  /** Of the bytes that have been sent, from 0 to 1. */
  share: number;
  /** What the server does once it has received everything, such as `Checking...`. */
  afterwards: string;
}

/** The progress of an upload, and then of the server, of which only the end is known. */
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
