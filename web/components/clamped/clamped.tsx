import type { ReactNode } from "react";
import styles from "./clamped.module.css";

/** At most so many lines: what one trader wrote must not push all others off the screen. */
export function Clamped({ lines, children }: { lines: "two" | "three"; children: ReactNode }) {
  return <span className={styles[lines]}>{children}</span>;
}
