import type { Payout } from "../../../src/business/money/payouts/payout.schema.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { payoutStatusLabels } from "../../domain/format/status-labels.ts";

/** Shows the current state of a request that another administrator decided, or the trader cancelled, first. */
export function DecidedNotice({ payout: { status, adminNotes } }: { payout: Payout }) {
  if (status === "cancelled") {
    return <Notice tone="info" title="The trader has cancelled this request" />;
  }
  return (
    <Notice tone="info" title={`Already decided: ${payoutStatusLabels[status]}`}>
      <p>{adminNotes ? `Admin notes: ${adminNotes}` : "There are no admin notes."}</p>
    </Notice>
  );
}
