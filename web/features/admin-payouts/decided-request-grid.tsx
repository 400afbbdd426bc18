import type { GridColDef } from "@mui/x-data-grid";
import type { AdministeredPayout } from "../../../src/payouts/payout.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { DataTable, type DataTableProps } from "../../components/data-table/data-table.tsx";
import { TruncatedText } from "../../components/table/truncated-text.tsx";
import { formatDay } from "../../dates.ts";
import { AmountCell, PayoutSummary, UserCell } from "./payout-cells.tsx";

type DecidedRequestGridProps = Omit<
  DataTableProps<AdministeredPayout>,
  "name" | "noun" | "lines" | "columns" | "narrowColumns"
>;

export function DecidedRequestGrid(table: DecidedRequestGridProps) {
  return (
    <DataTable<AdministeredPayout>
      {...table}
      name="Payout History"
      noun="requests"
      lines={2}
      columns={wide}
      narrowColumns={narrow}
    />
  );
}

const wide: GridColDef<AdministeredPayout>[] = [
  { field: "id", headerName: "ID", width: 96, valueFormatter: (id: number) => `#${id}` },
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

const narrow: GridColDef<AdministeredPayout>[] = [
  {
    field: "amount",
    headerName: "Request",
    flex: 1,
    renderCell: ({ row }) => <PayoutSummary payout={row} isWithNotes />,
  },
];
