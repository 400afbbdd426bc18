import { useMemo } from "react";
import { formatMoney } from "../../../src/platform/money/money.ts";
import type { JudgedTrader } from "../../../src/business/traders/trader.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { IconButton } from "../../components/button/icon-button.tsx";
import { CellButtons, CellLine, CellLines, CellText } from "../../table/grid/cells.tsx";
import { actionsColumn, amountColumn, statusColumn } from "../../table/grid/columns.tsx";
import { DataTable, type DataTableProps } from "../../table/grid/data-table.tsx";
import { countries } from "../../domain/format/countries.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { highlightBanned, NameCell } from "./user-cells.tsx";
import { emailColumn, nameColumn, summaryColumn, type UserColumn } from "./user-columns.tsx";
import type { OpenUserDialog } from "./user-dialog.ts";
import { Permitted } from "../../app/session/permitted.tsx";

interface ManagedUserGridProps extends Omit<
  DataTableProps<JudgedTrader>,
  "name" | "noun" | "lines" | "columns" | "narrowColumns" | "rowClassName"
> {
  onOpen: OpenUserDialog;
}

/** The table in the tabbed view, with fewer columns and a button for each action. */
export function ManagedUserGrid({ onOpen, ...table }: ManagedUserGridProps) {
  const columns = useMemo(() => {
    const actions = actionsColumn<JudgedTrader>(104, (user) => (
      <UserButtons user={user} onOpen={onOpen} />
    ));
    return { wide: [...wide, actions], narrow: [...narrow, actions] };
  }, [onOpen]);
  return (
    <DataTable<JudgedTrader>
      {...table}
      name="Users"
      noun="users"
      lines={2}
      columns={columns.wide}
      narrowColumns={columns.narrow}
      rowClassName={highlightBanned}
    />
  );
}

const wide: UserColumn[] = [
  nameColumn("Name/Country", renderNameAndCountry),
  emailColumn,
  amountColumn({ field: "balance", headerName: "Balance", width: 192 }, renderBalance),
  statusColumn({ headerName: "Status", width: 150 }, ({ tradingAccount }) => tradingAccount.status),
];

const narrow: UserColumn[] = [
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
];

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

function UserButtons({ user, onOpen }: { user: JudgedTrader; onOpen: OpenUserDialog }) {
  return (
    <CellButtons>
      <Permitted to="traders.write">
        <IconButton
          icon="edit"
          hint="Edit"
          label={`Edit ${displayName(user)}`}
          onClick={() => onOpen("edit", user)}
        />
      </Permitted>
      <Permitted to="traders.delete">
        <IconButton
          icon="trash"
          hint="Delete"
          label={`Delete ${displayName(user)}`}
          onClick={() => onOpen("delete", user)}
        />
      </Permitted>
    </CellButtons>
  );
}
