import type { Payout } from "../../../src/business/payouts/payout.schema.ts";
import { formatIsoDay } from "../../format/dates.ts";
import styles from "./payouts.module.css";

/** `Approved, paid on 2026-03-14, reference WT-22015`. */
export function PaymentSentence({ payment }: { payment: NonNullable<Payout["payment"]> }) {
  return (
    <>
      Approved, paid on <span className={styles.day}>{formatIsoDay(payment.paidAt)}</span>,
      reference <span className={styles.reference}>{payment.reference}</span>
    </>
  );
}
