import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { canDecide, decisions } from "../../../src/business/payouts/payout-status.rule.ts";
import { PermittedButton } from "../../session/permitted-button.tsx";
import { decisionLabels } from "./decision-labels.ts";
import type { OpenDecision } from "./payout-dialog.ts";
import { useApprovalRefusal } from "./use-approval-refusal.ts";

interface DecisionButtonsProps {
  payout: PayoutRow;
  /** Whether approving is the main action of the screen. */
  isMain?: boolean;
  onDecide: OpenDecision;
}

/**
 * Shows the decisions that can still be made. If another administrator has to approve, that button is disabled with the
 * reason.
 */
export function DecisionButtons({ payout, isMain = false, onDecide }: DecisionButtonsProps) {
  const refusal = useApprovalRefusal(payout);
  return decisions
    .filter((decision) => canDecide(payout.status, decision))
    .map((decision) => {
      const isRefused = decision === "approved" && refusal !== undefined;
      return (
        <PermittedButton
          key={decision}
          ability="payouts.decide"
          look={
            isMain && decision === "approved" && payout.status === "pending"
              ? "primary"
              : "secondary"
          }
          disabled={isRefused}
          title={isRefused ? refusal : undefined}
          onClick={() => onDecide({ payout, decision })}
        >
          {decisionLabels[decision].verb}
        </PermittedButton>
      );
    });
}
