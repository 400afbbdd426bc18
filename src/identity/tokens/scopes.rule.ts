import { keysOf } from "../../platform/fields/keys-of.rule.ts";

/** The scopes that an API token can have, with the explanations shown when a token is created. */
export const scopes = {
  "feed:write": "Send deals, operations and snapshots of trading accounts",
  "actions:execute": "Receive the actions for the trading platform, and report their outcomes",
  "users:read": "Read traders and the dashboard figures, without master passwords",
  "users:write":
    "Create, change, ban and delete traders, write notes and tags, and issue and withdraw certificates",
  "payouts:read": "Read payout requests and their timelines",
  "payouts:decide": "Approve and reject payout requests",
  "payments:manage": "Create, export and settle payment runs, with payment details",
  "records:read": "Read trading records, statements, statistics and actions",
  "records:write": "Import and withdraw statements, correct balances, and request actions",
  "calendar:write": "Import economic events",
  "orders:read": "Read orders of shops",
  "orders:write": "Enter, release and dismiss orders",
  "figures:read": "Read the firm's figures and the rows behind them",
  "audit:read": "Read and export the audit log",
} as const;

export type Scope = keyof typeof scopes;

export const scopeNames = keysOf(scopes);
