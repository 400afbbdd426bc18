import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { canDecide, decisions } from "../../../src/business/payouts/payout-status.rule.ts";
import { ActionMenu } from "../../components/menu/action-menu.tsx";
import { decisionLabels } from "./decision-labels.ts";
import type { OpenDecision, ViewPayout } from "./payout-dialog.ts";
import { useMay } from "../../session/use-may.ts";
import { useApprovalRefusal } from "./use-approval-refusal.ts";

interface PayoutActionsProps {
  payout: PayoutRow;
  onDecide: OpenDecision;
  onView: ViewPayout;
}

export function PayoutActions({ payout, onDecide, onView }: PayoutActionsProps) {
  const mayDecide = useMay("payouts.decide");
  const refusal = useApprovalRefusal(payout);
  return (
    <ActionMenu
      label={`Actions for request #${payout.id}`}
      actions={[
        ...(mayDecide ? decisions : []).map((decision) => ({
          label: decisionLabels[decision].verb,
          isDisabled:
            !canDecide(payout.status, decision) || (decision === "approved" && Boolean(refusal)),
          reason: decision === "approved" ? refusal : undefined,
          onSelect: () => onDecide({ payout, decision }),
        })),
        { label: "View Details", startsGroup: mayDecide, onSelect: () => onView(payout) },
      ]}
    />
  );
}
