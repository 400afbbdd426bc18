import { formatDecimal, moneyIn } from "../../../platform/money/money.ts";
import {
  dayCount,
  figureCents,
  figureInMoney,
  type MoneyWords,
  percentWords,
  type Rule,
  ruleCents,
} from "./rule-figures.rule.ts";
import { rulesWarnings } from "./rules-warnings.rule.ts";
import type { LimitRule, PayoutRules, RuleOf, Rules } from "./rules.schema.ts";

/** A rule in one or two plain sentences, for a stage with a certain initial balance. */
export interface RulePreview {
  list: "limits" | "objectives";
  index: number;
  kind: Rule["kind"];
  words: string;
  /** The limit or target in money at the start of the stage; `null` for rules without one. */
  amount: string | null;
}

export interface RulesPreview {
  rules: RulePreview[];
  warnings: string[];
}

/** Describes what rules mean for a stage, in words and money. @param initialBalance in cents */
export function previewRules(rules: Rules, initialBalance: bigint, currency = "USD"): RulesPreview {
  const preview = (list: RulePreview["list"]) => (rule: Rule, index: number) => ({
    list,
    index,
    kind: rule.kind,
    words: ruleWords(rule, rules.day, initialBalance, currency),
    amount: amountOf(rule, initialBalance),
  });
  return {
    rules: [...rules.limits.map(preview("limits")), ...rules.objectives.map(preview("objectives"))],
    warnings: rulesWarnings(rules, initialBalance, moneyIn(currency)),
  };
}

function amountOf(rule: Rule, initialBalance: bigint): string | null {
  if ("limit" in rule) return formatDecimal(figureCents(rule.limit, initialBalance));
  if ("target" in rule) return formatDecimal(figureCents(rule.target, initialBalance));
  return null;
}

/** Describes one rule in words. @param initialBalance in cents */
export function ruleWords(
  rule: Rule,
  day: Rules["day"],
  initialBalance: bigint,
  currency: string,
): string {
  const money = moneyIn(currency);
  switch (rule.kind) {
    case "daily_loss":
      return `${dailyLossWords(rule, day, initialBalance, money)} ${breachWords(rule)}`;
    case "max_loss":
      return `${maxLossWords(rule, initialBalance, money)} ${breachWords(rule)}`;
    case "open_loss":
      return `${openLossWords(rule, initialBalance, money)} ${breachWords(rule)}`;
    case "max_position":
      return `Open positions must not exceed ${rule.volume} lots in total. ${breachWords(rule)}`;
    case "flat_by":
      return `No position may be open at ${rule.time} in ${day.timeZone}, on any day. ${breachWords(rule)}`;
    case "inactivity":
      return `${inactivityWords(rule)} ${breachWords(rule)}`;
    case "profit_target":
      return `The profit must reach ${figureInMoney(rule.target, initialBalance, money)}, with every position closed.`;
    case "min_trading_days":
      return tradingDaysWords(rule, initialBalance, money);
    default:
      return `The best day may make up at most ${percentWords(rule.bestDayAtMostPercent)} of the profit.`;
  }
}

function breachWords({ consequence }: LimitRule): string {
  return consequence === "fail"
    ? "A breach ends the evaluation."
    : "A breach is reported, and the evaluation continues.";
}

const measuredWords = {
  equity: "Equity",
  balance: "The balance",
  day_end_balance: "The balance at the end of each day",
};

const floorWords = { below: "must not fall below", at_or_below: "must stay above" };

const referenceWords = {
  balance: "the balance at the start of the day",
  equity: "the equity at the start of the day",
  higher: "the higher of balance and equity at the start of the day",
  day_high_equity: "the highest equity of the day",
};

function dailyLossWords(
  rule: RuleOf<"daily_loss">,
  day: Rules["day"],
  initialBalance: bigint,
  money: MoneyWords,
): string {
  return (
    `${measuredWords[rule.measured]} ${floorWords[rule.breachedWhen]} ${referenceWords[rule.from]} ` +
    `less ${figureInMoney(rule.limit, initialBalance, money)}; ` +
    `the day starts at ${day.startsAt} in ${day.timeZone}.`
  );
}

const peakWords = {
  trailing_day_end: "the highest balance at the end of any day",
  trailing_closed: "the highest balance",
  trailing_equity: "the highest balance or equity",
};

