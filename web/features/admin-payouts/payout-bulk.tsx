import { useState } from "react";
import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import type { Decision } from "../../../src/business/payouts/payout-status.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { Selection } from "../../bulk/selection.ts";
import { SelectionBar } from "../../bulk/selection-bar.tsx";
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
  const [allOf, setAllOf] = useState<PayoutTableState>();
  const dialog = useDialog<Decision>();
  // Other filters or another search clear the selection of all matching rows.
  const isAll = allOf !== undefined && matching(allOf) === matching(state);
  if (selection.rows.size === 0 && !dialog.isOpen) return null;
  function clear() {
    setAllOf(undefined);
    selection.onSelect(new Map());
  }
  return (
    <>
      <SelectionBar
        noun="requests"
        count={selection.rows.size}
        total={total}
        exceedsTotal={exceedsTotal}
        isAll={isAll}
        onSelectAll={() => setAllOf(state)}
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
          chosen={isAll ? state : [...selection.rows.values()]}
          isOpen={dialog.isOpen}
          onClose={() => {
            dialog.close();
            clear();
          }}
        />
      ) : null}
    </>
  );
}

const matching = ({ search, status, filters }: PayoutTableState) =>
  JSON.stringify([search, status, filters]);
