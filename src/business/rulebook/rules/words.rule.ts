import { formatDecimal, moneyIn } from "../../../platform/money/money.ts";
import { conductWords } from "../kinds/conduct/conduct-kinds.rule.ts";
import type { ConductRule } from "../kinds/conduct/conduct.schema.ts";
import { formulaOf } from "../kinds/consistency.rule.ts";
import { requiresProfit } from "../kinds/parts/best-day.rule.ts";
import { profitTargetOf } from "../kinds/profit-target.rule.ts";
import { kindOf, type LimitRule, type Rule } from "../kinds/kinds.rule.ts";
import {
  dayCount,
  type Figure,
  figureCents,
  type MoneyWords,
  percentWords,
  ruleCents,
} from "../kinds/parts/figures.rule.ts";
import { rulesWarnings } from "./rules-warnings.rule.ts";
import { wordsOfTerms } from "./terms-words.rule.ts";
import type { PayoutRules, Rules } from "./rules.schema.ts";

/** A rule in one or two plain sentences, for a stage with a certain initial balance. */
export interface RulePreview {
  list: "limits" | "objectives" | "conduct";
  index: number;
  kind: Rule["kind"] | ConductRule["kind"];
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
  const stage = { initialBalance, money: moneyIn(currency), day: rules.day };
  const conduct = (rules.conduct ?? []).map((rule, index) => ({
    list: "conduct" as const,
    index,
    kind: rule.kind,
    words: conductWords(rule, stage),
    amount: "limit" in rule ? formatDecimal(figureCents(rule.limit, initialBalance)) : null,
  }));
  const preview = (list: RulePreview["list"]) => (rule: Rule, index: number) => ({
    list,
    index,
    kind: rule.kind,
    words: ruleWords(rule, rules.day, initialBalance, currency),
    amount: amountOf(rule, rules, initialBalance),
  });
  return {
    rules: [
      ...rules.limits.map(preview("limits")),
      ...rules.objectives.map(preview("objectives")),
      ...conduct,
    ],
    warnings: rulesWarnings(rules, initialBalance, moneyIn(currency)),
  };
}

/** The main figure of a rule in money, if it has one; of a best day that requires a profit, the target. */
function amountOf(rule: Rule, { objectives }: Rules, initialBalance: bigint): string | null {
  if (rule.kind === "consistency" && requiresProfit(formulaOf(rule))) {
    return formatDecimal(profitTargetOf(objectives, initialBalance) ?? 0n);
  }
  const figure = mainFigure(rule);
  return figure && formatDecimal(figureCents(figure, initialBalance));
}

/** The amount or percentage that a rule is about; `null` for rules about something else. */
function mainFigure(rule: Rule): Figure | null {
  if ("limit" in rule) return rule.limit;
  return "target" in rule ? rule.target : null;
}

/** Describes one rule in words. @param initialBalance in cents */
export function ruleWords(
  rule: Rule,
  day: Rules["day"],
  initialBalance: bigint,
  currency: string,
): string {
  const words = kindOf(rule.kind).words(rule, { initialBalance, money: moneyIn(currency), day });
  return "consequence" in rule ? `${words} ${breachWords(rule)}` : words;
}

function breachWords({ consequence }: LimitRule): string {
  return consequence === "fail"
    ? "A breach ends the evaluation."
    : "A breach is reported, and the evaluation continues.";
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
    ...wordsOfTerms(payout, money),
  ];
}

/**
 * Describes rules in one line, for lists: `5% daily · 10% max · 8% target · 80% share`. Other limits and objectives are
 * only in the full words.
 */
export function rulesInBrief({ limits, objectives, payout }: Rules, currency = "USD"): string {
  const money = moneyIn(currency);
  const brief = (rule: Rule) => {
    const figure = mainFigure(rule);
    return figure && kindOf(rule.kind).brief?.(figureInBrief(figure, money), rule);
  };
  const parts = [
    ...[...limits, ...objectives].map(brief),
    payout && `${percentWords(payout.sharePercent)} share`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(" · ") : "No loss limits, target or payouts";
}

function figureInBrief(figure: Figure, money: MoneyWords): string {
  return "amount" in figure ? money(ruleCents(figure.amount)) : percentWords(figure.percent);
}

function waitWords(days: number, since: string): string {
  return days === 0 ? `at any time after ${since}` : `${dayCount(days)} after ${since}`;
}

function winningDaysWords(days: number, minimum: string | null, money: MoneyWords): string {
  const profit = minimum ? `a result of at least ${money(ruleCents(minimum))}` : "a profit";
  return `Since the last payout there must be at least ${dayCount(days)} with ${profit}.`;
}
