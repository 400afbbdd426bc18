import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { canDecide } from "../../../src/business/money/payouts/payout-policy.rule.ts";
import { decisions } from "../../../src/business/money/payouts/payout.rule.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { decisionLabels } from "./decision-labels.ts";
import type { OpenDecision } from "./payout-dialog.ts";
import { useDecisionRefusal } from "./use-decision-refusal.ts";

interface DecisionButtonsProps {
  payout: PayoutRow;
  /** Whether approving is the main action of the screen. */
  isMain?: boolean;
  onDecide: OpenDecision;
}

/** Shows the decisions that the status allows. Those that would be refused are disabled, with the reason. */
export function DecisionButtons({ payout, isMain = false, onDecide }: DecisionButtonsProps) {
  const refusalOf = useDecisionRefusal(payout);
  return decisions
    .filter((decision) => canDecide(payout.status, decision))
    .map((decision) => {
      const refusal = refusalOf(decision);
      return (
        <PermittedButton
          key={decision}
          ability="payouts.decide"
          look={
            isMain && decision === "approved" && payout.status === "pending"
              ? "primary"
              : "secondary"
          }
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => onDecide({ payout, decision })}
        >
          {decisionLabels[decision].verb}
        </PermittedButton>
      );
    });
}
