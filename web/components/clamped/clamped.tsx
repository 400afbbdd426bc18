import type { ReactNode } from "react";
import styles from "./clamped.module.css";

/** Limits a text to two or three lines, so that one trader's long text cannot push the others off the screen. */
export function Clamped({ lines, children }: { lines: "two" | "three"; children: ReactNode }) {
  return <span className={styles[lines]}>{children}</span>;
}
