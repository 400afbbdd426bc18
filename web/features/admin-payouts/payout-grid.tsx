import type { GridColDef } from "@mui/x-data-grid";
import { useMemo } from "react";
import { paymentMethods } from "../../../src/business/payouts/payment-method.rule.ts";
import type { AdminPayout } from "../../../src/business/payouts/payout.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { DataTable, type DataTableProps } from "../../components/data-table/data-table.tsx";
import { formatDay } from "../../format/dates.ts";
import { displayName } from "../../format/display-name.ts";
import { PayoutActions } from "./payout-actions.tsx";
import { AmountCell, PayoutSummary } from "./payout-cells.tsx";
import type { OpenDecision, ViewPayout } from "./payout-dialog.ts";

interface PayoutGridProps extends Omit<
  DataTableProps<AdminPayout>,
  "name" | "noun" | "columns" | "narrowColumns"
> {
  onDecide: OpenDecision;
  onView: ViewPayout;
}

export function PayoutGrid({ onDecide, onView, ...table }: PayoutGridProps) {
  const columns = useMemo(() => {
    const actions = actionsColumn(onDecide, onView);
    return { wide: [...wide, actions], narrow: [...narrow, actions] };
  }, [onDecide, onView]);
  return (
    <DataTable<AdminPayout>
      {...table}
      name="Payout requests"
      noun="requests"
      columns={columns.wide}
      narrowColumns={columns.narrow}
    />
  );
}

function actionsColumn(onDecide: OpenDecision, onView: ViewPayout): GridColDef<AdminPayout> {
  return {
    field: "actions",
    headerName: "Actions",
    width: 84,
    sortable: false,
    align: "right",
    headerAlign: "right",
    renderCell: ({ row }) => <PayoutActions payout={row} onDecide={onDecide} onView={onView} />,
  };
}

const wide: GridColDef<AdminPayout>[] = [
  { field: "id", headerName: "ID", width: 96 },
  {
    field: "userId",
    headerName: "User ID",
    width: 96,
    renderCell: ({ row }) => <span title={displayName(row.user)}>{row.userId}</span>,
  },
  {
    field: "amount",
    headerName: "Amount",
    flex: 1,
    minWidth: 130,
    align: "right",
    headerAlign: "right",
    renderCell: ({ row }) => <AmountCell payout={row} />,
  },
  {
    field: "paymentMethod",
    headerName: "Payment Method",
    flex: 1.2,
    minWidth: 140,
    valueGetter: (_, row) => paymentMethods[row.paymentMethod],
  },
  {
    field: "createdAt",
    headerName: "Date",
    flex: 1,
    minWidth: 120,
    valueGetter: (_, row) => formatDay(row.createdAt),
  },
  {
    field: "status",
    headerName: "Status",
    flex: 1,
    minWidth: 120,
    renderCell: ({ row }) => <StatusBadge status={row.status} />,
  },
];

const narrow: GridColDef<AdminPayout>[] = [
  {
    field: "amount",
    headerName: "Request",
    flex: 1,
    renderCell: ({ row }) => <PayoutSummary payout={row} />,
  },
];
