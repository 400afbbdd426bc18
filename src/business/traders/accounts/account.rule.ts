import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { mayDo } from "../../../identity/roles/roles.rule.ts";
import { divideRounded, parseCents } from "../../../platform/money/money.ts";

/** Administrators may change the status of an account to any of these at any time. */
export const accountStatuses = ["pending", "active", "under-review", "breached"] as const;

export type AccountStatus = (typeof accountStatuses)[number];

/** The labels of the statuses, in the order in which filters list them. */
export const accountStatusLabels: Readonly<Record<AccountStatus, string>> = {
  active: "Active",
  "under-review": "Under Review",
  pending: "Pending",
  breached: "Breached",
};

/** Whether the actor may read and set master passwords. API tokens may not: no scope grants access to credentials. */
export function mayUseCredentials(actor: StaffActor): boolean {
  return actor.kind === "administrator" && mayDo(actor.role, "credentials.use");
}

/**
 * Parses a limit or a target, which administrators enter as free text: `5%`, `$2,500`, `10% / $1000`. If the text
 * contains an amount, a percentage is ignored. A percentage refers to the starting balance, which is the current
 * balance minus the profit.
 * @returns cents, or `null` if the text contains neither an amount nor a percentage
 */
export function parseLimit(
  text: string | null,
  account: { balance: string; profitLoss: string },
): bigint | null {
  const parts = (text ?? "").split("/").map((part) => part.trim());
  const amounts = parts.map(parseAmount).filter((amount) => amount !== null);
  if (amounts[0] !== undefined) return amounts[0];
  const percents = parts.map(parseBasisPoints).filter((percent) => percent !== null);
  if (percents[0] === undefined) return null;
  const start = (parseCents(account.balance) ?? 0n) - (parseCents(account.profitLoss) ?? 0n);
  return (start * percents[0]) / 10_000n;
}

function parseAmount(text: string): bigint | null {
  if (!/^\$?\s?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(text)) return null;
  return parseCents(text.replace(/[$,\s]/g, ""));
}

/** Parses a percentage into basis points: `8%` is 800, `7.5%` is 750. */
function parseBasisPoints(text: string): bigint | null {
  const match = /^(\d{1,6}(?:\.\d{1,2})?)\s?%$/.exec(text);
  return match ? parseCents(match[1]!) : null;
}

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
