import type { GridColDef } from "@mui/x-data-grid";
import { useMemo } from "react";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Clamped } from "../../components/clamped/clamped.tsx";
import { DataTable, type DataTableProps } from "../../components/data-table/data-table.tsx";
import { shorten } from "../../format/shorten.ts";
import { UserActions } from "./user-actions.tsx";
import { bannedRow, missing, NameCell, PayoutsCell } from "./user-cells.tsx";
import type { OpenUserDialog } from "./user-dialog.ts";
import styles from "./users.module.css";

interface UserGridProps extends Omit<
  DataTableProps<TraderListItem>,
  "name" | "noun" | "columns" | "narrowColumns" | "rowClassName"
> {
  onOpen: OpenUserDialog;
}

export function UserGrid({ onOpen, ...table }: UserGridProps) {
  const columns = useMemo(() => ({ wide: wide(onOpen), narrow: narrow(onOpen) }), [onOpen]);
  return (
    <DataTable<TraderListItem>
      {...table}
      name="Users"
      noun="users"
      columns={columns.wide}
      narrowColumns={columns.narrow}
      rowClassName={bannedRow}
    />
  );
}

function actionsColumn(onOpen: OpenUserDialog): GridColDef<TraderListItem> {
  return {
    field: "actions",
    headerName: "Actions",
    width: 84,
    sortable: false,
    align: "right",
    headerAlign: "right",
    renderCell: ({ row }) => <UserActions user={row} onOpen={onOpen} />,
  };
}

function wide(onOpen: OpenUserDialog): GridColDef<TraderListItem>[] {
  return [
    { field: "id", headerName: "ID", width: 80 },
    {
      field: "fullName",
      headerName: "Name",
      flex: 1,
      minWidth: 150,
      renderCell: ({ row }) => <NameCell user={row} />,
    },
    {
      field: "email",
      headerName: "Email",
      flex: 1.35,
      minWidth: 170,
      renderCell: ({ value }) => (
        <span className={styles.soft} title={value}>
          {value}
        </span>
      ),
    },
    {
      field: "login",
      headerName: "Broker Login",
      width: 112,
      valueGetter: (_, row) => row.tradingAccount.login ?? missing,
    },
    {
      field: "status",
      headerName: "Account Status",
      width: 136,
      renderCell: ({ row }) => <StatusBadge status={row.tradingAccount.status} />,
    },
    {
      field: "phase",
      headerName: "Phase",
      width: 100,
      valueGetter: (_, row) => row.tradingAccount.phase ?? missing,
    },
    {
      field: "payoutEnabled",
      headerName: "Payouts",
      width: 92,
      renderCell: ({ row }) => <PayoutsCell isEnabled={row.tradingAccount.payoutEnabled} />,
    },
    actionsColumn(onOpen),
  ];
}

function narrow(onOpen: OpenUserDialog): GridColDef<TraderListItem>[] {
  return [
    {
      field: "fullName",
      headerName: "User",
      flex: 1,
      renderCell: ({ row }) => <Summary user={row} />,
    },
    actionsColumn(onOpen),
  ];
}

function Summary({ user }: { user: TraderListItem }) {
  const { status, phase, payoutEnabled, login } = user.tradingAccount;
  return (
    <div className={styles.summary}>
      <NameCell user={user} />
      <span className={styles.soft}>{user.email}</span>
      <span className={styles.facts}>
        <StatusBadge status={status} />
        <Clamped lines="two">
          {shorten([`#${user.id}`, login, phase].filter(Boolean).join(" · "))}
        </Clamped>
        {payoutEnabled ? <span className={styles.on}>Payouts enabled</span> : null}
      </span>
    </div>
  );
}
