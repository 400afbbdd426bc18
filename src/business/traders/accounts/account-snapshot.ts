import type { TradingAccount } from "./account.entity.ts";

/** Returns the fields of a trading account that the audit log compares: all except the master password. */
export function accountSnapshot(account: TradingAccount) {
  const { balance, profitLoss, status, payoutEnabled, login, server, phase } = account;
  const { dailyDrawdownLimit, overallLossLimit, profitTarget } = account;
  const limits = { dailyDrawdownLimit, overallLossLimit, profitTarget };
  return { balance, profitLoss, status, payoutEnabled, login, server, phase, ...limits };
}
