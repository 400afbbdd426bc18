import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { canDecide } from "../../../src/business/money/payouts/payout-policy.rule.ts";
import { decisions } from "../../../src/business/money/payouts/payout.rule.ts";
import { ActionMenu } from "../../components/menu/action-menu.tsx";
import { decisionLabels } from "./decision-labels.ts";
import type { OpenDecision, ViewPayout } from "./payout-dialog.ts";
import { useMay } from "../../app/session/use-may.ts";
import { useDecisionRefusal } from "./use-decision-refusal.ts";

interface PayoutActionsProps {
  payout: PayoutRow;
  onDecide: OpenDecision;
  onView: ViewPayout;
}

export function PayoutActions({ payout, onDecide, onView }: PayoutActionsProps) {
  const mayDecide = useMay("payouts.decide");
  const refusalOf = useDecisionRefusal(payout);
  return (
    <ActionMenu
      label={`Actions for request #${payout.id}`}
      actions={[
        ...(mayDecide ? decisions : []).map((decision) => {
          const reason = refusalOf(decision);
          return {
            label: decisionLabels[decision].verb,
            isDisabled: !canDecide(payout.status, decision) || reason !== undefined,
            reason,
            onSelect: () => onDecide({ payout, decision }),
          };
        }),
        { label: "View Details", startsGroup: mayDecide, onSelect: () => onView(payout) },
      ]}
    />
  );
}
