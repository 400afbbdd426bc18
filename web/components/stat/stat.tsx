import Box from "@mui/material/Box";
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

interface FilterFigureProps {
  label: string;
  value: ReactNode;
  /** Whether the list shows what the figure counts. */
  isChosen: boolean;
  onChoose: () => void;
}

/** A figure in a `FigureLine`, which filters the list to what it counts. */
export function FilterFigure({ label, value, isChosen, onChoose }: FilterFigureProps) {
  return (
    <Box component="article" sx={filterFigure}>
      <h2>
        <button type="button" aria-pressed={isChosen} onClick={onChoose}>
          {label}
        </button>
      </h2>
      <p>{value}</p>
    </Box>
  );
}

// The button fills the figure, so that a click anywhere in it works.
const filterFigure = {
  position: "relative",
  flex: "none",
  display: "flex",
  alignItems: "baseline",
  gap: 0.75,
  padding: "0.25rem 0.625rem",
  borderRadius: "var(--radius)",
  "&:hover": { background: "var(--hover)" },
  "&:has([aria-pressed=true])": { background: "var(--accent-wash)" },
  "& h2": { fontSize: "var(--text-sm)", fontWeight: 500 },
  "& p": { fontWeight: 600, fontVariantNumeric: "tabular-nums" },
  "& button": {
    minHeight: 24,
    padding: 0,
    border: 0,
    background: "none",
    color: "var(--ink-soft)",
    font: "inherit",
    cursor: "pointer",
    "&[aria-pressed=true]": { color: "var(--accent)" },
    "&::after": { content: '""', position: "absolute", inset: 0, borderRadius: "inherit" },
    "&:focus-visible": { outline: "none" },
    "&:focus-visible::after": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  },
};

/** The counts of a list in one line, which scrolls sideways on small screens. */
export function FigureLine({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: "flex", gap: 0.25, marginInline: "-0.625rem", overflowX: "auto" }}>
      {children}
    </Box>
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
