import Chip from "@mui/material/Chip";
import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import styles from "./tag.module.css";

/** Shows `Tag` elements side by side. */
export function TagList({ name = "Tags", children }: { name?: string; children: ReactNode }) {
  return (
    <ul aria-label={name} className={styles.tags}>
      {children}
    </ul>
  );
}

interface TagProps {
  text: string;
  /** Adds a button that removes the tag. */
  onRemove?: () => void;
}

export function Tag({ text, onRemove }: TagProps) {
  const label = onRemove ? (
    <>
      <span className={styles.text}>{text}</span>
      <button
        type="button"
        aria-label={`Remove tag ${text}`}
        className={styles.remove}
        onClick={onRemove}
      >
        <Icon name="close" size={12} />
      </button>
    </>
  ) : (
    text
  );
  return (
    <Chip component="li" variant="outlined" label={label} title={text} className={styles.tag} />
  );
}
