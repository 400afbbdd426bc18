import { Badge } from "../../components/badge/badge.tsx";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import type { Payout } from "../../../src/business/money/payouts/payout.schema.ts";
import { formatIsoDay } from "../../domain/format/dates.ts";

/** Longer reasons would dominate the list; the timeline shows them. */
const LONGEST_REASON = 80;

/**
 * Below the badge `Paid`: `2026-03-14, reference WT-22015`, or
 * `Payment reversed on 2026-03-16: The bank returned the transfer`.
 */
export function PaymentSentence({ payment, reversal }: Pick<Payout, "payment" | "reversal">) {
  if (payment) {
    return (
      <>
        <Day at={payment.paidAt} />, reference{" "}
        <span style={{ display: "inline-block" }}>{payment.reference}</span>
      </>
    );
  }
  if (!reversal) return null;
  const isShort = reversal.reason !== "" && reversal.reason.length <= LONGEST_REASON;
  return (
    <span style={{ color: "var(--orange)" }}>
      Payment reversed on <Day at={reversal.reversedAt} />
      {isShort ? `: ${reversal.reason}` : null}
    </span>
  );
}

function Day({ at }: { at: Date }) {
  return <span style={{ whiteSpace: "nowrap" }}>{formatIsoDay(at)}</span>;
}

/** The status of a request, which is `Paid` once it has been paid. */
export function PayoutBadge({ payout }: { payout: Pick<Payout, "status" | "payment"> }) {
  if (payout.payment) return <Badge tone="green">Paid</Badge>;
  return <StatusBadge status={payout.status} />;
}
