import { formatDollars } from "../../../src/platform/money/money.ts";
import { paymentMethods } from "../../../src/business/payouts/payment-method.rule.ts";
import type { AdminPayout } from "../../../src/business/payouts/payout.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { formatDay } from "../../format/dates.ts";
import { displayName } from "../../format/display-name.ts";
import styles from "./payouts.module.css";
import { useMay } from "../../session/use-may.ts";

/** The facts on which a decision is based. */
export function PayoutFacts({ payout }: { payout: AdminPayout }) {
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
          <span className={styles.amount}>{formatDollars(payout.amount)}</span>
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
