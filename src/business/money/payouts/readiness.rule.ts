import { payableCents } from "../../../platform/money/currency-units.rule.ts";
import { formatDecimal, moneyIn } from "../../../platform/money/money.ts";
import { percentHundredths, ruleCents } from "../../rulebook/kinds/parts/figures.rule.ts";
import type { PayoutRules } from "../../rulebook/rules/rules.schema.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { minuteInWords } from "../../../platform/time/local-time.rule.ts";

export const readinessCodes = [
  "payouts_disabled",
  "banned",
  "no_rules",
  "breached",
  "under_review",
  "first_payout_too_early",
  "next_payout_too_early",
  "below_minimum",
  "not_enough_winning_days",
  "best_day_too_large",
  "open_positions",
  "request_pending",
  "evidence_incomplete",
] as const;
export type ReadinessCode = (typeof readinessCodes)[number];

/** Why a payout is not ready. */
export interface ReadinessReason {
  code: ReadinessCode;
  /** A sentence for the trader. */
  message: string;
  /** The time at which the reason lapses by itself, in ISO 8601; `null` if it does not. */
  until: string | null;
}

/** What an account is ready to pay out. It is informational and never decides whether a request is accepted. */
export interface Readiness {
  ready: boolean;
  profit: string;
  /** The trader's share of the profit, in percent; `null` without rules for payouts. */
  share: string | null;
  withdrawable: string;
  /** When a payout becomes possible, if it is too early now. */
  nextAt: string | null;
  reasons: ReadinessReason[];
}

/** The facts that determine the readiness of an account. Amounts are cents, times milliseconds since 1970 UTC. */
export interface ReadinessFacts {
  now: number;
  isPayoutEnabled: boolean;
  isBanned: boolean;
  /** Whether the account or its verdict is breached; a breach that was dismissed or overturned does not count. */
  isBreached: boolean;
  isUnderReview: boolean;
  /** `null` without a stage, without its rules, or without rules for payouts. */
  rules: PayoutRules | null;
  /** The currency of the stage. */
  currency: string;
  stageStartedAt: number;
  /** The profit of the stage, without operations. */
  profit: bigint;
  /** What findings about conduct deduct from the payable profit. */
  deductions: bigint;
  isFlat: boolean;
  /** Requests that were approved during this stage and still are. */
  approved: { total: bigint; lastAt: number | null };
  hasPendingRequest: boolean;
  isEvidenceIncomplete: boolean;
  /** Whether a statement that counts has results, but no costs. */
  isBeforeCosts: boolean;
  /** The results of the trading days since the last approval or, without one, since the start of the stage. */
  dayResults: bigint[];
}

/** Returns what is ready to be paid out, and every reason against it. */
export function readinessOf(facts: ReadinessFacts): Readiness {
  const { rules, profit } = facts;
  const withdrawable = rules === null ? 0n : withdrawableOf(facts, rules);
  const reasons = [...accountReasons(facts), ...(rules ? ruleReasons(facts, rules) : [])];
  const sorted = readinessCodes.flatMap((code) => reasons.filter((reason) => reason.code === code));
  const early = sorted.find(({ until }) => until !== null);
  return {
    ready: sorted.length === 0,
    profit: formatDecimal(profit),
    share: rules && rules.sharePercent,
    withdrawable: formatDecimal(withdrawable),
    nextAt: early?.until ?? null,
    reasons: sorted,
  };
}

/**
 * Returns the trader's share of the profit less the amounts approved so far, in cents, rounded down to what can be
 * requested; never negative.
 */
function withdrawableOf(
  { profit, deductions, approved, currency }: ReadinessFacts,
  rules: PayoutRules,
): bigint {
  const share = sharedProfit(profit - deductions, rules);
  return share > approved.total ? payableCents(share - approved.total, currency) : 0n;
}

/** Returns the trader's share of the profit beyond the buffer in cents, rounded down. */
export function sharedProfit(
  profit: bigint,
  { sharePercent, bufferAmount }: Pick<PayoutRules, "sharePercent" | "bufferAmount">,
): bigint {
  const shared = profit - ruleCents(bufferAmount);
  return shared > 0n ? (shared * percentHundredths(sharePercent)) / 10_000n : 0n;
}

const reason = (code: ReadinessCode, message: string, until: number | null = null) => ({
  code,
  message,
  until: until === null ? null : new Date(until).toISOString(),
});

