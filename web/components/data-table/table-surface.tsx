import { useId, type ReactNode } from "react";
import styles from "./table-surface.module.css";

interface TableSurfaceProps {
  /** Where a page has several tables. */
  title?: string;
  /** A search and choices. */
  tools?: ReactNode;
  children: ReactNode;
}

/** Holds a table, with what leads it on top. */
export function TableSurface({ title, tools, children }: TableSurfaceProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={title ? headingId : undefined} className={styles.surface}>
      {title ? (
        <h2 id={headingId} className={styles.title}>
          {title}
        </h2>
      ) : null}
      {tools ? (
        <div role="search" className={styles.tools}>
          {tools}
        </div>
      ) : null}
      {children}
    </section>
  );
}
