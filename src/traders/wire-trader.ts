import { accountColumns } from "../accounts/account.columns.ts";
import { wireList, wireObjectText } from "../database/json-rows.ts";
import { administeredColumns } from "./trader.columns.ts";
import type { ListedTrader } from "./trader.schema.ts";

export const tradersWithAccounts =
  "users join trading_accounts on trading_accounts.user_id = users.id";

/** The columns of a trader in a list, of `tradersWithAccounts`, for `row_to_json`. */
export const listedTraderList = `${wireList(administeredColumns)},
  ${wireObjectText(accountColumns)} as "tradingAccount"`;

/** A listed trader as JSON has him: with dates that are text. */
export type WireTrader = Omit<ListedTrader, "createdAt" | "tradingAccount"> & {
  createdAt: string;
  tradingAccount: Omit<ListedTrader["tradingAccount"], "createdAt"> & { createdAt: string };
};

export function reviveTrader({ createdAt, tradingAccount, ...trader }: WireTrader): ListedTrader {
  return {
    ...trader,
    createdAt: new Date(createdAt),
    tradingAccount: { ...tradingAccount, createdAt: new Date(tradingAccount.createdAt) },
  };
}
