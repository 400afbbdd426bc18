import { Button } from "../button/button.tsx";
import styles from "./load-failure.module.css";

/** Replaces a list or panel that could not be loaded. */
export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert" className={styles.failure}>
      <p>{text}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
