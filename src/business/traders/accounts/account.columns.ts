import { boolean, decimal, integer, text, timestamp } from "../../../platform/database/columns.ts";

/** A trading account without the master password. */
export const accountColumns = {
  id: integer("trading_accounts.id"),
  userId: integer("trading_accounts.user_id"),
  login: text("trading_accounts.login"),
  server: text("trading_accounts.server"),
  balance: decimal("trading_accounts.balance", 2),
  profitLoss: decimal("trading_accounts.profit_loss", 2),
  currency: text("trading_accounts.currency"),
  recordedAt: timestamp("trading_accounts.recorded_at"),
  status: text("trading_accounts.status"),
  phase: text("trading_accounts.phase"),
  payoutEnabled: boolean("trading_accounts.payout_enabled"),
  dailyDrawdownLimit: text("trading_accounts.daily_drawdown_limit"),
  overallLossLimit: text("trading_accounts.overall_loss_limit"),
  profitTarget: text("trading_accounts.profit_target"),
  createdAt: timestamp("trading_accounts.created_at"),
};
