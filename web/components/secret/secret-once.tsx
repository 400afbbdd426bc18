import { CopyButton } from "../button/copy-button.tsx";
import styles from "./secret-once.module.css";

interface SecretOnceProps {
  /** Used in the button and in the accessible name. */
  noun: "Key" | "Secret" | "Token";
  value: string;
}

/** Shows a secret once, with a button to copy it. Its dialog must not close on Escape, which would lose the secret. */
export function SecretOnce({ noun, value }: SecretOnceProps) {
  return (
    <div className={styles.secret}>
      <code>{value}</code>
      <CopyButton noun={noun} value={value} look="primary" />
    </div>
  );
}
