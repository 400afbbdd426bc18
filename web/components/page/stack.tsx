import type { ReactNode } from "react";
import styles from "./page.module.css";

interface StackProps {
  /** Names and values would be too far apart on a page as wide as a table. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** The parts of a page, one below the other. */
export function Stack({ isNarrow = false, children }: StackProps) {
  return (
    <div className={isNarrow ? `${styles.stack} ${styles.narrow}` : styles.stack}>{children}</div>
  );
}
