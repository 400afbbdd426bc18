import {
  limitJudges,
  type LimitRule,
  objectiveJudges,
  type ObjectiveRule,
} from "../kinds/kinds.rule.ts";
import { breachKey } from "./breach-key.rule.ts";
import type {
  Limit,
  Objective,
  ObjectiveAccount,
  ZonedAccount,
} from "../kinds/parts/limit.rule.ts";
import { profitTargetOf } from "../kinds/profit-target.rule.ts";
import type { Waiver } from "./verdict.schema.ts";
import type { Rules } from "../rules/rules.schema.ts";

/** Constructs what judges a rule. @param state a stored state to continue from */
type JudgeOf<Rule, Judge> = new (
  rule: Rule,
  account: ZonedAccount & ObjectiveAccount,
  state?: object,
) => Judge;

/**
 * Creates the limits of a stage.
 * @param waivers the keys of breaches that were set aside; others have no effect
 * @param states the stored states to continue from, in the order of the rules, which must not have changed since
 */
export function createLimits(
  { limits }: Rules,
  account: ZonedAccount,
  states: object[] | null,
  waivers: readonly Pick<Waiver, "key">[],
): Limit<LimitRule>[] {
  return limits.map((rule, index) => {
    const Judge = limitJudges[rule.kind] as JudgeOf<LimitRule, Limit<LimitRule>>;
    const limit = new Judge(rule, { ...account, profitTarget: null }, states?.[index]);
    const start = breachKey({ kind: rule.kind, index }, "");
    const keys = waivers.map(({ key }) => key).filter((key) => key.startsWith(start));
    limit.waivedTimes = new Set(keys.map((key) => key.slice(start.length)));
    return limit;
  });
}

/** Creates the objectives of a stage. @param states as in `createLimits` */
export function createObjectives(
  { objectives }: Rules,
  account: ZonedAccount,
  states: object[] | null,
): Objective<ObjectiveRule>[] {
  const profitTarget = profitTargetOf(objectives, account.initialBalance);
  return objectives.map((rule, index) => {
    const Judge = objectiveJudges[rule.kind] as JudgeOf<ObjectiveRule, Objective<ObjectiveRule>>;
    return new Judge(rule, { ...account, profitTarget }, states?.[index]);
  });
}
