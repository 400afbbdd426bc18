import { useMemo } from "react";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import { CellLines, CellText } from "../../table/grid/cells.tsx";
import { actionsColumn, contentColumn, textColumn } from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import {
  payoutColumnLabels as labels,
  type PayoutColumnName,
  payoutColumnNames,
} from "../../../src/business/money/payouts/payout.rule.ts";
import { shownColumns } from "../../table/columns/column-search.ts";
import { formatDay } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { shorten } from "../../domain/format/shorten.ts";
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
  /** In display order. */
  columns: readonly PayoutColumnName[];
}

export function PayoutGrid({ onDecide, onView, columns: names, ...table }: PayoutGridProps) {
  const chosen = names.join(",");
  const columns = useMemo(() => {
    const actions = actionsColumn<PayoutRow>(84, (payout) => (
      <PayoutActions payout={payout} onDecide={onDecide} onView={onView} />
    ));
    const shown = shownColumns(payoutColumnNames, chosen, []).map((name) => wide[name]);
    return { wide: [...shown, actions], narrow: [summaryColumn(), actions] };
  }, [onDecide, onView, chosen]);
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

/** Shown for a value that has not been set. */
const missing = "—";

/** For columns that the server does not sort by. */
const unsorted = { sortable: false };

const wide: Record<PayoutColumnName, PayoutColumn> = {
  id: contentColumn({ field: "id", headerName: labels.id, width: 96 }, ({ id }) => (
    <RequestLink id={id}>{String(id)}</RequestLink>
  )),
  userId: contentColumn(
    { field: "userId", headerName: labels.userId, flex: 1.2, minWidth: 150 },
    ({ user, userId }) => (
      <CellLines>
        <CellText>{String(userId)}</CellText>
        <CellText look="soft" isSmall>
          {shorten(displayName(user))}
        </CellText>
      </CellLines>
    ),
  ),
  fullName: textColumn(
    { field: "fullName", headerName: labels.fullName, flex: 1.2, minWidth: 150 },
    ({ user }) => user.fullName ?? missing,
  ),
  email: textColumn(
    { field: "email", headerName: labels.email, flex: 1.4, minWidth: 170, ...unsorted },
    ({ user }) => user.email,
    "soft",
  ),
  amount: amountColumn,
  currency: textColumn(
    { field: "currency", headerName: labels.currency, width: 110, ...unsorted },
    ({ currency }) => currency,
  ),
  paymentMethod: paymentMethodColumn,
  createdAt: { ...dateColumn, flex: 1 },
  status: { ...statusColumn, flex: 1 },
  adminNotes: textColumn(
    { field: "adminNotes", headerName: labels.adminNotes, flex: 1.4, minWidth: 150, ...unsorted },
    ({ adminNotes }) => adminNotes ?? missing,
    "soft",
  ),
  paidAt: textColumn(
    { field: "paidAt", headerName: labels.paidAt, width: 130, ...unsorted },
    ({ payment }) => (payment ? formatDay(payment.paidAt) : missing),
  ),
  reference: textColumn(
    { field: "reference", headerName: labels.reference, flex: 1, minWidth: 120, ...unsorted },
    ({ payment }) => payment?.reference || missing,
  ),
  paymentRunId: textColumn(
    { field: "paymentRunId", headerName: labels.paymentRunId, width: 120, ...unsorted },
    ({ paymentRunId }) => (paymentRunId === null ? missing : String(paymentRunId)),
  ),
};
