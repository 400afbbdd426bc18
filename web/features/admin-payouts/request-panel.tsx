import { Link } from "@tanstack/react-router";
import type { PayoutDesk } from "../../../src/business/money/payouts/desk.schema.ts";
import { paymentMethods } from "../../../src/business/money/payouts/payout.rule.ts";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatDay, formatMoment } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { DetailsFact } from "./details-fact.tsx";
import styles from "./payouts.module.css";

/** Shows what the trader requested, and the outcome. */
export function RequestPanel({ desk: { payout, hasPaymentDetails } }: { desk: PayoutDesk }) {
  return (
    <Panel title="Request">
      <Facts>
        <Fact name="User">
          <Link to="/admin/users/$id" params={{ id: String(payout.userId) }}>
            {displayName(payout.user)}
          </Link>
        </Fact>
        {payout.user.fullName ? <Fact name="Email">{payout.user.email}</Fact> : null}
        <Fact name="Requested">{formatMoment(payout.createdAt)}</Fact>
        <Fact name="Payment Method">{paymentMethods[payout.paymentMethod]}</Fact>
        <DetailsFact key={payout.id} id={payout.id} isPresent={hasPaymentDetails} />
        <Fact name="Payment">
          <PaymentState payout={payout} />
        </Fact>
        {payout.adminNotes ? (
          <Fact name="Admin Notes">
            <span className={styles.fullNotes}>{payout.adminNotes}</span>
          </Fact>
        ) : null}
      </Facts>
    </Panel>
  );
}

function PaymentState({ payout }: Pick<PayoutDesk, "payout">) {
  if (payout.paymentRunId === null) {
    return payout.status === "approved" ? "Approved, not paid yet" : "Not paid";
  }
  return (
    <>
      {payout.payment
        ? `Paid on ${formatDay(payout.payment.paidAt)}, reference ${payout.payment.reference}, `
        : "In "}
      <Link to="/admin/payments/$id" params={{ id: String(payout.paymentRunId) }}>
        {`run #${payout.paymentRunId}`}
      </Link>
    </>
  );
}
