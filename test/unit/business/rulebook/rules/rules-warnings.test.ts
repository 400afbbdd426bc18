import { describe, expect, it } from "vitest";
import type { ObjectiveRule } from "../../../../../src/business/rulebook/kinds/kinds.rule.ts";
import type {
  PayoutRules,
  Rules,
} from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import { previewRules } from "../../../../../src/business/rulebook/rules/words.rule.ts";
import type { PayoutTerms } from "../../../../../src/business/rulebook/rules/payout-terms.schema.ts";
import { conductRule } from "../../../../support/conducted.ts";
import { general, row, terms } from "../statement/statement.fixtures.ts";
import { contractRules, dailyLoss, maxLoss, noRules } from "./rules.fixtures.ts";

const warningsOf = (rules: Partial<Rules>) =>
  previewRules({ ...noRules, ...rules }, 100_000_00n).warnings;
const payout = (fields: Partial<PayoutRules>) => ({
  payout: { ...contractRules.payout!, ...fields },
});
const termsOf = (changes: Partial<PayoutTerms>): Partial<Rules> => ({
  payout: { ...general, firstAfterDays: 0, everyDays: 0, terms: { ...terms, ...changes } },
});
const days = (fields: object): Partial<Rules> => ({
  objectives: [
    { kind: "min_trading_days", days: 3, counts: "traded", minimumProfit: null, ...fields },
  ] as ObjectiveRule[],
});

