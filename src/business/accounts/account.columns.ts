/** The fields of a trading account in a list, named as on the wire. */
const fieldColumns = [
  "trading_accounts.login as login",
  "trading_accounts.server as server",
  "trading_accounts.balance as balance",
  "trading_accounts.profit_loss as profitLoss",
  "trading_accounts.status as status",
  "trading_accounts.phase as phase",
  "trading_accounts.payout_enabled as payoutEnabled",
  "trading_accounts.daily_drawdown_limit as dailyDrawdownLimit",
  "trading_accounts.overall_loss_limit as overallLossLimit",
  "trading_accounts.profit_target as profitTarget",
] as const;

export const accountColumns = [
  "trading_accounts.id as id",
  "trading_accounts.user_id as userId",
  "trading_accounts.created_at as createdAt",
  ...fieldColumns,
] as const;

/** Beside a trader's columns, which have an id and a time of their own. */
export const joinedAccountColumns = [
  "trading_accounts.id as accountId",
  "trading_accounts.created_at as accountCreatedAt",
  ...fieldColumns,
] as const;
