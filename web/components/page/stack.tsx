import type { ReactNode } from "react";
import styles from "./page.module.css";

interface StackProps {
  /** Limits the width for pages of names and values, which would otherwise be too far apart. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** Stacks the parts of a page vertically. */
export function Stack({ isNarrow = false, children }: StackProps) {
  return (
    <div className={isNarrow ? `${styles.stack} ${styles.narrow}` : styles.stack}>{children}</div>
  );
}
