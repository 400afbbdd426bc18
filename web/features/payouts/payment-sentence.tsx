import type { Payout } from "../../../src/business/money/payouts/payout.schema.ts";
import { formatIsoDay } from "../../domain/format/dates.ts";
import styles from "./payouts.module.css";

/** Longer reasons would dominate the list; the timeline shows them. */
const LONGEST_REASON = 80;

/**
 * `Approved, paid on 2026-03-14, reference WT-22015`, or
 * `Payment reversed on 2026-03-16: The bank returned the transfer`.
 */
export function PaymentSentence({ payment, reversal }: Pick<Payout, "payment" | "reversal">) {
  if (payment) {
    return (
      <>
        Approved, paid on <Day at={payment.paidAt} />, reference{" "}
        <span className={styles.reference}>{payment.reference}</span>
      </>
    );
  }
  if (!reversal) return null;
  const isShort = reversal.reason !== "" && reversal.reason.length <= LONGEST_REASON;
  return (
    <span className={styles.warning}>
      Payment reversed on <Day at={reversal.reversedAt} />
      {isShort ? `: ${reversal.reason}` : null}
    </span>
  );
}

function Day({ at }: { at: Date }) {
  return <span className={styles.day}>{formatIsoDay(at)}</span>;
}
