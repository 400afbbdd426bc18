import {
  type Readiness,
  type ReadinessCode,
  sharedProfit,
} from "../../../src/business/money/payouts/readiness.rule.ts";
import { percentWords } from "../../../src/business/rulebook/kinds/parts/figures.rule.ts";
import type { PayoutRules } from "../../../src/business/rulebook/rules/rules.schema.ts";
import { moneyIn, storedCents } from "../../../src/platform/money/money.ts";
import { formatDuration } from "../format/dates.ts";

interface Check {
  /** A reason with one of these codes means that the check has failed. */
  codes: ReadinessCode[];
  /** The sentence if the check has passed. */
  passed: string;
  /** Whether the rules require the check; if absent, it always applies. */
  applies?: (rules: PayoutRules) => boolean;
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
    applies: ({ minimumWinningDays }) => minimumWinningDays > 0,
  },
  {
    codes: ["best_day_too_large"],
    passed: "The best day is within its share of the profit.",
    applies: ({ bestDayAtMostPercent }) => bestDayAtMostPercent !== null,
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

/** One line of the calculation of an amount. */
export interface AmountLine {
  name: string;
  amount: string;
}

/** Returns the calculation of the amount that can be withdrawn, line by line, without the result itself. */
export function amountLines(
  { profit, withdrawable }: Pick<Readiness, "profit" | "withdrawable">,
  { currency, rules }: { currency: string; rules: PayoutRules },
): AmountLine[] {
  const money = moneyIn(currency);
  const share = sharedProfit(storedCents(profit), rules);
  const paid = storedCents(withdrawable);
  const approved = share - paid;
  const buffer = storedCents(toCents(rules.bufferAmount));
  const lines: (AmountLine | false)[] = [
    { name: "Profit of this stage", amount: money(storedCents(profit)) },
    buffer > 0n && { name: "Buffer that stays in the account", amount: money(-buffer) },
    {
      name: `Your share of ${buffer > 0n ? "the rest" : "it"}, ${percentWords(rules.sharePercent)}`,
      amount: money(share),
    },
    // If nothing is left, more than the share may have been approved.
    approved > 0n && {
      name: "Approved before in this stage",
      amount: paid > 0n ? money(-approved) : `at least ${money(approved)}`,
    },
  ];
  return lines.filter((line) => line !== false);
}

/** Converts an amount in rules, which may have fewer than two decimals. */
function toCents(amount: string): string {
  const [whole, fraction = ""] = amount.split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}
