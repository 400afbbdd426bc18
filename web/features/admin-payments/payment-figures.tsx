import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { formatCountOf } from "../../domain/format/counts.ts";
import { Figure } from "./figure.tsx";
import { useSummary } from "./use-payments.ts";
import styles from "./payments.module.css";

/** Shows the amounts still to be paid: those not yet in a run, and those in open runs. */
export function PaymentFigures() {
  const { data, isError, refetch } = useSummary();
  if (isError) {
    return <LoadFailure text="Failed to load the totals." onRetry={() => void refetch()} />;
  }
  const runs = data?.openRuns ? `, in ${formatCountOf(data.openRuns, "open run")}` : "";
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
        subtitle={`Not marked as paid yet${runs}`}
        totals={data?.inOpenRuns}
        empty="No payments are waiting in open runs."
      />
    </div>
  );
}
