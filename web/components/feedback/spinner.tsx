import styles from "./spinner.module.css";

/** Shown while a page loads. */
export function Spinner({ label = "Loading" }: { label?: string }) {
  return (
    <div className={styles.room}>
      <div role="progressbar" aria-label={label} className={styles.spinner} />
    </div>
  );
}
