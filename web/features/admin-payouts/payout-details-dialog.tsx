import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { canDecide, decisions } from "../../../src/business/payouts/payout-status.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { LoadedTimeline } from "../../history/loaded-timeline.tsx";
import { decisionLabels } from "./decision-labels.ts";
import type { OpenDecision } from "./payout-dialog.ts";
import { PayoutEvidence } from "./payout-evidence.tsx";
import { PayoutFacts } from "./payout-facts.tsx";
import { usePayout } from "./use-payout.ts";
import { PermittedButton } from "../../session/permitted-button.tsx";

interface PayoutDetailsDialogProps {
  /** The row of the table; the dialog loads the rest. */
  payout: PayoutRow;
  isOpen: boolean;
  onClose: () => void;
  onDecide: OpenDecision;
}

/** A request with its timeline. */
export function PayoutDetailsDialog(props: PayoutDetailsDialogProps) {
  const { payout, isOpen, onClose, onDecide } = props;
  const query = usePayout(payout.id);
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
          {decisions
            .filter((decision) => canDecide(present.status, decision))
            .map((decision) => (
              <PermittedButton
                key={decision}
                ability="payouts.decide"
                onClick={() => onDecide({ payout: present, decision })}
              >
                {decisionLabels[decision].verb}
              </PermittedButton>
            ))}
        </>
      }
    >
      <PayoutFacts payout={present} />
      <PayoutEvidence payout={present} />
      <LoadedTimeline query={query} />
    </ViewDialog>
  );
}
