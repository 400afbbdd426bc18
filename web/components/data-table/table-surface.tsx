import type { ReactNode } from "react";
import styles from "./table-surface.module.css";

/** Holds a table with its search and choices on top. */
export function TableSurface({ tools, children }: { tools?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.surface}>
      {tools ? (
        <div role="search" className={styles.tools}>
          {tools}
        </div>
      ) : null}
      {children}
    </div>
  );
}