function accountReasons(facts: ReadinessFacts): ReadinessReason[] {
  const reasons: (ReadinessReason | false)[] = [
    !facts.isPayoutEnabled &&
      reason("payouts_disabled", "Payouts are not enabled for this account."),
    facts.isBanned && reason("banned", "The trader is banned."),
    facts.rules === null && reason("no_rules", "This account has no rules for payouts."),
    facts.isBreached && reason("breached", "A limit of this account has been breached."),
    facts.isUnderReview && reason("under_review", "The account is under review."),
    facts.hasPendingRequest && reason("request_pending", "An earlier request is still pending."),
    !facts.isFlat &&
      reason(
        "open_positions",
        "Positions are open; the profit is only known once they are closed.",
      ),
    facts.isEvidenceIncomplete &&
      reason("evidence_incomplete", "The records of this account are incomplete or contradictory."),
    facts.isBeforeCosts &&
      !facts.isEvidenceIncomplete &&
      reason(
        "evidence_incomplete",
        "The profit is before costs, because a statement has no commissions, swaps or fees.",
      ),
  ];
  return reasons.filter((each) => each !== false);
}

function ruleReasons(facts: ReadinessFacts, rules: PayoutRules): ReadinessReason[] {
  const reasons: (ReadinessReason | false)[] = [
    tooEarly(facts, rules),
    belowMinimum(facts, rules),
    tooFewWinningDays(facts, rules),
    bestDayTooLarge(facts, rules),
  ];
  return reasons.filter((each) => each !== false);
}

/** Days count as 24 hours, from the start of the stage or from the last approval. */
function tooEarly(
  { now, stageStartedAt, approved: { lastAt } }: ReadinessFacts,
  { firstAfterDays, everyDays }: PayoutRules,
): ReadinessReason | false {
  const isFirst = lastAt === null;
  const at = isFirst ? stageStartedAt + firstAfterDays * DAY : lastAt + everyDays * DAY;
  if (now >= at) return false;
  const on = minuteInWords(at);
  return isFirst
    ? reason("first_payout_too_early", `The first payout is possible from ${on}.`, at)
    : reason("next_payout_too_early", `The next payout is possible from ${on}.`, at);
}

function belowMinimum(facts: ReadinessFacts, rules: PayoutRules): ReadinessReason | false {
  const withdrawable = withdrawableOf(facts, rules);
  const minimum = ruleCents(rules.minimum);
  if (withdrawable > 0n && withdrawable >= minimum) return false;
  const money = moneyIn(facts.currency);
  return reason(
    "below_minimum",
    minimum > 0n
      ? `${money(withdrawable)} can be withdrawn; the minimum payout is ${money(minimum)}.`
      : "There is no profit to withdraw.",
  );
}

function tooFewWinningDays(
  { dayResults, currency }: ReadinessFacts,
  { minimumWinningDays, winningDayMinimum }: PayoutRules,
): ReadinessReason | false {
  const isWon = (result: bigint) =>
    result > 0n && (winningDayMinimum === null || result >= ruleCents(winningDayMinimum));
  const won = dayResults.filter(isWon).length;
  if (won >= minimumWinningDays) return false;
  const least =
    winningDayMinimum === null
      ? ""
      : ` of at least ${moneyIn(currency)(ruleCents(winningDayMinimum))}`;
  return reason(
    "not_enough_winning_days",
    `${won} of ${minimumWinningDays} winning days${least} since the last payout or the start.`,
  );
}

/** Checks the best day's part of the total result of all days. */
function bestDayTooLarge(
  { dayResults }: ReadinessFacts,
  { bestDayAtMostPercent }: PayoutRules,
): ReadinessReason | false {
  if (bestDayAtMostPercent === null) return false;
  const total = dayResults.reduce((sum, result) => sum + result, 0n);
  const best = dayResults.reduce((a, b) => (b > a ? b : a), 0n);
  if (best === 0n || best * 10_000n <= total * percentHundredths(bestDayAtMostPercent))
    return false;
  const part = total > 0n ? `${formatDecimal(roundedUp(best * 10_000n, total))}%` : "all";
  return reason(
    "best_day_too_large",
    `The best day made up ${part} of the profit since the last payout or the start; at most ${bestDayAtMostPercent}% is allowed.`,
  );
}

const roundedUp = (value: bigint, by: bigint) => (value + by - 1n) / by;
