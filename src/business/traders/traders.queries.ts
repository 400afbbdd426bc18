import { accountColumns } from "../accounts/account.columns.ts";
import type { Context } from "../../platform/context.ts";
import { object } from "../../platform/database/columns.ts";
import { countRows } from "../counters/counters.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { defineCountedList } from "../../platform/lists/define-list.ts";
import { freeText } from "../../platform/lists/sort-keys.ts";
import { adminTraderColumns } from "../../identity/users/trader.columns.ts";
import { matchesPerson, matchesTrader } from "./search.queries.ts";
import type { SavedTrader } from "./trader.schema.ts";

export const tradersWithAccounts =
  "users left join trading_accounts on trading_accounts.user_id = users.id";

export const traderColumns = { ...adminTraderColumns, tradingAccount: object(accountColumns) };

/** All traders with their accounts. */
export const traders = defineCountedList({
  name: "users",
  from: tradersWithAccounts,
  columns: traderColumns,
  sorts: {
    fullName: freeText("users.full_name"),
    email: "users.email",
    login: freeText("trading_accounts.login"),
    balance: "trading_accounts.balance",
    status: "trading_accounts.status",
    phase: freeText("trading_accounts.phase"),
    payoutEnabled: "trading_accounts.payout_enabled",
  },
  filters: {
    status: "trading_accounts.status",
    searchIn: (_fields: "all" | "person") => undefined,
  },
  search: (words, access, { searchIn }) => [
    searchIn === "person" ? matchesPerson(words, access) : matchesTrader(words, access),
  ],
  searchFollowsIds: true,
  total: ({ status }) => countRows("account", status && [status]),
});

/** @throws RefusalError if the trader does not exist */
export async function getTrader(context: Context, id: number): Promise<SavedTrader> {
  const trader = await traders.find(context, id);
  if (!trader) throw notFound("User");
  return { ...trader, account: trader.tradingAccount };
}
