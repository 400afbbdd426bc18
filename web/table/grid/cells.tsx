import MuiLink, { type LinkProps } from "@mui/material/Link";
import { createLink } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useControlTabIndex } from "../../components/focus/cell-focus.ts";
import styles from "./cells.module.css";

interface CellTextProps {
  look?: "soft" | "strong" | "amount";
  isSmall?: boolean;
  children: string;
}

/** One line, cut with an ellipsis; the browser's tooltip shows the whole text. */
export function CellText({ look, isSmall = false, children }: CellTextProps) {
  const names = [styles.text, look && styles[look], isSmall && styles.small];
  return (
    <span className={names.filter(Boolean).join(" ")} title={children} dir="auto">
      {children}
    </span>
  );
}

/** Several lines in one cell. */
export function CellLines({ children }: { children: ReactNode }) {
  return <span className={styles.lines}>{children}</span>;
}

/** Short facts side by side, wrapping if necessary. */
export function CellLine({ children }: { children: ReactNode }) {
  return <span className={styles.line}>{children}</span>;
}

export function CellButtons({ children }: { children: ReactNode }) {
  return <span className={styles.buttons}>{children}</span>;
}

/** Summarises a row in one cell, with the details below the main content, or next to it if there is room. */
export function RowSummary({ details, children }: { details: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.summary}>
      <div>{children}</div>
      <div>{details}</div>
    </div>
  );
}

function CellAnchor(props: LinkProps) {
  return (
    <MuiLink
      {...props}
      tabIndex={useControlTabIndex()}
      underline="none"
      sx={{
        display: "grid",
        alignContent: "center",
        minWidth: 24,
        minHeight: 24,
        borderRadius: "3px",
        color: "text.primary",
        "&:hover": { color: "primary.main" },
      }}
    />
  );
}

/** A link in a cell, as large as a target of touch. A click on a row follows its first link. */
export const CellLink = createLink(CellAnchor);
