import type { PaymentRun } from "../../../src/business/money/payments/payments.schema.ts";
import styles from "./payments.module.css";

/** Shows how many payments of a run are paid. */
export function Progress({ run: { open, paid } }: { run: Pick<PaymentRun, "open" | "paid"> }) {
  const all = open + paid;
  if (all === 0) return <span className={styles.soft}>Empty</span>;
  return (
    <span className={styles.progress}>
      <meter min={0} max={all} value={paid} aria-label="Paid payments" />
      <span>{`${paid} of ${all} paid`}</span>
    </span>
  );
}
