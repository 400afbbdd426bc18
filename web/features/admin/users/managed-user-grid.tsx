import Box from "@mui/material/Box";
import { traderFields } from "../../../../src/identity/users/trader.fields.ts";
import { shownValue } from "../../../../src/platform/declared/field.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import type { JudgedTrader } from "../../../../src/business/traders/trader.schema.ts";
import { traderTable } from "../../../../src/business/traders/trader.table.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { Permitted } from "../../../app/session/permitted.tsx";
import { StatusBadge } from "../../../components/badge/status-badge.tsx";
import { IconButton } from "../../../components/button/icon-button.tsx";
import { displayName } from "../../../domain/format/texts.tsx";
import { CellButtons, CellLines, CellText } from "../../../table/grid/cells.tsx";
import { DataTable, type DataTableProps } from "../../../table/grid/data-table.tsx";
import { gridColumns, narrowColumns, type RowMenu } from "../../../table/screen/table-cells.tsx";
import {
  bannedRows,
  emailCell,
  highlightBanned,
  NameCell,
  nameCell,
  statusCell,
  UserSummary,
} from "./user-cells.tsx";
import { userDialogs } from "./user-dialogs.tsx";

type ManagedUserGridProps = Omit<
  DataTableProps<JudgedTrader>,
  "list" | "name" | "noun" | "columns" | "narrowColumns" | "rowClassName"
>;

/** The table of users in the first tab of `/admin`, with fewer columns and a button for each action. */
export function ManagedUserGrid(table: ManagedUserGridProps) {
  return (
    <Box sx={bannedRows}>
      <DataTable<JudgedTrader>
        {...table}
        list="managed-users"
        name="Users"
        noun="users"
        columns={columns}
        narrowColumns={narrow}
        rowClassName={highlightBanned}
      />
    </Box>
  );
}

function NameAndCountry({ user }: { user: JudgedTrader }) {
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

const balanceOf = ({ tradingAccount: { balance, currency } }: JudgedTrader) =>
  formatMoney(balance, currency);

function Balance({ user }: { user: JudgedTrader }) {
  return <CellText look="amount">{balanceOf(user)}</CellText>;
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

const buttons: RowMenu<JudgedTrader> = { width: 104, cell: (user) => <UserButtons user={user} /> };

const headings = { fullName: "Name/Country", email: "Email", balance: "Balance", status: "Status" };

const columns = gridColumns<JudgedTrader>(
  { columns: headings, sorts: traderTable.sorts },
  {
    fullName: { ...nameCell, cell: (user) => <NameAndCountry user={user} /> },
    email: emailCell,
    balance: {
      width: 132,
      amounts: (user) => [balanceOf(user)],
      cell: (user) => <Balance user={user} />,
    },
    status: { ...statusCell, width: 150 },
  },
  Object.keys(headings),
  buttons,
);

const narrow = narrowColumns<JudgedTrader>(
  {
    field: "fullName",
    label: headings.fullName,
    cell: (user) => (
      <UserSummary user={user} title={<NameAndCountry user={user} />}>
        <StatusBadge status={user.tradingAccount.status} />
        <Balance user={user} />
      </UserSummary>
    ),
  },
  buttons,
);
