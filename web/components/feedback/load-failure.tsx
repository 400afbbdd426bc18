import { Button } from "../button/button.tsx";
import styles from "./load-failure.module.css";

interface LoadFailureProps {
  text: string;
  onRetry: () => void;
  /** `small`: as high as a button, for a row of them. */
  size?: "medium" | "small";
}

/** Replaces a list, panel or button that could not be loaded. */
export function LoadFailure({ text, onRetry, size = "medium" }: LoadFailureProps) {
  return (
    <div role="alert" className={styles.failure} data-size={size}>
      <p>{text}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
