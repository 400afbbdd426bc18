import type { PaymentRun } from "../../../src/business/money/payments/payments.schema.ts";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import styles from "./payments.module.css";

/** Shows how many payments of a run are paid. */
export function Progress({ run: { open, paid } }: { run: Pick<PaymentRun, "open" | "paid"> }) {
  const all = open + paid;
  if (all === 0) return <span className={styles.soft}>Empty</span>;
  return (
    <span className={styles.progress}>
      <ProgressBar
        isMeter
        aria-label="Paid payments"
        aria-valuetext={`${paid} of ${all}`}
        value={(paid / all) * 100}
        className={styles.meter}
      />
      <span>{`${paid} of ${all} paid`}</span>
    </span>
  );
}
