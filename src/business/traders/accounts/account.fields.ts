import { type Field, namesHaving, namesWith } from "../../../platform/declared/field.rule.ts";
import { accountStatuses } from "./account.rule.ts";

interface Grouping {
  /** The part of the screens and forms that shows all fields of the group. Fields without one have places of their own. */
  group?: "platform" | "risk";
}

/**
 * What administrators enter about a trading account. Everything else that names such a field follows from this
 * declaration by loops, except the entity and its migration: see CONTRIBUTING.md, "Adding a field of a trader".
 */
export const accountFields = {
  balance: {
    kind: "amount",
    label: "Balance",
    column: "trading_accounts.balance",
    example: "102500.00",
    message: "Balance must be a valid number",
    list: { width: 132 },
  },
  profitLoss: {
    kind: "amount",
    label: "Profit/Loss",
    column: "trading_accounts.profit_loss",
    example: "2500.00",
    message: "Profit/loss must be a valid number",
    isResult: true,
    list: { width: 130 },
  },
  status: {
    kind: "choice",
    label: "Status",
    column: "trading_accounts.status",
    example: "active",
    values: accountStatuses,
    message: "Status must be pending, active, under-review or breached",
    list: { heading: "Account Status" },
  },
  payoutEnabled: {
    kind: "flag",
    label: "Payouts",
    column: "trading_accounts.payout_enabled",
    example: true,
    words: { true: "Enabled", false: "Disabled" },
    list: {},
    filter: { description: "Whether payouts are enabled for the account" },
  },
  login: {
    kind: "text",
    label: "Login",
    column: "trading_accounts.login",
    example: "5002001",
    group: "platform",
    list: { heading: "Broker Login", width: 104 },
  },
  masterPassword: {
    kind: "secret",
    label: "Master Password",
    example: "k7#Tpx2v",
    group: "platform",
  },
  server: {
    kind: "text",
    label: "Server",
    column: "trading_accounts.server",
    example: "Propdesk-Live02",
    group: "platform",
  },
  phase: {
    kind: "text",
    label: "Phase",
    column: "trading_accounts.phase",
    example: "Phase 1",
    placeholder: "Phase 1, Evaluation, Funded",
    list: { width: 100 },
    filter: {
      description: "The phase of the account, exactly as it was entered",
      example: "Phase 1",
      message: "Please enter a phase",
    },
  },
  dailyDrawdownLimit: {
    kind: "text",
    label: "Daily Drawdown Limit",
    column: "trading_accounts.daily_drawdown_limit",
    example: "5%",
    placeholder: "5% / $500",
    group: "risk",
  },
  overallLossLimit: {
    kind: "text",
    label: "Overall Loss Limit",
    column: "trading_accounts.overall_loss_limit",
    example: "5%",
    placeholder: "10% / $1000",
    group: "risk",
  },
  profitTarget: {
    kind: "text",
    label: "Profit Target",
    column: "trading_accounts.profit_target",
    example: "5%",
    placeholder: "$2500",
    group: "risk",
  },
} as const satisfies Readonly<Record<string, Field & Grouping>>;

/** The fields that the audit log and webhooks name by value: all but the master password. */
export const openAccountFields = namesHaving(accountFields, "column");

export const platformFields = namesWith(accountFields, { group: "platform" });

export const riskFields = namesWith(accountFields, { group: "risk" });

/** The fields that the table of traders can be filtered by, in the order of the screens. */
export const filteredAccountFields = [
  ...new Set(["phase" as const, ...namesHaving(accountFields, "filter")]),
];
