import { useMemo } from "react";
import type { PayoutRow } from "../../../src/business/payouts/payout.schema.ts";
import { CellLines, CellText } from "../../components/data-table/cells.tsx";
import { actionsColumn, contentColumn } from "../../components/data-table/columns.tsx";
import { DataTable, type DataTableProps } from "../../components/data-table/data-table.tsx";
import { displayName } from "../../format/display-name.ts";
import { shorten } from "../../format/shorten.ts";
import { PayoutActions } from "./payout-actions.tsx";
import {
  amountColumn,
  dateColumn,
  paymentMethodColumn,
  statusColumn,
  summaryColumn,
  type PayoutColumn,
} from "./payout-columns.tsx";
import { RequestLink } from "./payout-cells.tsx";
import { RowFlags } from "./row-flags.tsx";
import type { OpenDecision, ViewPayout } from "./payout-dialog.ts";

interface PayoutGridProps extends Omit<
  DataTableProps<PayoutRow>,
  "name" | "noun" | "columns" | "narrowColumns"
> {
  onDecide: OpenDecision;
  onView: ViewPayout;
  /** Leaves out the column of the user. */
  isOfOneTrader: boolean;
}

export function PayoutGrid({ onDecide, onView, isOfOneTrader, ...table }: PayoutGridProps) {
  const columns = useMemo(() => {
    const actions = actionsColumn<PayoutRow>(84, (payout) => (
      <PayoutActions payout={payout} onDecide={onDecide} onView={onView} />
    ));
    const shown = isOfOneTrader ? wide.filter(({ field }) => field !== "userId") : wide;
    return { wide: [...shown, actions], narrow: [summaryColumn(), actions] };
  }, [onDecide, onView, isOfOneTrader]);
  return (
    <RowFlags rows={table.rows}>
      <DataTable<PayoutRow>
        {...table}
        name="Payout requests"
        noun="requests"
        columns={columns.wide}
        narrowColumns={columns.narrow}
      />
    </RowFlags>
  );
}

const wide: PayoutColumn[] = [
  contentColumn({ field: "id", headerName: "ID", width: 96 }, ({ id }) => (
    <RequestLink id={id}>{String(id)}</RequestLink>
  )),
  contentColumn(
    { field: "userId", headerName: "User ID", flex: 1.2, minWidth: 150 },
    ({ user, userId }) => (
      <CellLines>
        <CellText>{String(userId)}</CellText>
        <CellText look="soft" isSmall>
          {shorten(displayName(user))}
        </CellText>
      </CellLines>
    ),
  ),
  amountColumn,
  paymentMethodColumn,
  { ...dateColumn, flex: 1 },
  { ...statusColumn, flex: 1 },
];
