import { Link } from "@tanstack/react-router";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { LoadedTimeline } from "../../domain/history/loaded-timeline.tsx";
import { ApprovalNotice } from "./approval-notice.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";
import { FlagNotice } from "./flag-list.tsx";
import type { OpenDecision } from "./payout-dialog.ts";
import { PayoutEvidence } from "./payout-evidence.tsx";
import { PayoutFacts } from "./payout-facts.tsx";
import { currentFlags, usePayout } from "./use-payout.ts";

interface PayoutDetailsDialogProps {
  /** The row of the table; the dialog loads the rest. */
  payout: PayoutRow;
  isOpen: boolean;
  onClose: () => void;
  onDecide: OpenDecision;
}

/** Shows a request with its timeline. */
export function PayoutDetailsDialog(props: PayoutDetailsDialogProps) {
  const { payout, isOpen, onClose, onDecide } = props;
  const query = usePayout(payout.id, isOpen);
  const present = query.data ?? payout;
  return (
    <ViewDialog
      title={`Request #${payout.id}`}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <DecisionButtons payout={present} onDecide={onDecide} />
        </>
      }
    >
      {present.status === "pending" ? (
        <FlagNotice name="on this request" flags={currentFlags(query)} />
      ) : present.status === "cancelled" ? null : (
        <FlagNotice name="when decided" flags={present.decisionFlags ?? "unrecorded"} />
      )}
      <ApprovalNotice payout={present} />
      <PayoutFacts payout={present} />
      <PayoutEvidence payout={present} />
      <p>
        <Link to="/admin/payouts/$id" params={{ id: String(payout.id) }}>
          Open the page of this request
        </Link>
      </p>
      <LoadedTimeline query={query} />
    </ViewDialog>
  );
}
