import {
  limitJudges,
  type LimitRule,
  objectiveJudges,
  type ObjectiveRule,
} from "../kinds/kinds.rule.ts";
import type { Limit, Objective, ZonedAccount } from "../kinds/parts/limit.rule.ts";
import type { Rules } from "../rules/rules.schema.ts";

/** Constructs what judges a rule. @param state a stored state to continue from */
type JudgeOf<Rule, Judge> = new (rule: Rule, account: ZonedAccount, state?: object) => Judge;

/**
 * Creates the limits of a stage.
 * @param states the stored states to continue from, in the order of the rules, which must not have changed since
 */
export function createLimits(
  { limits }: Rules,
  account: ZonedAccount,
  states: object[] | null,
): Limit<LimitRule>[] {
  return limits.map((rule, index) => {
    const Judge = limitJudges[rule.kind] as JudgeOf<LimitRule, Limit<LimitRule>>;
    return new Judge(rule, account, states?.[index]);
  });
}

/** Creates the objectives of a stage. @param states as in `createLimits` */
export function createObjectives(
  { objectives }: Rules,
  account: ZonedAccount,
  states: object[] | null,
): Objective<ObjectiveRule>[] {
  return objectives.map((rule, index) => {
    const Judge = objectiveJudges[rule.kind] as JudgeOf<ObjectiveRule, Objective<ObjectiveRule>>;
    return new Judge(rule, account, states?.[index]);
  });
}
