import { formatDecimal, moneyIn, storedCents } from "../../../platform/money/money.ts";
import { percentWords, ruleCents } from "../../rulebook/kinds/parts/figures.rule.ts";
import type { PayoutRules } from "../../rulebook/rules/rules.schema.ts";
import { appliedTerms, type AppliedTerms } from "../../rulebook/statement/payout-row.rule.ts";
import {
  compareBest,
  compareShortTrades,
  type Period,
  profitOf,
} from "../../rulebook/statement/period.rule.ts";
import { type PayableStage, statementOf } from "../../rulebook/statement/statement.rule.ts";
import type { PayoutStatement } from "../../rulebook/statement/statement.schema.ts";
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
  "below_minimum_profit",
  "short_trades_too_large",
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

/** What an account is ready to pay out. It decides whether a request is accepted only if the terms refuse more. */
export interface Readiness {
  ready: boolean;
  profit: string;
  /** The trader's share of the profit, in percent; `null` without rules for payouts. */
  share: string | null;
  withdrawable: string;
  /** When a payout becomes possible, if it is too early now. */
  nextAt: string | null;
  reasons: ReadinessReason[];
  /** How `withdrawable` comes about; `null` without rules for payouts. */
  statement: PayoutStatement | null;
}

/** The facts that determine the readiness of an account. Amounts are cents, times milliseconds since 1970 UTC. */
export interface ReadinessFacts {
  now: number;
  isPayoutEnabled: boolean;
  isBanned: boolean;
  /** Whether the account or its verdict is breached; a breach that was dismissed or overturned does not count. */
  isBreached: boolean;
  isUnderReview: boolean;
  /** `null` without a stage. */
  payable: PayableStage | null;
  stageStartedAt: number;
  isFlat: boolean;
  hasPendingRequest: boolean;
  isEvidenceIncomplete: boolean;
  /** Whether a statement that counts has results, but no costs. */
  isBeforeCosts: boolean;
  /** The results of the trading days since the last approval or, without one, since the start of the stage; oldest first. */
  dayResults: bigint[];
}

/** Returns what is ready to be paid out, and every reason against it. */
export function readinessOf(facts: ReadinessFacts): Readiness {
  const { payable } = facts;
  const terms = payable && payoutOf(payable, facts);
  const reasons = [...accountReasons(facts, terms), ...(terms ? ruleReasons(facts, terms) : [])];
  const sorted = readinessCodes.flatMap((code) => reasons.filter((reason) => reason.code === code));
  const early = sorted.find(({ until }) => until !== null);
  return {
    ready: sorted.length === 0,
    profit: formatDecimal(payable?.profit ?? 0n),
    share: terms && terms.applied.sharePercent,
    withdrawable: terms?.statement.withdrawable ?? "0.00",
    nextAt: early?.until ?? null,
    reasons: sorted,
    statement: terms && terms.statement,
  };
}

/** The next payout of a stage with rules for payouts. */
interface NextPayout {
  rules: PayoutRules;
  applied: AppliedTerms;
  statement: PayoutStatement;
  currency: string;
  /** When the last approval that stands was given; `null` for the first payout. */
  lastAt: number | null;
  period: Period;
}

function payoutOf(payable: PayableStage, { dayResults }: ReadinessFacts): NextPayout | null {
  const statement = statementOf(payable);
  const rules = payable.rules.payout;
  if (!rules || !statement) return null;
  const { initialBalance, currency, approvals } = payable;
  const lastAt = approvals.at(-1)?.at ?? null;
  const trades = payable.trades.filter(({ closeTime }) => lastAt === null || closeTime > lastAt);
  return {
    rules,
    applied: appliedTerms(rules, statement.number, initialBalance),
    statement,
    currency,
    lastAt,
    period: { days: dayResults, trades },
  };
}

const reason = (code: ReadinessCode, message: string, until: number | null = null) => ({
  code,
  message,
  until: until === null ? null : new Date(until).toISOString(),
});

