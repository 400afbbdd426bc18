import { sql } from "kysely";
import { integer, text } from "../../../platform/database/columns.ts";
import { defineList } from "../../../platform/lists/define-list.ts";
import { mapList } from "../../../platform/lists/list-declaration.ts";
import { sortByRequired } from "../../../platform/lists/sort-keys.ts";
import { waitingColumn } from "../../traders/waiting/waiting-column.ts";

const found = defineList({
  name: "waiting accounts",
  from: `account_waits join trading_accounts on trading_accounts.id = account_waits.account_id
    join users on users.id = trading_accounts.user_id`,
  columns: {
    id: integer("account_waits.account_id"),
    userId: integer("trading_accounts.user_id"),
    fullName: text("users.full_name"),
    email: text("users.email"),
    waitingFor: waitingColumn,
  },
  sorts: { since: sortByRequired("account_waits.since", "account_waits.account_id") },
  defaultOrder: { sort: "since", order: "asc" },
  filters: {
    kind: "account_waits.kind",
    actor: "account_waits.actor",
    isWaiting: (_always: true) => sql<boolean>`account_waits.kind <> 'nothing'`,
  },
});

/** The accounts that wait for anything, the longest first. */
export const waitingAccounts = mapList(found, (rows) =>
  rows.map(({ id: _account, ...row }) => row),
);
