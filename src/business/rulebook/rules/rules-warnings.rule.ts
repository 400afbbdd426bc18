import {
  dayCount,
  figureCents,
  type MoneyWords,
  percentHundredths,
  percentWords,
  type Rule,
  type RuleAmount,
  ruleCents,
  ruleNames,
} from "./rule-figures.rule.ts";
import type { LimitRule, ObjectiveRule, PayoutRules, RuleOf, Rules } from "./rules.schema.ts";
import { HOUR, SECOND } from "../../../platform/time/durations.rule.ts";

const EVERYTHING = 10_000n;

/**
 * Describes rules that an administrator may not have intended. Such rules are accepted and judged as entered.
 * @param initialBalance in cents
 */
export function rulesWarnings(rules: Rules, initialBalance: bigint, money: MoneyWords): string[] {
  return [
    ...rules.limits.flatMap((rule) => limitWarnings(rule, initialBalance, money)),
    ...rules.objectives.flatMap((rule) => objectiveWarnings(rule, initialBalance)),
    ...dailyAboveMaximum(rules, initialBalance, money),
    ...repeatedKinds([...rules.limits, ...rules.objectives]),
    ...consistencyWithoutTarget(rules),
    ...observationWarnings(rules),
    ...(rules.payout ? payoutWarnings(rules.payout, money) : []),
  ];
}

function limitWarnings(rule: LimitRule, initialBalance: bigint, money: MoneyWords): string[] {
  switch (rule.kind) {
    case "daily_loss":
    case "open_loss":
      return sizeWarnings(rule.kind, rule.limit, initialBalance, money);
    case "max_loss":
      return [
        ...sizeWarnings(rule.kind, rule.limit, initialBalance, money),
        ...trailingWarnings(rule),
      ];
    case "max_position":
      return /[1-9]/.test(rule.volume)
        ? []
        : ["Largest position: a volume of 0 makes every open position a breach."];
    case "inactivity":
      return rule.days > 0
        ? []
        : ["Inactivity: a period of 0 days is over as soon as the stage starts."];
    default:
      return [];
  }
}

function sizeWarnings(
  kind: Rule["kind"],
  limit: RuleAmount,
  initialBalance: bigint,
  money: MoneyWords,
): string[] {
  const cents = figureCents(limit, initialBalance);
  const name = ruleNames[kind];
  if (cents === 0n) return [`${name}: a limit of 0 leaves no room for any loss.`];
  if ("percent" in limit && percentHundredths(limit.percent) === EVERYTHING) {
    return [`${name}: a limit of 100% is reached only when nothing is left.`];
  }
  if (cents >= initialBalance) {
    return [
      `${name}: the limit of ${money(cents)} is not below the initial balance of ${money(initialBalance)}.`,
    ];
  }
  return [];
}

function trailingWarnings({ mode, locksAt, onWithdrawal }: RuleOf<"max_loss">): string[] {
  if (mode !== "static") {
    return onWithdrawal === null
      ? [
          "Maximum loss: the rule does not specify the effect of a withdrawal, so withdrawals will not lower the trailing floor.",
        ]
      : [];
  }
  return [
    ...(locksAt
      ? ["Maximum loss: the lock has no effect, because a static floor does not move."]
      : []),
    ...(onWithdrawal === "follow"
      ? ["Maximum loss: a static floor does not follow a withdrawal, although the rule says so."]
      : []),
  ];
}

function objectiveWarnings(rule: ObjectiveRule, initialBalance: bigint): string[] {
  switch (rule.kind) {
    case "profit_target":
      return figureCents(rule.target, initialBalance) === 0n
        ? ["Profit target: a target of 0 is met from the start."]
        : [];
    case "min_trading_days":
      return tradingDaysWarnings(rule);
    default:
      return consistencyWarnings(rule.bestDayAtMostPercent);
  }
}

function tradingDaysWarnings({
  days,
  counts,
  minimumProfit,
}: RuleOf<"min_trading_days">): string[] {
  return [
    ...(days === 0 ? ["Trading days: 0 days are met from the start."] : []),
    ...(counts === "profitable" && !minimumProfit
      ? [
          "Trading days: profitable days are counted without a minimum profit; specify how much a day must earn.",
        ]
      : []),
    ...(counts !== "profitable" && minimumProfit
      ? [
          "Trading days: the minimum profit has no effect, because the rule does not count profitable days.",
        ]
      : []),
  ];
}

function consistencyWarnings(percent: string): string[] {
  const hundredths = percentHundredths(percent);
  if (hundredths === 0n) return ["Consistency: a best day of at most 0% can never be met."];
  if (hundredths === EVERYTHING) {
    return ["Consistency: a best day of at most 100% is exceeded only after losing days."];
  }
  return [];
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
    .map(([kind, count]) => `${ruleNames[kind]}: there are ${count} such rules; each one applies.`);
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
