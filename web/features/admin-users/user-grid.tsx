import { useMemo } from "react";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Clamped } from "../../components/clamped/clamped.tsx";
import { CellLine, CellText } from "../../table/grid/cells.tsx";
import {
  actionsColumn,
  amountColumn,
  contentColumn,
  statusColumn,
  textColumn,
} from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import {
  type TraderColumn,
  traderColumnLabels as labels,
  traderColumnNames,
} from "../../../src/business/traders/trader-columns.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { shownColumns } from "../../table/columns/column-search.ts";
import { countries } from "../../domain/format/countries.ts";
import { formatDay } from "../../domain/format/dates.ts";
import { verdictLabels } from "../../domain/format/status-labels.ts";
import { shorten } from "../../domain/format/shorten.ts";
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
  columns: readonly TraderColumn[];
}

export function UserGrid({ onOpen, columns: names, ...table }: UserGridProps) {
  const chosen = names.join(",");
  const columns = useMemo(() => {
    const actions = actionsColumn<JudgedTrader>(84, (user) => (
      <UserActions user={user} onOpen={onOpen} />
    ));
    const shown = shownColumns(traderColumnNames, chosen, []).map((name) => wide[name]);
    return { wide: [...shown, actions], narrow: [...narrow, actions] };
  }, [onOpen, chosen]);
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

/** Columns without a sort button, because the server cannot sort by them. */
const unsorted = { sortable: false };

const wide: Record<TraderColumn, UserColumn> = {
  id: textColumn({ field: "id", headerName: labels.id, width: 64 }, ({ id }) => String(id)),
  fullName: nameColumn(labels.fullName),
  email: emailColumn,
  login: textColumn(
    { field: "login", headerName: labels.login, width: 104 },
    ({ tradingAccount }) => tradingAccount.login ?? missing,
  ),
  status: statusColumn(
    { headerName: labels.status, width: 136 },
    ({ tradingAccount }) => tradingAccount.status,
  ),
  phase: textColumn(
    { field: "phase", headerName: labels.phase, width: 100 },
    ({ tradingAccount }) => tradingAccount.phase ?? missing,
  ),
  balance: amountColumn(
    { field: "balance", headerName: labels.balance, width: 132 },
    ({ tradingAccount }) => (
      <CellText look="amount">
        {formatMoney(tradingAccount.balance, tradingAccount.currency)}
      </CellText>
    ),
  ),
  profitLoss: amountColumn(
    { field: "profitLoss", headerName: labels.profitLoss, width: 130, ...unsorted },
    ({ tradingAccount }) => (
      <CellText look="amount">
        {formatMoney(tradingAccount.profitLoss, tradingAccount.currency)}
      </CellText>
    ),
  ),
  currency: textColumn(
    { field: "currency", headerName: labels.currency, width: 110, ...unsorted },
    ({ tradingAccount }) => tradingAccount.currency,
  ),
  roomToday: amountColumn(
    { field: "roomToday", headerName: labels.roomToday, width: 140 },
    ({ verdict }) => <RoomCell verdict={verdict} />,
  ),
  verdict: textColumn(
    { field: "verdict", headerName: labels.verdict, width: 120, ...unsorted },
    ({ verdict }) => (verdict ? verdictLabels[verdict.outcome] : missing),
  ),
  payoutEnabled: contentColumn(
    { field: "payoutEnabled", headerName: labels.payoutEnabled, width: 92 },
    ({ tradingAccount }) => <PayoutsCell isEnabled={tradingAccount.payoutEnabled} />,
  ),
  country: textColumn(
    { field: "country", headerName: labels.country, width: 130, ...unsorted },
    ({ country }) => (country ? (countries[country] ?? country) : missing),
  ),
  city: textColumn(
    { field: "city", headerName: labels.city, width: 120, ...unsorted },
    ({ city }) => city ?? missing,
  ),
  tags: textColumn(
    { field: "tags", headerName: labels.tags, width: 140, ...unsorted },
    ({ tags }) => tags.join(", ") || missing,
  ),
  banned: textColumn(
    { field: "banned", headerName: labels.banned, width: 90, ...unsorted },
    ({ banned }) => (banned ? "Banned" : missing),
  ),
  createdAt: textColumn(
    { field: "createdAt", headerName: labels.createdAt, width: 130 },
    ({ createdAt }) => formatDay(createdAt),
  ),
};

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