function accountReasons(facts: ReadinessFacts, payout: NextPayout | null): ReadinessReason[] {
  const reasons: (ReadinessReason | false)[] = [
    !facts.isPayoutEnabled &&
      reason("payouts_disabled", "Payouts are not enabled for this account."),
    facts.isBanned && reason("banned", "The trader is banned."),
    payout === null && reason("no_rules", "This account has no rules for payouts."),
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

function ruleReasons(facts: ReadinessFacts, payout: NextPayout): ReadinessReason[] {
  const reasons: (ReadinessReason | false)[] = [
    tooEarly(facts, payout),
    belowMinimum(payout),
    tooFewWinningDays(payout),
    bestTooLarge(payout),
    belowMinimumProfit(payout),
    shortTradesTooLarge(payout),
  ];
  return reasons.filter((each) => each !== false);
}

/** Days count as 24 hours, from the start of the stage or from the last approval. */
function tooEarly(
  { now, stageStartedAt }: ReadinessFacts,
  { lastAt, applied: { afterDays } }: NextPayout,
): ReadinessReason | false {
  const at = (lastAt ?? stageStartedAt) + afterDays * DAY;
  if (now >= at) return false;
  const on = minuteInWords(at);
  return lastAt === null
    ? reason("first_payout_too_early", `The first payout is possible from ${on}.`, at)
    : reason("next_payout_too_early", `The next payout is possible from ${on}.`, at);
}

function belowMinimum({ rules, statement, currency }: NextPayout): ReadinessReason | false {
  const withdrawable = storedCents(statement.withdrawable);
  const minimum = ruleCents(rules.minimum);
  if (withdrawable > 0n && withdrawable >= minimum) return false;
  const money = moneyIn(currency);
  return reason(
    "below_minimum",
    minimum > 0n
      ? `${money(withdrawable)} can be withdrawn; the minimum payout is ${money(minimum)}.`
      : "There is no profit to withdraw.",
  );
}

function tooFewWinningDays({
  rules: { winningDayMinimum },
  applied: { winningDays },
  period,
  currency,
}: NextPayout): ReadinessReason | false {
  const isWon = (result: bigint) =>
    result > 0n && (winningDayMinimum === null || result >= ruleCents(winningDayMinimum));
  const won = period.days.filter(isWon).length;
  if (won >= winningDays) return false;
  const least =
    winningDayMinimum === null
      ? ""
      : ` of at least ${moneyIn(currency)(ruleCents(winningDayMinimum))}`;
  return reason(
    "not_enough_winning_days",
    `${won} of ${winningDays} winning days${least} since the last payout or the start.`,
  );
}

/** Compares the best day, or the best trade, by the formula of the terms. */
function bestTooLarge({ applied, period, currency }: NextPayout): ReadinessReason | false {
  const { bestAtMostPercent, consistency } = applied;
  if (bestAtMostPercent === null) return false;
  const result = compareBest(period, applied, bestAtMostPercent);
  if (!result.isTooLarge) return false;
  const subject = `The best ${consistency.best}`;
  const since = "since the last payout or the start";
  if ("whole" in result) {
    const { best, whole } = result;
    const part = whole > 0n ? `${formatDecimal(roundedUp(best * 10_000n, whole))}%` : "all";
    const of = consistency.formula === "winning_days" ? "days with a profit" : "profit";
    return reason(
      "best_day_too_large",
      `${subject} made up ${part} of the ${of} ${since}; at most ${bestAtMostPercent}% is allowed.`,
    );
  }
  const money = moneyIn(currency);
  const brought = `${subject} brought ${money(result.best)}`;
  return reason(
    "best_day_too_large",
    result.required === null
      ? `${brought}; no profit is enough for that.`
      : `${brought}, so the profit ${since} must reach ${money(result.required)}; it is ${money(profitOf(period))}.`,
  );
}

function belowMinimumProfit({
  applied: { minimumProfit },
  period,
  currency,
}: NextPayout): ReadinessReason | false {
  const profit = profitOf(period);
  if (minimumProfit === null || profit >= minimumProfit) return false;
  const money = moneyIn(currency);
  return reason(
    "below_minimum_profit",
    `The profit since the last payout or the start is ${money(profit)}; at least ${money(minimumProfit)} is needed.`,
  );
}

function shortTradesTooLarge({ rules, period, currency }: NextPayout): ReadinessReason | false {
  const shortTrades = rules.terms?.shortTrades;
  if (!shortTrades) return false;
  const { short, won, isTooLarge } = compareShortTrades(period, shortTrades);
  if (!isTooLarge) return false;
  const money = moneyIn(currency);
  const part = formatDecimal(roundedUp(short * 10_000n, won));
  return reason(
    "short_trades_too_large",
    `Trades held for less than ${shortTrades.seconds} seconds brought ${money(short)}, ${part}% of what trades have won since the last payout or the start; at most ${percentWords(shortTrades.atMostPercent)} is allowed.`,
  );
}

const roundedUp = (value: bigint, by: bigint) => (value + by - 1n) / by;
