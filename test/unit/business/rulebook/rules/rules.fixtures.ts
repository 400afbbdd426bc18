import type { RuleOf, Rules } from "../../../../../src/business/rulebook/rules/rules.schema.ts";

/** Rules for the tests of sentences and presets. */

export const noRules: Rules = {
  day: { timeZone: "UTC", startsAt: "00:00" },
  observation: { maxGapSeconds: 300 },
  limits: [],
  objectives: [],
  payout: null,
};

export function dailyLoss(fields: Partial<RuleOf<"daily_loss">> = {}): RuleOf<"daily_loss"> {
  return {
    kind: "daily_loss",
    limit: { percent: "5", of: "initial" },
    from: "balance",
    measured: "equity",
    breachedWhen: "below",
    consequence: "fail",
    ...fields,
  };
}

export function maxLoss(fields: Partial<RuleOf<"max_loss">> = {}): RuleOf<"max_loss"> {
  return {
    kind: "max_loss",
    limit: { percent: "10", of: "initial" },
    mode: "static",
    locksAt: null,
    onWithdrawal: "stay",
    measured: "equity",
    breachedWhen: "below",
    consequence: "fail",
    ...fields,
  };
}

/** One rule of each kind. */
export const contractRules: Rules = {
  day: { timeZone: "Europe/Prague", startsAt: "00:00" },
  observation: { maxGapSeconds: 300 },
  limits: [
    dailyLoss(),
    maxLoss(),
    {
      kind: "open_loss",
      limit: { percent: "2", of: "initial" },
      breachedWhen: "at_or_below",
      consequence: "pause",
    },
    { kind: "max_position", volume: "5.00", consequence: "fail" },
    { kind: "flat_by", time: "15:10", consequence: "fail" },
    { kind: "inactivity", days: 30, counts: "deals", consequence: "fail" },
  ],
  objectives: [
    { kind: "profit_target", target: { percent: "10", of: "initial" } },
    { kind: "min_trading_days", days: 4, counts: "opened", minimumProfit: null },
    { kind: "consistency", bestDayAtMostPercent: "40" },
  ],
  payout: {
    sharePercent: "80",
    firstAfterDays: 14,
    everyDays: 14,
    minimum: "50.00",
    minimumWinningDays: 0,
    winningDayMinimum: null,
    bestDayAtMostPercent: null,
    bufferAmount: "0.00",
  },
};
