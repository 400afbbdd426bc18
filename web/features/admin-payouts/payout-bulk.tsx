import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { BulkActions, type BulkTable } from "../../table/bulk/bulk-actions.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { PayoutTableState } from "./use-payout-page.ts";

const BulkDecisionDialog = lazyComponent(() =>
  import("./bulk-decision-dialog.tsx").then((m) => m.BulkDecisionDialog),
);

const actions = [
  { kind: "approved", label: "Approve", ability: "payouts.decide" },
  { kind: "rejected", label: "Reject", ability: "payouts.decide" },
] as const;

/** Shows the actions for the selected requests. */
export function PayoutBulk(table: BulkTable<PayoutRow, PayoutTableState>) {
  return (
    <BulkActions {...table} noun="requests" matchOf={matchOf} actions={actions}>
      {(frame, decision) => <BulkDecisionDialog {...frame} decision={decision} />}
    </BulkActions>
  );
}

const matchOf = ({ search, status, filters }: PayoutTableState) =>
  JSON.stringify([search, status, filters]);
