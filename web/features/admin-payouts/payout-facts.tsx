import { formatMoney } from "../../../src/platform/money/money.ts";
import { paymentMethods } from "../../../src/business/money/payouts/payout.rule.ts";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { formatDay } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import styles from "./payouts.module.css";
import { useMay } from "../../app/session/use-may.ts";

interface PayoutFactsProps {
  /** The payment details follow as soon as the request itself is loaded. */
  payout: PayoutRow & { paymentDetails?: string | null };
}

/** Shows the facts on which a decision is based. */
export function PayoutFacts({ payout }: PayoutFactsProps) {
  const maySeeDetails = useMay("payouts.details");
  return (
    <>
      {payout.exceedsBalance ? (
        <Notice tone="warning" title="More than the balance">
          <p>The amount exceeds the current balance of the trader's account.</p>
        </Notice>
      ) : null}
      <Facts>
        <Fact name="Amount">
          <span className={styles.amount}>{formatMoney(payout.amount, payout.currency)}</span>
        </Fact>
        <Fact name="User">{displayName(payout.user)}</Fact>
        {payout.user.fullName ? <Fact name="Email">{payout.user.email}</Fact> : null}
        <Fact name="Payment Method">{paymentMethods[payout.paymentMethod]}</Fact>
        {maySeeDetails && !payout.paymentDetails ? null : (
          <Fact name="Payment Details">
            {maySeeDetails ? (
              <span className={styles.lines}>{payout.paymentDetails}</span>
            ) : (
              "Not shown to your role"
            )}
          </Fact>
        )}
        <Fact name="Requested">{formatDay(payout.createdAt)}</Fact>
        {payout.paymentRunId === null ? null : (
          <Fact name="Payment">
            {payout.payment
              ? `Paid on ${formatDay(payout.payment.paidAt)}, reference ${payout.payment.reference}, `
              : "In "}
            <a href={`/admin/payments/${payout.paymentRunId}`}>{`run #${payout.paymentRunId}`}</a>
          </Fact>
        )}
        {payout.adminNotes ? (
          <Fact name="Admin Notes">
            <span className={styles.fullNotes}>{payout.adminNotes}</span>
          </Fact>
        ) : null}
        {payout.status === "pending" ? null : (
          <Fact name="Status">
            <StatusBadge status={payout.status} />
          </Fact>
        )}
      </Facts>
    </>
  );
}
