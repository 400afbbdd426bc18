import type { ReactNode } from "react";
import styles from "./page.module.css";

interface PageHeaderProps {
  title: string;
  subtitle?: string;
  /** Shown next to the title: key facts, or the page's main action. */
  aside?: ReactNode;
}

export function PageHeader({ title, subtitle, aside }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div>
        <h1>{title}</h1>
        {subtitle ? <p>{subtitle}</p> : null}
      </div>
      {aside}
    </header>
  );
}