describe("rules are accepted with a warning", () => {
  it.each<[string, Partial<Rules>, string]>([
    [
      "a daily limit is above the maximum loss",
      {
        limits: [
          dailyLoss({ limit: { amount: "6000.00" } }),
          maxLoss({ limit: { percent: "5", of: "peak" } }),
        ],
      },
      "Daily loss: the limit of $6,000.00 is above the maximum loss of $5,000.00, which is reached first unless there are profits.",
    ],
    [
      "a limit is 0",
      { limits: [dailyLoss({ limit: { amount: "0.00" } })] },
      "Daily loss: a limit of 0 leaves no room for any loss.",
    ],
    [
      "a limit is 100%",
      { limits: [maxLoss({ limit: { percent: "100.00", of: "initial" } })] },
      "Maximum loss: a limit of 100% is reached only when nothing is left.",
    ],
    [
      "a limit is the whole balance",
      { limits: [maxLoss({ limit: { amount: "100000.00" } })] },
      "Maximum loss: the limit of $100,000.00 is not below the initial balance of $100,000.00.",
    ],
    [
      "a static limit locks",
      { limits: [maxLoss({ locksAt: { amount: "100.00" } })] },
      "Maximum loss: the lock has no effect, because a static floor does not move.",
    ],
    [
      "a static limit follows withdrawals",
      { limits: [maxLoss({ onWithdrawal: "follow" })] },
      "Maximum loss: a static floor does not follow a withdrawal, although the rule says so.",
    ],
    [
      "a trailing limit does not mention withdrawals",
      { limits: [maxLoss({ mode: "trailing_closed", onWithdrawal: null })] },
      "Maximum loss: the rule does not specify the effect of a withdrawal, so withdrawals will not lower the trailing floor.",
    ],
    [
      "no volume is allowed",
      { limits: [{ kind: "max_position", volume: "0.00", consequence: "fail" }] },
      "Largest position: a volume of 0 makes every open position a breach.",
    ],
    [
      "inactivity is immediate",
      { limits: [{ kind: "inactivity", days: 0, counts: "deals", consequence: "fail" }] },
      "Inactivity: a period of 0 days is over as soon as the stage starts.",
    ],
    [
      "a kind occurs twice",
      { limits: [dailyLoss(), dailyLoss({ measured: "balance" })] },
      "Daily loss: there are 2 such rules; each one applies.",
    ],
    [
      "a target is 0",
      { objectives: [{ kind: "profit_target", target: { percent: "0", of: "initial" } }] },
      "Profit target: a target of 0 is met from the start.",
    ],
    ["no days are required", days({ days: 0 }), "Trading days: 0 days are met from the start."],
    [
      "profitable days have no minimum profit",
      days({ counts: "profitable" }),
      "Trading days: profitable days are counted without a minimum profit; specify how much a day must earn.",
    ],
    [
      "other days have a minimum profit",
      days({ minimumProfit: { amount: "100.00" } }),
      "Trading days: the minimum profit has no effect, because the rule does not count profitable days.",
    ],
    [
      "consistency is without a profit target",
      { objectives: [{ kind: "consistency", bestDayAtMostPercent: "40" }] },
      "Consistency: without a profit target, even the smallest profit is compared.",
    ],
    [
      "gaps of hours count as observed",
      { observation: { maxGapSeconds: 7200 } },
      "Observation: equity may be unseen for 7,200 seconds and still count as observed.",
    ],
    [
      "no gap counts as observed",
      { observation: { maxGapSeconds: 0 } },
      "Observation: with a gap of 0 seconds, no time with an open position ever counts as observed.",
    ],
    [
      "the first payout comes sooner than a further one",
      payout({ firstAfterDays: 7 }),
      "Payout: the first payout is possible after 7 days, sooner than a further one after 14 days.",
    ],
    [
      "winning days have no minimum",
      payout({ minimumWinningDays: 5 }),
      "Payout: winning days are counted without a minimum; specify how much a day must earn.",
    ],
    [
      "a winning day has a minimum but none is required",
      payout({ winningDayMinimum: "200.00" }),
      "Payout: the minimum of $200.00 for a winning day has no effect without a number of winning days.",
    ],
    [
      "the share is 0",
      payout({ sharePercent: "0" }),
      "Payout: a share of 0% leaves nothing to pay out.",
    ],
    [
      "no best day is allowed",
      payout({ bestDayAtMostPercent: "0.00" }),
      "Payout: a best day of at most 0% can never be met.",
    ],
    [
      "the window of news has no minutes",
      { conduct: [conductRule("news", { before: 0, after: 0 })] },
      "News: a window of 0 minutes is only the very instant of an event.",
    ],
    [
      "instruments are named although all events concern all symbols",
      { conduct: [conductRule("news", { concerns: "all", instruments: { US30: ["USD"] } })] },
      "News: the instruments have no effect, because every event concerns all symbols.",
    ],
    [
      "trades need not be held",
      { conduct: [conductRule("min_hold", { seconds: 0 })] },
      "Minimum holding time: no trade is held for less than 0 seconds.",
    ],
    [
      "no trade may be open",
      { conduct: [conductRule("open_trades", { max: 0 })] },
      "Open trades: with at most 0 open trades, every trade breaks it.",
    ],
    [
      "an idea may lose nothing",
      { conduct: [conductRule("idea_loss", { limit: { percent: "0", of: "initial" } })] },
      "Loss of an idea: a limit of 0 leaves no room for any loss.",
    ],
    [
      "an idea may lose everything",
      { conduct: [conductRule("idea_loss", { limit: { amount: "100000.00" } })] },
      "Loss of an idea: the limit of $100,000.00 is not below the initial balance of $100,000.00.",
    ],
    [
      "all symbols are forbidden",
      { conduct: [conductRule("symbols", { forbidden: ["*"] })] },
      "Forbidden symbols: all symbols are forbidden, so that every trade breaks it.",
    ],
    [
      "a rule of conduct leaves all symbols alone",
      { conduct: [conductRule("hedging", { except: ["*"] })] },
      "Hedging: it leaves all symbols alone, so that nothing breaks it.",
    ],
    [
      "the cap of a payout is below the minimum",
      termsOf({ payouts: [{ ...row, cap: { amount: "60.00" } }] }),
      "Payout 1: its cap leaves at most $48.00, below the minimum payout of $50.00, so that it is never ready.",
    ],
    [
      "a later payout has no share",
      termsOf({ payouts: [row, { ...row, sharePercent: "0" }] }),
      "Payout 2: a share of 0% leaves nothing to pay out.",
    ],
    [
      "the best day of a payout may be all of it",
      termsOf({ payouts: [{ ...row, bestAtMostPercent: "100" }] }),
      "Payout 1: a best day of at most 100% is exceeded only after losses.",
    ],
    [
      "the best day of a payout may be all winning days",
      termsOf({
        consistency: { formula: "winning_days", best: "day" },
        payouts: [{ ...row, bestAtMostPercent: "100" }],
      }),
      "Payout 1: a best day of at most 100% of the days with a profit is never exceeded.",
    ],
    [
      "none of the profit can be withdrawn",
      termsOf({ payouts: [{ ...row, profitAtMostPercent: "0" }] }),
      "Payout 1: 0% of the profit leaves nothing to pay out.",
    ],
    [
      "short trades may bring everything",
      termsOf({ shortTrades: { seconds: 60, atMostPercent: "100" } }),
      "Short trades: they never make up more than 100% of what was won.",
    ],
    [
      "short trades last no second",
      termsOf({ shortTrades: { seconds: 0, atMostPercent: "50" } }),
      "Short trades: no trade is held for less than 0 seconds.",
    ],
    [
      "news of no impact are restricted",
      { conduct: [conductRule("news", { impacts: [] })] },
      "News: without an impact or a restriction, nothing breaks it.",
    ],
    [
      "news restrict nothing",
      { conduct: [conductRule("news", { restricts: [] })] },
      "News: without an impact or a restriction, nothing breaks it.",
    ],
    [
      "trades must be closed on no day",
      { conduct: [conductRule("holding", { days: [] })] },
      "Holding over a time: without a day, nothing breaks it.",
    ],
    [
      "no symbol is forbidden",
      { conduct: [conductRule("symbols", { forbidden: [] })] },
      "Forbidden symbols: without a symbol, nothing breaks it.",
    ],
    [
      "the range of lots excludes the average",
      termsOf({ lotRange: { lowestPercent: "25", highestPercent: "50" } }),
      "Lot range: trades of the average volume are outside of it, so that all profit may be deducted.",
    ],
    [
      "the range of lots is the average",
      termsOf({ lotRange: { lowestPercent: "100", highestPercent: "100" } }),
      "Lot range: every trade is deducted unless all have the same volume.",
    ],
  ])("if %s", (_, rules, warning) => {
    expect(warningsOf(rules)).toEqual([warning]);
  });

  it.each([
    ["0", "Consistency: a best day of at most 0% can never be met."],
    ["100", "Consistency: a best day of at most 100% is exceeded only after losing days."],
  ])("if the best day may be %s percent", (bestDayAtMostPercent, warning) => {
    expect(
      warningsOf({
        objectives: [
          { kind: "profit_target", target: { amount: "1.00" } },
          { kind: "consistency", bestDayAtMostPercent },
        ],
      }),
    ).toEqual([warning]);
  });
});

describe("rules have no warning", () => {
  it("if the daily limit equals the maximum loss", () => {
    expect(
      warningsOf({ limits: [dailyLoss(), maxLoss({ limit: { percent: "5", of: "initial" } })] }),
    ).toEqual([]);
  });

  it("if the first payout requires no waiting time", () => {
    expect(warningsOf(payout({ firstAfterDays: 0 }))).toEqual([]);
  });

  it("if a trailing floor locks at the initial balance", () => {
    const trailing = maxLoss({ mode: "trailing_day_end", locksAt: { amount: "0.00" } });
    expect(warningsOf({ limits: [trailing] })).toEqual([]);
  });
});