function maxLossWords(rule: RuleOf<"max_loss">, initialBalance: bigint, money: MoneyWords): string {
  const start = `${measuredWords[rule.measured]} ${floorWords[rule.breachedWhen]}`;
  const limit = figureInMoney(rule.limit, initialBalance, money);
  const firstFloor = money(initialBalance - figureCents(rule.limit, initialBalance));
  if (rule.mode === "static") {
    return `${start} ${firstFloor}, the initial balance less ${limit}.`;
  }
  const lock = rule.locksAt && money(initialBalance + ruleCents(rule.locksAt.amount));
  return [
    `${start} ${peakWords[rule.mode]} so far less ${limit}.`,
    `The floor starts at ${firstFloor}${lock ? ` and rises to ${lock} at most` : ""}.`,
    `${withdrawalWords(rule)}.`,
  ].join(" ");
}

function withdrawalWords({ onWithdrawal, locksAt }: RuleOf<"max_loss">): string {
  if (onWithdrawal !== "follow") return "A withdrawal does not lower the floor";
  const end = locksAt ? ", unless the floor has reached its highest level" : "";
  return `A withdrawal lowers the floor by its amount${end}`;
}

function openLossWords(
  rule: RuleOf<"open_loss">,
  initialBalance: bigint,
  money: MoneyWords,
): string {
  const verb = rule.breachedWhen === "below" ? "must not exceed" : "must stay under";
  return `The total loss of open positions ${verb} ${figureInMoney(rule.limit, initialBalance, money)}.`;
}

function inactivityWords({ days, counts }: RuleOf<"inactivity">): string {
  const act = counts === "opened" ? "open a position" : "open or close a position";
  return `The trader must ${act} at least once in every ${dayCount(days)} of 24 hours.`;
}

const countedDays = {
  opened: "on which a position is opened",
  closed: "on which a position is closed",
  traded: "on which a position is opened or closed",
  opened_and_closed: "on which a trade is both opened and closed",
};

function tradingDaysWords(
  rule: RuleOf<"min_trading_days">,
  initialBalance: bigint,
  money: MoneyWords,
): string {
  if (rule.counts !== "profitable") {
    return `There must be at least ${dayCount(rule.days)} ${countedDays[rule.counts]}.`;
  }
  const profit = rule.minimumProfit
    ? `a result of at least ${figureInMoney(rule.minimumProfit, initialBalance, money)}`
    : "a profit";
  return `There must be at least ${dayCount(rule.days)} with ${profit}.`;
}

/** Describes the payout terms in one sentence each; empty if there are none. */
export function wordsOfPayout(payout: PayoutRules | null, currency = "USD"): string[] {
  if (!payout) return [];
  const money = moneyIn(currency);
  const { minimumWinningDays, winningDayMinimum, bestDayAtMostPercent } = payout;
  const buffer = ruleCents(payout.bufferAmount);
  const minimum = ruleCents(payout.minimum);
  return [
    `The trader receives ${percentWords(payout.sharePercent)} of the profit${
      buffer > 0n ? ` above a buffer of ${money(buffer)}` : ""
    }.`,
    `The first payout is possible ${waitWords(payout.firstAfterDays, "the start of the stage")}, ` +
      `a further one ${waitWords(payout.everyDays, "the last approved payout")}.`,
    ...(minimum > 0n ? [`A payout is at least ${money(minimum)}.`] : []),
    ...(minimumWinningDays > 0
      ? [winningDaysWords(minimumWinningDays, winningDayMinimum, money)]
      : []),
    ...(bestDayAtMostPercent === null
      ? []
      : [
          `The best day since the last payout may make up at most ${percentWords(bestDayAtMostPercent)} of the profit.`,
        ]),
  ];
}

/**
 * Describes rules in one line, for lists: `5% daily · 10% max · 8% target · 80% share`. Other limits and objectives are
 * only in the full words.
 */
export function rulesInBrief({ limits, objectives, payout }: Rules, currency = "USD"): string {
  const money = moneyIn(currency);
  const figure = (threshold: { amount: string } | { percent: string }) =>
    "amount" in threshold ? money(ruleCents(threshold.amount)) : percentWords(threshold.percent);
  const parts = [
    ...limits.map((rule) => {
      if (rule.kind === "daily_loss") return `${figure(rule.limit)} daily`;
      if (rule.kind !== "max_loss") return null;
      return `${figure(rule.limit)} max${rule.mode === "static" ? "" : ", trailing"}`;
    }),
    ...objectives.map((rule) =>
      rule.kind === "profit_target" ? `${figure(rule.target)} target` : null,
    ),
    payout && `${percentWords(payout.sharePercent)} share`,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(" · ") : "No loss limits, target or payouts";
}

function waitWords(days: number, since: string): string {
  return days === 0 ? `at any time after ${since}` : `${dayCount(days)} after ${since}`;
}

function winningDaysWords(days: number, minimum: string | null, money: MoneyWords): string {
  const profit = minimum ? `a result of at least ${money(ruleCents(minimum))}` : "a profit";
  return `Since the last payout there must be at least ${dayCount(days)} with ${profit}.`;
}
