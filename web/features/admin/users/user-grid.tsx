import Box from "@mui/material/Box";
import { useMemo } from "react";
import {
  type TraderColumn,
  traderColumnLabels as labels,
  traderColumnNames,
  traderSorts,
} from "../../../../src/business/traders/trader-columns.rule.ts";
import { accountFields } from "../../../../src/business/traders/accounts/account.fields.ts";
import { traderFields } from "../../../../src/identity/users/trader.fields.ts";
import {
  type Field,
  namesHaving,
  shownValue,
} from "../../../../src/platform/declared/field.rule.ts";
import { waitingActors } from "../../../../src/business/traders/waiting/waiting.rule.ts";
import { recordOf } from "../../../../src/platform/fields/pick.rule.ts";
import type { JudgedTrader } from "../../../../src/business/traders/trader.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { Permitted } from "../../../app/session/permitted.tsx";
import { StatusBadge } from "../../../components/badge/status-badge.tsx";
import { IconButton } from "../../../components/button/icon-button.tsx";
import { Clamped } from "../../../components/clamped/clamped.tsx";
import { verdictLabels } from "../../../domain/format/labels.ts";
import { formatDay } from "../../../domain/format/dates.ts";
import { displayName, shorten } from "../../../domain/format/texts.tsx";
import { type ColumnChoice, shownColumns } from "../../../table/columns/column-search.ts";
import { CellButtons, CellLine, CellLines, CellText } from "../../../table/grid/cells.tsx";
import {
  actionsColumn,
  amountColumn,
  contentColumn,
  statusColumn,
  textColumn,
} from "../../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../../table/grid/data-table.tsx";
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
  ...fieldColumns(accountFields, namesHaving(accountFields, "list"), (user) => user.tradingAccount),
  ...fieldColumns(traderFields, namesHaving(traderFields, "list"), (user) => user),
  id: textColumn({ field: "id", headerName: labels.id, width: 76 }, ({ id }) => String(id)),
  fullName: nameColumn(labels.fullName),
  email: emailColumn,
  status: statusColumn(
    { headerName: labels.status, width: 136 },
    ({ tradingAccount }) => tradingAccount.status,
  ),
  currency: textColumn(
    { field: "currency", headerName: labels.currency, width: 110, ...unsorted },
    ({ tradingAccount }) => tradingAccount.currency,
  ),
  roomToday: amountColumn(
    { field: "roomToday", headerName: labels.roomToday, width: 112 },
    ({ verdict }) =>
      verdict?.roomToday == null ? [] : [formatMoney(verdict.roomToday, verdict.currency)],
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
  waitingFor: textColumn(
    { field: "waitingFor", headerName: labels.waitingFor, width: 260, ...unsorted },
    ({ tradingAccount: { waitingFor } }) =>
      waitingFor.kind === "nothing" ? missing : waitingFor.sentence,
  ),
  waitingActor: textColumn(
    { field: "waitingActor", headerName: labels.waitingActor, width: 130, ...unsorted },
    ({ tradingAccount: { waitingFor } }) =>
      waitingFor.kind === "nothing" ? missing : waitingActors[waitingFor.actor],
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

/** Returns the columns of declared fields, which show only their value. */
function fieldColumns<Name extends TraderColumn>(
  fields: Readonly<Record<Name, Field>>,
  names: readonly Name[],
  valuesOf: (user: JudgedTrader) => Readonly<Record<Name, string | boolean | null>>,
): Record<Name, UserColumn> {
  return recordOf(names, (name) => {
    const field: Field = fields[name];
    const width = "list" in field ? field.list?.width : undefined;
    const sortable = traderSorts.some((sort) => sort === name);
    const options = { field: name, headerName: labels[name], width: width ?? 120, sortable };
    if (field.kind === "amount") {
      return amountColumn<JudgedTrader>(options, (user) => [
        formatMoney(String(valuesOf(user)[name]), user.tradingAccount.currency),
      ]);
    }
    return textColumn<JudgedTrader>(options, (user) => {
      const value = valuesOf(user)[name];
      return value === null || value === "" ? missing : shownValue(field, value);
    });
  });
}

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
  const country = user.country && shownValue(traderFields.country, user.country);
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
    amountColumn(
      { field: "balance", headerName: "Balance", width: 132 },
      ({ tradingAccount: { balance, currency } }) => [formatMoney(balance, currency)],
    ),
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
