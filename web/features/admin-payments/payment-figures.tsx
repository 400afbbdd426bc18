import { Skeleton } from "../../components/feedback/skeleton.tsx";
import type { PaymentTotal } from "../../../src/business/payments/payments.schema.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatCount } from "../../format/counts.ts";
import { Sums, TotalLines } from "./totals.tsx";
import { countOf, useSummary } from "./use-payments.ts";
import styles from "./payments.module.css";

/** Shows the amounts still to be paid: those not yet in a run, and those in open runs. */
export function PaymentFigures() {
  const { data, isError, refetch } = useSummary();
  if (isError) {
    return <LoadFailure text="Failed to load the totals." onRetry={() => void refetch()} />;
  }
  const runs =
    data && `in ${formatCount(data.openRuns)} open ${data.openRuns === 1 ? "run" : "runs"}`;
  return (
    <div className={styles.figures} aria-busy={!data}>
      <Figure
        title="Left to Pay"
        subtitle="Approved, but not yet in a run"
        totals={data?.unpaid}
        empty="Every approved request is in a run or paid."
      />
      <Figure
        title="On the Way"
        subtitle={`Not marked as paid yet, ${runs ?? "in open runs"}`}
        totals={data?.inOpenRuns}
        empty="No payments are waiting in open runs."
      />
    </div>
  );
}

interface FigureProps {
  title: string;
  subtitle: string;
  totals: PaymentTotal[] | undefined;
  empty: string;
}

function Figure({ title, subtitle, totals, empty }: FigureProps) {
  return (
    <Panel title={title} subtitle={subtitle}>
      {totals ? (
        <>
          <p className={styles.sum}>{countOf(totals) === 0 ? "$0.00" : <Sums totals={totals} />}</p>
          {totals.length === 0 ? (
            <p className={styles.soft}>{empty}</p>
          ) : (
            <TotalLines name={`${title} by method`} totals={totals} />
          )}
        </>
      ) : (
        <Skeleton width="8ch" height={40} />
      )}
    </Panel>
  );
}
