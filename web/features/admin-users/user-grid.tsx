import { useMemo } from "react";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Clamped } from "../../components/clamped/clamped.tsx";
import { CellLine } from "../../components/data-table/cells.tsx";
import {
  actionsColumn,
  contentColumn,
  statusColumn,
  textColumn,
} from "../../components/data-table/columns.tsx";
import { DataTable, type DataTableProps } from "../../components/data-table/data-table.tsx";
import { shorten } from "../../format/shorten.ts";
import { UserActions } from "./user-actions.tsx";
import { highlightBanned, missing, PayoutsCell } from "./user-cells.tsx";
import { emailColumn, nameColumn, summaryColumn, type UserColumn } from "./user-columns.tsx";
import type { OpenUserDialog } from "./user-dialog.ts";
import styles from "./users.module.css";

interface UserGridProps extends Omit<
  DataTableProps<TraderListItem>,
  "name" | "noun" | "columns" | "narrowColumns" | "rowClassName"
> {
  onOpen: OpenUserDialog;
}

export function UserGrid({ onOpen, ...table }: UserGridProps) {
  const columns = useMemo(() => {
    const actions = actionsColumn<TraderListItem>(84, (user) => (
      <UserActions user={user} onOpen={onOpen} />
    ));
    return { wide: [...wide, actions], narrow: [...narrow, actions] };
  }, [onOpen]);
  return (
    <DataTable<TraderListItem>
      {...table}
      name="Users"
      noun="users"
      columns={columns.wide}
      narrowColumns={columns.narrow}
      rowClassName={highlightBanned}
    />
  );
}

const wide: UserColumn[] = [
  textColumn({ field: "id", headerName: "ID", width: 80 }, ({ id }) => String(id)),
  nameColumn("Name"),
  emailColumn,
  textColumn(
    { field: "login", headerName: "Broker Login", width: 124 },
    ({ tradingAccount }) => tradingAccount.login ?? missing,
  ),
  statusColumn(
    { headerName: "Account Status", width: 136 },
    ({ tradingAccount }) => tradingAccount.status,
  ),
  textColumn(
    { field: "phase", headerName: "Phase", width: 100 },
    ({ tradingAccount }) => tradingAccount.phase ?? missing,
  ),
  contentColumn(
    { field: "payoutEnabled", headerName: "Payouts", width: 92 },
    ({ tradingAccount }) => <PayoutsCell isEnabled={tradingAccount.payoutEnabled} />,
  ),
];

const narrow: UserColumn[] = [
  summaryColumn("User", ({ id, tradingAccount: { status, phase, payoutEnabled, login } }) => (
    <CellLine>
      <StatusBadge status={status} />
      <Clamped lines="two">{shorten([`#${id}`, login, phase].filter(Boolean).join(" · "))}</Clamped>
      {payoutEnabled ? <span className={styles.on}>Payouts enabled</span> : null}
    </CellLine>
  )),
];
