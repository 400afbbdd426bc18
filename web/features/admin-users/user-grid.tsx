import Box from "@mui/material/Box";
import { useMemo } from "react";
import {
  type TraderColumn,
  traderColumnLabels as labels,
  traderColumnNames,
} from "../../../src/business/traders/trader-columns.rule.ts";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { useOpenDialog } from "../../app/dialogs.tsx";
import { Permitted } from "../../app/session/permitted.tsx";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { IconButton } from "../../components/button/icon-button.tsx";
import { Clamped } from "../../components/clamped/clamped.tsx";
import { countries, verdictLabels } from "../../domain/format/labels.ts";
import { formatDay } from "../../domain/format/dates.ts";
import { displayName, shorten } from "../../domain/format/texts.tsx";
import { type ColumnChoice, shownColumns } from "../../table/columns/column-search.ts";
import { CellButtons, CellLine, CellLines, CellText } from "../../table/grid/cells.tsx";
import {
  actionsColumn,
  amountColumn,
  contentColumn,
  statusColumn,
  textColumn,
} from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import { UserActions } from "./user-actions.tsx";
import {
  bannedRows,
  emailColumn,
  highlightBanned,
  missing,
  NameCell,
  nameColumn,
  PayoutsCell,
  RoomCell,
  summaryColumn,
  type UserColumn,
} from "./user-cells.tsx";
import { userDialogs } from "./user-dialogs.tsx";

interface UserGridProps extends Omit<
  DataTableProps<JudgedTrader>,
  "list" | "name" | "noun" | "columns" | "narrowColumns" | "rowClassName"
> {
  choice: ColumnChoice<TraderColumn>;
}

export function UserGrid(table: UserGridProps) {
  const { list, shown: names } = table.choice;
  const chosen = names.join(",");
  const columns = useMemo(() => {
    const actions = actionsColumn<JudgedTrader>(84, (user) => <UserActions user={user} />);
    const shown = shownColumns(traderColumnNames, chosen, []).map((name) => wide[name]);
    return { wide: [...shown, actions], narrow: [...narrow, actions] };
  }, [chosen]);
  return (
    <Box sx={bannedRows}>
      <DataTable<JudgedTrader>
        {...table}
        list={list}
        name="Users"
        noun="users"
        columns={columns.wide}
        narrowColumns={columns.narrow}
        rowClassName={highlightBanned}
      />
    </Box>
  );
}

/** Columns without a sort button, because the server cannot sort by them. */
const unsorted = { sortable: false };

const wide: Record<TraderColumn, UserColumn> = {
  id: textColumn({ field: "id", headerName: labels.id, width: 76 }, ({ id }) => String(id)),
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
      {account.payoutEnabled ? <PayoutsCell isEnabled isNamed /> : null}
    </CellLine>
  )),
];

type ManagedUserGridProps = Omit<
  DataTableProps<JudgedTrader>,
  "list" | "name" | "noun" | "columns" | "narrowColumns" | "rowClassName"
>;

/** The table in the tabbed view, with fewer columns and a button for each action. */
export function ManagedUserGrid(table: ManagedUserGridProps) {
  return (
    <Box sx={bannedRows}>
      <DataTable<JudgedTrader>
        {...table}
        list="managed-users"
        name="Users"
        noun="users"
        columns={managed.wide}
        narrowColumns={managed.narrow}
        rowClassName={highlightBanned}
      />
    </Box>
  );
}

function renderNameAndCountry(user: JudgedTrader) {
  const country = user.country && (countries[user.country] ?? user.country);
  return (
    <CellLines>
      <NameCell user={user} />
      {country ? (
        <CellText look="soft" isSmall>
          {country}
        </CellText>
      ) : null}
    </CellLines>
  );
}

function renderBalance({ tradingAccount: { balance, currency } }: JudgedTrader) {
  return <CellText look="amount">{formatMoney(balance, currency)}</CellText>;
}

function UserButtons({ user }: { user: JudgedTrader }) {
  const open = useOpenDialog(userDialogs);
  return (
    <CellButtons>
      <Permitted to="traders.write">
        <IconButton
          icon="edit"
          hint="Edit"
          label={`Edit ${displayName(user)}`}
          onClick={() => open("edit", user.id)}
        />
      </Permitted>
      <Permitted to="traders.delete">
        <IconButton
          icon="trash"
          hint="Delete"
          label={`Delete ${displayName(user)}`}
          onClick={() => open("delete", user.id)}
        />
      </Permitted>
    </CellButtons>
  );
}

const buttons = actionsColumn<JudgedTrader>(104, (user) => <UserButtons user={user} />);

const managed: Record<"wide" | "narrow", UserColumn[]> = {
  wide: [
    nameColumn("Name/Country", renderNameAndCountry),
    emailColumn,
    amountColumn({ field: "balance", headerName: "Balance", width: 192 }, renderBalance),
    statusColumn(
      { headerName: "Status", width: 150 },
      ({ tradingAccount }) => tradingAccount.status,
    ),
    buttons,
  ],
  narrow: [
    summaryColumn(
      "Name/Country",
      (user) => (
        <CellLine>
          <StatusBadge status={user.tradingAccount.status} />
          {renderBalance(user)}
        </CellLine>
      ),
      renderNameAndCountry,
    ),
    buttons,
  ],
};
