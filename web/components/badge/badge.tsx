import Chip from "@mui/material/Chip";
import type { ReactNode } from "react";
import styles from "./badge.module.css";

export type BadgeTone = "green" | "yellow" | "orange" | "red" | "gray";

/** A status as a word; the colour only repeats it. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <Chip component="span" label={children} className={`${styles.badge} ${styles[tone]}`} />;
}
