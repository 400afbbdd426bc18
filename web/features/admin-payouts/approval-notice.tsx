import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { useApprovalRefusal } from "./use-approval-refusal.ts";
import styles from "./desk.module.css";

/** Shows the first of two approvals until a second administrator decides. */
export function ApprovalNotice({ payout }: { payout: PayoutRow }) {
  const refusal = useApprovalRefusal(payout);
  const { status, approvals } = payout;
  const [first] = approvals;
  if (!first || status === "approved") return null;
  return (
    <div role="status" className={styles.callout}>
      <p>{`Approved by ${first.name}, waiting for a second administrator`}</p>
      {refusal ? (
        <p className={styles.soft}>
          You gave the first approval, so another administrator must give the second.
        </p>
      ) : null}
      <p className={styles.soft}>
        {formatMoment(new Date(first.at))}
        {first.note ? ` · ${first.note}` : ""}
      </p>
    </div>
  );
}
