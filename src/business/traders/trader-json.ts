import { accountColumns } from "../accounts/account.columns.ts";
import { wireList, wireObjectText } from "../../platform/database/json-rows.ts";
import { adminTraderColumns } from "../../identity/users/trader.columns.ts";
import type { TraderListItem } from "./trader.schema.ts";

export const tradersWithAccounts =
  "users join trading_accounts on trading_accounts.user_id = users.id";

/** The columns of a trader in a list, of `tradersWithAccounts`, for `row_to_json`. */
export const traderListColumns = `${wireList(adminTraderColumns)},
  ${wireObjectText(accountColumns)} as "tradingAccount"`;

/** A listed trader as JSON has him: with dates that are text. */
export type TraderJson = Omit<TraderListItem, "createdAt" | "tradingAccount"> & {
  createdAt: string;
  tradingAccount: Omit<TraderListItem["tradingAccount"], "createdAt"> & { createdAt: string };
};

export function parseTraderJson({
  createdAt,
  tradingAccount,
  ...trader
}: TraderJson): TraderListItem {
  return {
    ...trader,
    createdAt: new Date(createdAt),
    tradingAccount: { ...tradingAccount, createdAt: new Date(tradingAccount.createdAt) },
  };
}
