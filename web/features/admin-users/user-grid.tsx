import { useMemo } from "react";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Clamped } from "../../components/clamped/clamped.tsx";
import { CellLine } from "../../components/data-table/cells.tsx";
import {
  actionsColumn,
  amountColumn,
  contentColumn,
  statusColumn,
  textColumn,
} from "../../components/data-table/columns.tsx";
import { DataTable, type DataTableProps } from "../../components/data-table/data-table.tsx";
import { shorten } from "../../format/shorten.ts";
import { UserActions } from "./user-actions.tsx";
import { highlightBanned, missing, PayoutsCell, RoomCell } from "./user-cells.tsx";
import { emailColumn, nameColumn, summaryColumn, type UserColumn } from "./user-columns.tsx";
import type { OpenUserDialog } from "./user-dialog.ts";
import styles from "./users.module.css";

interface UserGridProps extends Omit<
  DataTableProps<JudgedTrader>,
  "name" | "noun" | "columns" | "narrowColumns" | "rowClassName"
> {
  onOpen: OpenUserDialog;
}

export function UserGrid({ onOpen, ...table }: UserGridProps) {
  const columns = useMemo(() => {
    const actions = actionsColumn<JudgedTrader>(84, (user) => (
      <UserActions user={user} onOpen={onOpen} />
    ));
    return { wide: [...wide, actions], narrow: [...narrow, actions] };
  }, [onOpen]);
  return (
    <DataTable<JudgedTrader>
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
    { field: "login", headerName: "Broker Login", width: 116 },
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
  amountColumn({ field: "roomToday", headerName: "Room Today", width: 140 }, ({ verdict }) => (
    <RoomCell verdict={verdict} />
  )),
  contentColumn(
    { field: "payoutEnabled", headerName: "Payouts", width: 92 },
    ({ tradingAccount }) => <PayoutsCell isEnabled={tradingAccount.payoutEnabled} />,
  ),
];

const narrow: UserColumn[] = [
  summaryColumn("User", ({ id, verdict, tradingAccount: account }) => (
    <CellLine>
      <StatusBadge status={account.status} />
      <Clamped lines="two">
        {shorten([`#${id}`, account.login, account.phase].filter(Boolean).join(" · "))}
      </Clamped>
      {verdict?.roomToday == null ? null : <RoomCell verdict={verdict} isNamed />}
      {account.payoutEnabled ? <span className={styles.on}>Payouts enabled</span> : null}
    </CellLine>
  )),
];
