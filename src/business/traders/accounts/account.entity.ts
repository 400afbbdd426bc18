import { defineEntity, p } from "@mikro-orm/core";
import { Trader } from "../../../identity/users/trader.entity.ts";
import { accountStatuses } from "./account.rule.ts";

export const TradingAccountSchema = defineEntity({
  name: "TradingAccount",
  tableName: "trading_accounts",
  properties: {
    id: p.integer().primary().autoincrement(),
    trader: () =>
      p.oneToOne(Trader).owner().fieldName("user_id").deleteRule("cascade").updateRule("no action"),
    login: p.text().nullable(),
    /** Encrypted and bound to the trader: see `master-password.ts`. */
    masterPassword: p.text().nullable().hidden(),
    server: p.text().nullable(),
    balance: p.decimal().precision(30).scale(2).default("0.00"),
    profitLoss: p.decimal().precision(30).scale(2).default("0.00"),
    /** The time of the last record that counts. If it is set, balance and profit/loss are derived from the records. */
    recordedAt: p.datetime(3).nullable(),
    /** Entered by an administrator before any record counted; restored if no record counts any more. */
    typedBalance: p.decimal().precision(30).scale(2).nullable().hidden(),
    typedProfitLoss: p.decimal().precision(30).scale(2).nullable().hidden(),
    status: p.enum(accountStatuses).default("pending"),
    phase: p.text().nullable(),
    payoutEnabled: p.boolean().default(false),
    dailyDrawdownLimit: p.text().nullable(),
    overallLossLimit: p.text().nullable(),
    profitTarget: p.text().nullable(),
    /** The currency of the current stage. Maintained by a trigger. */
    currency: p.text().default("USD"),
    createdAt: p.datetime(3),
  },
  indexes: [
    { name: "trading_accounts_balance_user_id_index", properties: ["balance", "trader"] },
    { name: "trading_accounts_status_user_id_index", properties: ["status", "trader"] },
    {
      name: "trading_accounts_payout_enabled_user_id_index",
      properties: ["payoutEnabled", "trader"],
    },
    {
      name: "trading_accounts_login_asc_index",
      expression: `create index "trading_accounts_login_asc_index" on "trading_accounts" ((login is null), coalesce(left(login, 200), ''), user_id)`,
    },
    {
      name: "trading_accounts_login_desc_index",
      expression: `create index "trading_accounts_login_desc_index" on "trading_accounts" ((login is not null), coalesce(left(login, 200), ''), user_id)`,
    },
    {
      name: "trading_accounts_phase_asc_index",
      expression: `create index "trading_accounts_phase_asc_index" on "trading_accounts" ((phase is null), coalesce(left(phase, 200), ''), user_id)`,
    },
    {
      name: "trading_accounts_phase_desc_index",
      expression: `create index "trading_accounts_phase_desc_index" on "trading_accounts" ((phase is not null), coalesce(left(phase, 200), ''), user_id)`,
    },
    {
      name: "trading_accounts_login_index",
      expression: `create index "trading_accounts_login_index" on "trading_accounts" ("login") where login is not null`,
    },
    {
      // A hash, because a name may be longer than an entry of a tree.
      name: "trading_accounts_server_index",
      expression: `create index "trading_accounts_server_index" on "trading_accounts" using hash (lower(btrim(server, E' \\t\\n\\r')))`,
    },
  ],
  checks: [
    {
      name: "trading_accounts_money_is_a_number",
      expression: "balance <> 'NaN' and profit_loss <> 'NaN'",
    },
  ],
});

/** The trading account of a trader. Every trader has exactly one. */
export class TradingAccount extends TradingAccountSchema.class {}

TradingAccountSchema.setClass(TradingAccount);
