import type { ReactNode } from "react";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import styles from "./overview.module.css";

export interface Part {
  status: string;
  /** How much of the whole it is; any unit. */
  weight: number;
  figure: ReactNode;
}

/** A whole by status: a bar for the proportions, and below it the figures. */
export function Breakdown({ parts }: { parts: readonly Part[] }) {
  const isEmpty = parts.every(({ weight }) => weight === 0);
  return (
    <div className={styles.breakdown}>
      <div className={styles.bar} aria-hidden="true">
        {isEmpty
          ? null
          : parts.map(({ status, weight }) => (
              <span key={status} data-status={status} style={{ flexGrow: weight }} />
            ))}
      </div>
      <dl>
        {parts.map(({ status, figure }) => (
          <div key={status}>
            <dt>
              <StatusBadge status={status} />
            </dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
