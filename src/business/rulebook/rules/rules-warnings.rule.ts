import { HOUR, SECOND } from "../../../platform/time/durations.rule.ts";
import { conductWarnings } from "../kinds/conduct/conduct-kinds.rule.ts";
import { kindOf, type ObjectiveRule, type Rule } from "../kinds/kinds.rule.ts";
import {
  dayCount,
  figureCents,
  type MoneyWords,
  percentHundredths,
  percentWords,
  ruleCents,
} from "../kinds/parts/figures.rule.ts";
import type { PayoutRules, Rules } from "./rules.schema.ts";
import { termsWarnings } from "./terms-warnings.rule.ts";

/**
 * Describes rules that an administrator may not have intended. Such rules are accepted and judged as entered.
 * @param initialBalance in cents
 */
export function rulesWarnings(rules: Rules, initialBalance: bigint, money: MoneyWords): string[] {
  return [
    ...[...rules.limits, ...rules.objectives].flatMap(
      (rule) => kindOf(rule.kind).warnings?.(rule, { initialBalance, money }) ?? [],
    ),
    ...dailyAboveMaximum(rules, initialBalance, money),
    ...repeatedKinds([...rules.limits, ...rules.objectives]),
    ...consistencyWithoutTarget(rules),
    ...observationWarnings(rules),
    ...(rules.conduct ?? []).flatMap((rule) => conductWarnings(rule, { initialBalance, money })),
    ...(rules.payout ? payoutWarnings(rules.payout, money) : []),
    ...(rules.payout?.terms
      ? termsWarnings({ ...rules.payout, terms: rules.payout.terms }, initialBalance, money)
      : []),
  ];
}

function dailyAboveMaximum({ limits }: Rules, initialBalance: bigint, money: MoneyWords): string[] {
  const maximums = limits.filter((rule) => rule.kind === "max_loss");
  return limits.flatMap((rule) => {
    if (rule.kind !== "daily_loss") return [];
    const daily = figureCents(rule.limit, initialBalance);
    return maximums
      .map((maximum) => figureCents(maximum.limit, initialBalance))
      .filter((maximum) => daily > maximum)
      .map(
        (maximum) =>
          `Daily loss: the limit of ${money(daily)} is above the maximum loss of ${money(maximum)}, ` +
          "which is reached first unless there are profits.",
      );
  });
}

function repeatedKinds(rules: Rule[]): string[] {
  const counts = new Map<Rule["kind"], number>();
  for (const { kind } of rules) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(
      ([kind, count]) => `${kindOf(kind).name}: there are ${count} such rules; each one applies.`,
    );
}

function consistencyWithoutTarget({ objectives }: Rules): string[] {
  const has = (kind: ObjectiveRule["kind"]) => objectives.some((rule) => rule.kind === kind);
  return has("consistency") && !has("profit_target")
    ? ["Consistency: without a profit target, even the smallest profit is compared."]
    : [];
}

function observationWarnings({ observation: { maxGapSeconds } }: Rules): string[] {
  if (maxGapSeconds === 0) {
    return [
      "Observation: with a gap of 0 seconds, no time with an open position ever counts as observed.",
    ];
  }
  return maxGapSeconds > HOUR / SECOND
    ? [
        `Observation: equity may be unseen for ${maxGapSeconds.toLocaleString("en-US")} seconds and still count as observed.`,
      ]
    : [];
}

function payoutWarnings(payout: PayoutRules, money: MoneyWords): string[] {
  const { firstAfterDays, everyDays, minimumWinningDays, winningDayMinimum } = payout;
  return [
    ...(percentHundredths(payout.sharePercent) === 0n
      ? ["Payout: a share of 0% leaves nothing to pay out."]
      : []),
    ...(firstAfterDays > 0 && firstAfterDays < everyDays
      ? [
          `Payout: the first payout is possible after ${dayCount(firstAfterDays)}, sooner than a further one after ${dayCount(everyDays)}.`,
        ]
      : []),
    ...(minimumWinningDays > 0 && winningDayMinimum === null
      ? ["Payout: winning days are counted without a minimum; specify how much a day must earn."]
      : []),
    ...(minimumWinningDays === 0 && winningDayMinimum !== null
      ? [
          `Payout: the minimum of ${money(ruleCents(winningDayMinimum))} for a winning day has no effect without a number of winning days.`,
        ]
      : []),
    ...(payout.bestDayAtMostPercent !== null &&
    percentHundredths(payout.bestDayAtMostPercent) === 0n
      ? [`Payout: a best day of at most ${percentWords("0")} can never be met.`]
      : []),
  ];
}
