import Paper from "@mui/material/Paper";
import { useId, type ReactNode } from "react";
import styles from "./panel.module.css";

interface PanelProps {
  title: string;
  subtitle?: ReactNode;
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A surface with a title; its heading is its name for screen readers. */
export function Panel({ title, subtitle, aside, children }: PanelProps) {
  const headingId = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={headingId}
      className={styles.panel}
    >
      <header className={styles.header}>
        <div>
          <h2 id={headingId}>{title}</h2>
          {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
        </div>
        {aside}
      </header>
      {children}
    </Paper>
  );
}
