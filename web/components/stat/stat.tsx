import Paper from "@mui/material/Paper";
import type { ReactNode } from "react";
import styles from "./stat.module.css";

interface StatProps {
  label: string;
  value: ReactNode;
  /** Colours money by its sign; the sign itself is in the text. */
  tone?: "gain" | "loss" | undefined;
  note?: ReactNode;
}

/** One figure with its name. */
export function Stat({ label, value, tone, note }: StatProps) {
  return (
    <article className={styles.stat}>
      <h2 className={styles.label}>{label}</h2>
      <p className={tone ? `${styles.value} ${styles[tone]}` : styles.value}>{value}</p>
      {note ? <p className={styles.note}>{note}</p> : null}
    </article>
  );
}

interface StatRowProps {
  /** Details in one line below the figures. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A row of figures on one surface, as on a statement. */
export function StatRow({ footer, children }: StatRowProps) {
  return (
    <Paper variant="outlined" className={styles.surface}>
      <div className={styles.row}>{children}</div>
      {footer ? <div className={styles.footer}>{footer}</div> : null}
    </Paper>
  );
}
