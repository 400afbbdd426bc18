import { divideRounded, parseCents } from "../../../platform/money/money.ts";
import { parseLimit } from "./limits.rule.ts";

export interface TargetProgress {
  /** Cents; `null` if the account has no target that can be parsed. */
  target: bigint | null;
  /** Cents, never negative; `null` without a target. */
  remaining: bigint | null;
  /** A whole number from 0 to 100; 0 if the target is not positive. */
  percent: number;
}

/** Computes a trader's progress towards the profit target. */
export function targetProgress(account: {
  balance: string;
  profitLoss: string;
  profitTarget: string | null;
}): TargetProgress {
  const target = parseLimit(account.profitTarget, account);
  const profit = parseCents(account.profitLoss) ?? 0n;
  if (target === null) return { target, remaining: null, percent: 0 };
  const remaining = target > profit ? target - profit : 0n;
  if (target <= 0n) return { target, remaining, percent: 0 };
  const rounded = Number(divideRounded(profit * 100n, target));
  return { target, remaining, percent: Math.min(100, Math.max(0, profit <= 0n ? 0 : rounded)) };
}
