import type { GridColDef } from "@mui/x-data-grid";
import { useMemo } from "react";
import type { AdminPayout } from "../../../src/business/payouts/payout.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { DataTable, type DataTableProps } from "../../components/data-table/data-table.tsx";
import { TruncatedText } from "../../components/table/truncated-text.tsx";
import { formatDay } from "../../format/dates.ts";
import { AmountCell, PayoutSummary, RequestId, UserCell } from "./payout-cells.tsx";
import type { ViewPayout } from "./payout-dialog.ts";

interface DecidedRequestGridProps extends Omit<
  DataTableProps<AdminPayout>,
  "name" | "noun" | "lines" | "columns" | "narrowColumns"
> {
  onView: ViewPayout;
}

export function DecidedRequestGrid({ onView, ...table }: DecidedRequestGridProps) {
  const columns = useMemo(() => ({ wide: wide(onView), narrow: narrow(onView) }), [onView]);
  return (
    <DataTable<AdminPayout>
      {...table}
      name="Payout History"
      noun="requests"
      lines={2}
      columns={columns.wide}
      narrowColumns={columns.narrow}
    />
  );
}

function wide(onView: ViewPayout): GridColDef<AdminPayout>[] {
  return [
    {
      field: "id",
      headerName: "ID",
      width: 96,
      renderCell: ({ row }) => <RequestId payout={row} onView={onView} />,
    },
    {
      field: "fullName",
      headerName: "User",
      flex: 1.4,
      minWidth: 190,
      renderCell: ({ row }) => <UserCell payout={row} />,
    },
    {
      field: "amount",
      headerName: "Amount",
      flex: 0.8,
      minWidth: 130,
      align: "right",
      headerAlign: "right",
      renderCell: ({ row }) => <AmountCell payout={row} />,
    },
    {
      field: "createdAt",
      headerName: "Date",
      width: 130,
      valueGetter: (_, row) => formatDay(row.createdAt),
    },
    {
      field: "status",
      headerName: "Status",
      width: 126,
      renderCell: ({ row }) => <StatusBadge status={row.status} />,
    },
    {
      field: "adminNotes",
      headerName: "Notes",
      width: 224,
      sortable: false,
      renderCell: ({ row: { adminNotes } }) =>
        adminNotes ? <TruncatedText text={adminNotes} /> : "No notes",
    },
  ];
}

function narrow(onView: ViewPayout): GridColDef<AdminPayout>[] {
  return [
    {
      field: "amount",
      headerName: "Request",
      flex: 1,
      renderCell: ({ row }) => <PayoutSummary payout={row} isWithNotes onView={onView} />,
    },
  ];
}
