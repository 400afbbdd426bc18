import CircularProgress from "@mui/material/CircularProgress";
import styles from "./spinner.module.css";

/** Shown while a page loads. */
export function Spinner({ label = "Loading" }: { label?: string }) {
  return (
    <div className={styles.room}>
      <CircularProgress size="1.75rem" aria-label={label} className={styles.spinner} />
    </div>
  );
}
