import type { GridColDef } from "@mui/x-data-grid";
import { useMemo } from "react";
import { paymentMethods } from "../../../src/business/payouts/payment-method.rule.ts";
import type { AdminPayout } from "../../../src/business/payouts/payout.schema.ts";
import { HintedIconButton } from "../../components/button/hinted-icon-button.tsx";
import { DataTable, type DataTableProps } from "../../components/data-table/data-table.tsx";
import { formatDay } from "../../format/dates.ts";
import { AmountCell, PayoutSummary, RequestId, UserCell } from "./payout-cells.tsx";
import type { OpenDecision, ViewPayout } from "./payout-dialog.ts";
import styles from "./payouts.module.css";

interface PendingRequestGridProps extends Omit<
  DataTableProps<AdminPayout>,
  "name" | "noun" | "lines" | "columns" | "narrowColumns"
> {
  onDecide: OpenDecision;
  onView: ViewPayout;
}

export function PendingRequestGrid({ onDecide, onView, ...table }: PendingRequestGridProps) {
  const columns = useMemo(() => {
    const actions = actionsColumn(onDecide);
    return { wide: [...wide(onView), actions], narrow: [...narrow(onView), actions] };
  }, [onDecide, onView]);
  return (
    <DataTable<AdminPayout>
      {...table}
      name="Pending Requests"
      noun="requests"
      lines={2}
      columns={columns.wide}
      narrowColumns={columns.narrow}
    />
  );
}

function actionsColumn(onDecide: OpenDecision): GridColDef<AdminPayout> {
  return {
    field: "actions",
    headerName: "Actions",
    width: 104,
    sortable: false,
    align: "right",
    headerAlign: "right",
    renderCell: ({ row }) => (
      <span className={styles.buttons}>
        <HintedIconButton
          icon="check"
          hint="Approve"
          label={`Approve request #${row.id}`}
          tabIndex={0}
          onClick={() => onDecide({ payout: row, decision: "approved" })}
        />
        <HintedIconButton
          icon="close"
          hint="Reject"
          label={`Reject request #${row.id}`}
          tabIndex={0}
          onClick={() => onDecide({ payout: row, decision: "rejected" })}
        />
      </span>
    ),
  };
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
      field: "paymentMethod",
      headerName: "Payment Method",
      flex: 1,
      minWidth: 140,
      valueGetter: (_, row) => paymentMethods[row.paymentMethod],
    },
    {
      field: "createdAt",
      headerName: "Date",
      width: 130,
      valueGetter: (_, row) => formatDay(row.createdAt),
    },
  ];
}

function narrow(onView: ViewPayout): GridColDef<AdminPayout>[] {
  return [
    {
      field: "amount",
      headerName: "Request",
      flex: 1,
      renderCell: ({ row }) => <PayoutSummary payout={row} onView={onView} />,
    },
  ];
}
