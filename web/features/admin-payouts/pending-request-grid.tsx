import { useMemo } from "react";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { IconButton } from "../../components/button/icon-button.tsx";
import { CellButtons } from "../../table/grid/cells.tsx";
import { actionsColumn } from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import {
  amountColumn,
  dateColumn,
  paymentMethodColumn,
  requestIdColumn,
  summaryColumn,
  userColumn,
} from "./payout-columns.tsx";
import { RowFlags } from "./row-flags.tsx";
import type { OpenDecision, ViewPayout } from "./payout-dialog.ts";
import { useApprovalRefusal } from "./use-approval-refusal.ts";
import { Permitted } from "../../app/session/permitted.tsx";

interface PendingRequestGridProps extends Omit<
  DataTableProps<PayoutRow>,
  "name" | "noun" | "lines" | "columns" | "narrowColumns"
> {
  onDecide: OpenDecision;
  onView: ViewPayout;
}

export function PendingRequestGrid({ onDecide, onView, ...table }: PendingRequestGridProps) {
  const columns = useMemo(() => {
    const actions = actionsColumn<PayoutRow>(104, (payout) => (
      <DecisionButtons payout={payout} onDecide={onDecide} />
    ));
    const id = requestIdColumn(onView);
    return {
      wide: [id, userColumn, amountColumn, paymentMethodColumn, dateColumn, actions],
      narrow: [summaryColumn({ onView }), actions],
    };
  }, [onDecide, onView]);
  return (
    <RowFlags rows={table.rows}>
      <DataTable<PayoutRow>
        {...table}
        name="Pending Requests"
        noun="requests"
        lines={2}
        columns={columns.wide}
        narrowColumns={columns.narrow}
      />
    </RowFlags>
  );
}

interface DecisionButtonsProps {
  payout: PayoutRow;
  onDecide: OpenDecision;
}

function DecisionButtons({ payout, onDecide }: DecisionButtonsProps) {
  const refusal = useApprovalRefusal(payout);
  return (
    <Permitted to="payouts.decide">
      <CellButtons>
        <IconButton
          icon="check"
          hint={refusal ?? "Approve"}
          disabled={refusal !== undefined}
          label={`Approve request #${payout.id}`}
          onClick={() => onDecide({ payout, decision: "approved" })}
        />
        <IconButton
          icon="close"
          hint="Reject"
          label={`Reject request #${payout.id}`}
          onClick={() => onDecide({ payout, decision: "rejected" })}
        />
      </CellButtons>
    </Permitted>
  );
}
