import type { GridColDef } from "@mui/x-data-grid";
import { useMemo } from "react";
import { formatDollars } from "../../../src/platform/money/money.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { HintedIconButton } from "../../components/button/hinted-icon-button.tsx";
import { DataTable, type DataTableProps } from "../../components/data-table/data-table.tsx";
import { countries } from "../../format/countries.ts";
import { displayName } from "../../format/display-name.ts";
import { bannedRow, NameCell } from "./user-cells.tsx";
import type { OpenUserDialog } from "./user-dialog.ts";
import styles from "./users.module.css";

interface ManagedUserGridProps extends Omit<
  DataTableProps<TraderListItem>,
  "name" | "noun" | "lines" | "columns" | "narrowColumns" | "rowClassName"
> {
  onOpen: OpenUserDialog;
}

/** The table of the tabbed view: fewer columns, and a button for each action. */
export function ManagedUserGrid({ onOpen, ...table }: ManagedUserGridProps) {
  const columns = useMemo(() => ({ wide: wide(onOpen), narrow: narrow(onOpen) }), [onOpen]);
  return (
    <DataTable<TraderListItem>
      {...table}
      name="Users"
      noun="users"
      lines={2}
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
    width: 104,
    sortable: false,
    align: "right",
    headerAlign: "right",
    renderCell: ({ row }) => (
      <span className={styles.actions}>
        <HintedIconButton
          icon="edit"
          hint="Edit"
          label={`Edit ${displayName(row)}`}
          tabIndex={0}
          onClick={() => onOpen("edit", row)}
        />
        <HintedIconButton
          icon="trash"
          hint="Delete"
          label={`Delete ${displayName(row)}`}
          tabIndex={0}
          onClick={() => onOpen("delete", row)}
        />
      </span>
    ),
  };
}

function wide(onOpen: OpenUserDialog): GridColDef<TraderListItem>[] {
  return [
    {
      field: "fullName",
      headerName: "Name/Country",
      flex: 1,
      minWidth: 180,
      renderCell: ({ row }) => <NameAndCountry user={row} />,
    },
    {
      field: "email",
      headerName: "Email",
      flex: 1.2,
      minWidth: 190,
      renderCell: ({ row }) => (
        <span className={styles.soft} title={row.email}>
          {row.email}
        </span>
      ),
    },
    {
      field: "balance",
      headerName: "Balance",
      width: 192,
      align: "right",
      headerAlign: "right",
      renderCell: ({ row }) => (
        <span className={styles.figure}>{formatDollars(row.tradingAccount.balance)}</span>
      ),
    },
    {
      field: "status",
      headerName: "Status",
      width: 150,
      renderCell: ({ row }) => <StatusBadge status={row.tradingAccount.status} />,
    },
    actionsColumn(onOpen),
  ];
}

function narrow(onOpen: OpenUserDialog): GridColDef<TraderListItem>[] {
  return [
    {
      field: "fullName",
      headerName: "Name/Country",
      flex: 1,
      renderCell: ({ row }) => (
        <div className={styles.summary}>
          <NameAndCountry user={row} />
          <span className={styles.soft}>{row.email}</span>
          <span className={styles.facts}>
            <StatusBadge status={row.tradingAccount.status} />
            <span>{formatDollars(row.tradingAccount.balance)}</span>
          </span>
        </div>
      ),
    },
    actionsColumn(onOpen),
  ];
}

function NameAndCountry({ user }: { user: TraderListItem }) {
  const country = user.country && (countries[user.country] ?? user.country);
  return (
    <span className={styles.two}>
      <NameCell user={user} />
      {country ? <span className={styles.country}>{country}</span> : null}
    </span>
  );
}
