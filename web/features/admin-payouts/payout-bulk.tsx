import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import type { Decision } from "../../../src/business/payouts/payout-status.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { Selection } from "../../bulk/selection.ts";
import { SelectionBar } from "../../bulk/selection-bar.tsx";
import { useChosen } from "../../bulk/use-chosen.ts";
import type { PayoutTableState } from "./use-payout-page.ts";

const BulkDecisionDialog = lazyComponent(() =>
  import("./bulk-decision-dialog.tsx").then((m) => m.BulkDecisionDialog),
);

interface PayoutBulkProps {
  selection: Selection<PayoutRow>;
  state: PayoutTableState;
  total: number;
  exceedsTotal: boolean;
}

/** Shows the actions for the selected requests. */
export function PayoutBulk({ selection, state, total, exceedsTotal }: PayoutBulkProps) {
  const dialog = useDialog<Decision>();
  const { chosen, isAll, chooseAll, clear } = useChosen(selection, state, matchOf);
  if (selection.rows.size === 0 && !dialog.isOpen) return null;
  return (
    <>
      <SelectionBar
        noun="requests"
        count={selection.rows.size}
        total={total}
        exceedsTotal={exceedsTotal}
        isAll={isAll}
        onSelectAll={chooseAll}
        onClear={clear}
      >
        <Button size="small" onClick={() => dialog.open("approved")}>
          Approve
        </Button>
        <Button size="small" onClick={() => dialog.open("rejected")}>
          Reject
        </Button>
      </SelectionBar>
      {dialog.subject ? (
        <BulkDecisionDialog
          key={dialog.key}
          decision={dialog.subject}
          chosen={chosen}
          isOpen={dialog.isOpen}
          onClose={(hasRun) => {
            dialog.close();
            // A cancelled action keeps the selection, which may span several pages.
            if (hasRun) clear();
          }}
        />
      ) : null}
    </>
  );
}

const matchOf = ({ search, status, filters }: PayoutTableState) =>
  JSON.stringify([search, status, filters]);
