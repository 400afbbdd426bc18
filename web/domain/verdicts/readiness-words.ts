import type {
  Readiness,
  ReadinessCode,
} from "../../../src/business/money/payouts/readiness.rule.ts";
import type { PayoutRow } from "../../../src/business/rulebook/rules/payout-terms.schema.ts";
import type { PayoutRules } from "../../../src/business/rulebook/rules/rules.schema.ts";
import { formatDuration } from "../format/dates.ts";

interface Check {
  /** A reason with one of these codes means that the check has failed. */
  codes: ReadinessCode[];
  /** The sentence if the check has passed. */
  passed: string;
  /** Whether the rules require the check; if absent, it always applies. */
  applies?: (rules: PayoutRules) => boolean;
}

/** Whether the terms of any payout say something. */
function hasRow({ terms }: PayoutRules, field: (row: PayoutRow) => unknown): boolean {
  return terms?.payouts.some((row) => Boolean(field(row))) ?? false;
}

const checks: Check[] = [
  { codes: ["payouts_disabled"], passed: "Payouts are enabled." },
  { codes: ["banned", "breached"], passed: "No limit is breached." },
  { codes: ["under_review"], passed: "No review is open." },
  {
    codes: ["first_payout_too_early", "next_payout_too_early"],
    passed: "The waiting time has passed.",
  },
  { codes: ["below_minimum"], passed: "The amount is large enough." },
  {
    codes: ["not_enough_winning_days"],
    passed: "There are enough winning days.",
    applies: (rules) => rules.minimumWinningDays > 0 || hasRow(rules, (row) => row.winningDays),
  },
  {
    codes: ["best_day_too_large"],
    passed: "The best day is within its share of the profit.",
    applies: (rules) =>
      rules.bestDayAtMostPercent !== null || hasRow(rules, (row) => row.bestAtMostPercent),
  },
  {
    codes: ["below_minimum_profit"],
    passed: "The profit since the last payout is large enough.",
    applies: (rules) => hasRow(rules, (row) => row.minimumProfit),
  },
  {
    codes: ["short_trades_too_large"],
    passed: "Short trades are within their share of the profit.",
    applies: ({ terms }) => !!terms?.shortTrades,
  },
  { codes: ["open_positions"], passed: "Every position is closed." },
  { codes: ["request_pending"], passed: "No earlier request is pending." },
  { codes: ["evidence_incomplete"], passed: "The records are complete." },
];

/** Returns the sentences of all checks that have passed. */
export function readyWords({ reasons }: Pick<Readiness, "reasons">, rules: PayoutRules): string[] {
  return checks
    .filter(({ applies }) => applies?.(rules) ?? true)
    .filter(({ codes }) => !reasons.some(({ code }) => codes.includes(code)))
    .map(({ passed }) => passed);
}

/** Returns when the waiting time ends: `in 3 d 4 h`. */
export function waitWords(until: string, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(until) - now) / 60_000));
  return `in ${formatDuration(minutes * 60)}`;
}
