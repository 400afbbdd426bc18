import type { ReactNode } from "react";
import styles from "./page.module.css";

/** The parts of a page, one below the other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
