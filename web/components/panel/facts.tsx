import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** Names and values, a line each. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** Stands where a value is still to come. */
export function NoValue({ children }: { children: ReactNode }) {
  return <span className={styles.none}>{children}</span>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
