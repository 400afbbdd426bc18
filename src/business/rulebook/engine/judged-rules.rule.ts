import type { LimitRule, ObjectiveRule, Rules } from "../rules/rules.schema.ts";
import {
  Consistency,
  type ConsistencyState,
  ProfitTarget,
  type ProfitTargetState,
} from "./profit-objectives.rule.ts";
import { DailyLoss, type DailyLossState } from "./daily-loss.rule.ts";
import { FlatBy, MaxPosition, OpenLoss } from "./position-limits.rule.ts";
import type { FloorState } from "./floor.rule.ts";
import {
  Inactivity,
  type InactivityState,
  MinTradingDays,
  type MinTradingDaysState,
} from "./activity.rule.ts";
import type { Account, Limit, LimitState, Objective } from "./limit.rule.ts";
import { MaxLoss, type MaxLossState } from "./max-loss.rule.ts";

/**
 * Creates the limits of a stage.
 * @param states the stored states to continue from, in the order of the rules, which must not have changed since
 */
export function createLimits(
  { limits, day }: Rules,
  account: Account,
  states: object[] | null,
): Limit[] {
  const zonedAccount = { ...account, timeZone: day.timeZone };
  return limits.map((rule, index) => createLimit(rule, zonedAccount, states?.[index]));
}

function createLimit(
  rule: LimitRule,
  account: Account & { timeZone: string },
  state: object | undefined,
): Limit {
  const { kind } = rule;
  if (kind === "daily_loss") return new DailyLoss(rule, account, state as DailyLossState);
  if (kind === "max_loss") return new MaxLoss(rule, account, state as MaxLossState);
  if (kind === "open_loss") return new OpenLoss(rule, account, state as FloorState);
  if (kind === "max_position") return new MaxPosition(rule, account, state as LimitState);
  if (kind === "flat_by") return new FlatBy(rule, account, state as LimitState);
  return new Inactivity(rule, account, state as InactivityState);
}

/** Creates the objectives of a stage. @param states as in `createLimits` */
export function createObjectives(
  { objectives }: Rules,
  account: Account,
  states: object[] | null,
): Objective[] {
  return objectives.map((rule, index) => createObjective(rule, account, states?.[index]));
}

function createObjective(
  rule: ObjectiveRule,
  account: Account,
  state: object | undefined,
): Objective {
  const { kind } = rule;
  if (kind === "profit_target") return new ProfitTarget(rule, account, state as ProfitTargetState);
  if (kind === "consistency") return new Consistency(rule, account, state as ConsistencyState);
  return new MinTradingDays(rule, account, state as MinTradingDaysState);
}
