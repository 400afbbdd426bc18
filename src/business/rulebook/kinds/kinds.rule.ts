import { Consistency, consistency } from "./consistency.rule.ts";
import { DailyLoss, dailyLoss } from "./daily-loss.rule.ts";
import { FlatBy, flatBy } from "./flat-by.rule.ts";
import { Inactivity, inactivity } from "./inactivity.rule.ts";
import { MaxLoss, maxLoss } from "./max-loss.rule.ts";
import { MaxPosition, maxPosition } from "./max-position.rule.ts";
import { MinTradingDays, minTradingDays } from "./min-trading-days.rule.ts";
import { OpenLoss, openLoss } from "./open-loss.rule.ts";
import type { ObjectiveKind, RuleKind, RuleOfKind } from "./parts/kind.rule.ts";
import { ProfitTarget, profitTarget } from "./profit-target.rule.ts";

/** All kinds of rules, in the order in which forms offer them. */

export const limitKinds = [dailyLoss, maxLoss, openLoss, maxPosition, flatBy, inactivity] as const;

export const objectiveKinds = [profitTarget, minTradingDays, consistency] as const;

export type LimitRule = RuleOfKind<(typeof limitKinds)[number]>;
export type ObjectiveRule = RuleOfKind<(typeof objectiveKinds)[number]>;
export type Rule = LimitRule | ObjectiveRule;

/** What judges a rule of each kind; apart from the kinds, because the screens describe rules without judging them. */
export const limitJudges = {
  daily_loss: DailyLoss,
  max_loss: MaxLoss,
  open_loss: OpenLoss,
  max_position: MaxPosition,
  flat_by: FlatBy,
  inactivity: Inactivity,
} satisfies Record<LimitRule["kind"], unknown>;

export const objectiveJudges = {
  profit_target: ProfitTarget,
  min_trading_days: MinTradingDays,
  consistency: Consistency,
} satisfies Record<ObjectiveRule["kind"], unknown>;

const byKind = new Map<Rule["kind"], RuleKind | ObjectiveKind>(
  [...limitKinds, ...objectiveKinds].map((declared) => [declared.kind, declared]),
);

/** Returns the declaration of a kind. */
export function kindOf(kind: ObjectiveRule["kind"]): ObjectiveKind;
export function kindOf(kind: Rule["kind"]): RuleKind;
export function kindOf(kind: Rule["kind"]): RuleKind {
  return byKind.get(kind)!;
}
