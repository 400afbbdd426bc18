import type { ReactNode } from "react";
import type { PaymentTotal } from "../../../src/business/money/payments/payments.schema.ts";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { TotalLines, TotalSums } from "./totals.tsx";
import styles from "./payments.module.css";

interface FigureProps {
  title: string;
  subtitle?: ReactNode;
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  /** `undefined` while they load. */
  totals: readonly PaymentTotal[] | undefined;
  /** Shown below a sum of nothing. */
  empty?: string;
  children?: ReactNode;
}

/** A sum with its parts by currency and method. */
export function Figure({ title, subtitle, aside, totals, empty, children }: FigureProps) {
  return (
    <Panel title={title} subtitle={subtitle} aside={aside}>
      {totals ? (
        <div className={styles.parts}>
          <div>
            <p className={styles.sum}>
              {totals.length === 0 ? "$0.00" : <TotalSums totals={totals} />}
            </p>
            {totals.length === 0 ? (
              <p className={styles.soft}>{empty}</p>
            ) : (
              <TotalLines name={`${title} by method`} totals={totals} />
            )}
          </div>
          {children}
        </div>
      ) : (
        <Skeleton width="8ch" height={40} />
      )}
    </Panel>
  );
}
