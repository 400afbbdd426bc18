import { defineEntity, p } from "@mikro-orm/core";
import { Trader } from "../../identity/users/trader.entity.ts";
import { accountStatuses } from "./account-status.rule.ts";
import type { Generated } from "kysely";
import type { AccountStatus } from "./account-status.rule.ts";

const TradingAccountSchema = defineEntity({
  name: "TradingAccount",
  tableName: "trading_accounts",
  properties: {
    id: p.integer().primary(),
    trader: () =>
      p.oneToOne(Trader).owner().fieldName("user_id").deleteRule("cascade").updateRule("no action"),
    login: p.text().nullable(),
    /** Encrypted and bound to the trader: see `src/platform/vault/master-password.ts`. */
    masterPassword: p.text().nullable().hidden(),
    server: p.text().nullable(),
    balance: p.decimal().precision(14).scale(2).default("0.00"),
    profitLoss: p.decimal().precision(14).scale(2).default("0.00"),
    status: p.enum(accountStatuses).default("pending"),
    phase: p.text().nullable(),
    payoutEnabled: p.boolean().default(false),
    dailyDrawdownLimit: p.text().nullable(),
    overallLossLimit: p.text().nullable(),
    profitTarget: p.text().nullable(),
    createdAt: p.datetime(3),
  },
  checks: [
    {
      name: "trading_accounts_money_is_a_number",
      expression: "balance <> 'NaN' and profit_loss <> 'NaN'",
    },
  ],
});

/** The one trading account of a trader. */
export class TradingAccount extends TradingAccountSchema.class {}

TradingAccountSchema.setClass(TradingAccount);

declare module "../../platform/database/tables.ts" {
  interface Tables {
    trading_accounts: {
      id: Generated<number>;
      user_id: number;
      login: string | null;
      master_password: string | null;
      server: string | null;
      balance: string;
      profit_loss: string;
      status: AccountStatus;
      phase: string | null;
      payout_enabled: boolean;
      daily_drawdown_limit: string | null;
      overall_loss_limit: string | null;
      profit_target: string | null;
      created_at: string;
    };
  }
}
