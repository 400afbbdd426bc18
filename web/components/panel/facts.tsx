import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** Names and values, one pair per line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactColumnsProps {
  /** Lays out the columns. */
  className: string | undefined;
  children: ReactNode;
}

/** Names above their values, side by side. */
export function FactColumns({ className = "", children }: FactColumnsProps) {
  return <dl className={`${styles.columns} ${className}`}>{children}</dl>;
}

/** The text shown instead of a missing value. */
export function NoValue({ children }: { children: ReactNode }) {
  return <span className={styles.none}>{children}</span>;
}

interface FactProps {
  name: string;
  /** Aligns the digits with those of the amounts above and below. */
  isAmount?: boolean;
  children: ReactNode;
}

/** A name with its value, in `Facts` or `FactColumns`. */
export function Fact({ name, isAmount = false, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isAmount ? styles.amount : undefined}>{children}</dd>
    </div>
  );
}
