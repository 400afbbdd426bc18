import { useId, type ReactNode } from "react";
import styles from "./table-surface.module.css";

interface TableSurfaceProps {
  /** For pages with several tables. */
  title?: string;
  /** The picker of saved views, instead of a title. */
  views?: ReactNode;
  /** The search box and the filters. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A table below its title and tools. */
export function TableSurface({ title, views, tools, children }: TableSurfaceProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={title ? headingId : undefined} className={styles.surface}>
      {title ? (
        <h2 id={headingId} className={styles.title}>
          {title}
        </h2>
      ) : null}
      {views || tools ? (
        <div className={styles.head}>
          {views}
          {tools ? (
            <div role="search" className={styles.tools}>
              {tools}
            </div>
          ) : null}
        </div>
      ) : null}
      {children}
    </section>
  );
}
