import type { ReactNode } from "react";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import styles from "./overview.module.css";

export interface Part {
  status: string;
  /** The width of this part of the bar, relative to the other parts. */
  weight: number;
  figure: ReactNode;
}

/** Shows figures by status, with a bar of their proportions. */
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
