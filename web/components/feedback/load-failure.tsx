import { Button } from "../button/button.tsx";
import styles from "./load-failure.module.css";

/** Stands where a list or panel would be that could not be fetched. */
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
