import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { parseLimit } from "../../../src/business/traders/accounts/account.rule.ts";
import { parseCents } from "../../../src/platform/money/money.ts";

/**
 * Returns where the account is between its loss limit (0) and its profit target (1). The initial balance is always at
 * 0.5, so that both halves have the same size whatever the two distances are.
 */
export function accountPosition(account: TradingAccount): number {
  const profit = parseCents(account.profitLoss) ?? 0n;
  const line = parseLimit(profit < 0n ? account.overallLossLimit : account.profitTarget, account);
  if (!line || line <= 0n) return 0.5;
  const share = Number((profit * 1000n) / line) / 1000;
  return 0.5 + Math.max(-1, Math.min(1, share)) / 2;
}
