import { describe, expect, it } from "vitest";
import { percentOf } from "../../../../../src/business/rulebook/kinds/parts/figures.rule.ts";
import {
  rules as rulesSchema,
  type Rules,
} from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import {
  previewRules,
  rulesInBrief,
  wordsOfPayout,
} from "../../../../../src/business/rulebook/rules/words.rule.ts";
import { contractRules, dailyLoss, maxLoss, noRules } from "./rules.fixtures.ts";

const INITIAL = 100_000_00n;

const wordsOf = (rules: Partial<Rules>, initial = INITIAL) =>
  previewRules({ ...noRules, ...rules }, initial).rules.map((rule) => rule.words);
const amountsOf = (rules: Partial<Rules>, initial = INITIAL) =>
  previewRules({ ...noRules, ...rules }, initial).rules.map((rule) => rule.amount);

describe("a percent of an amount", () => {
  it.each([
    [100_000_00n, "5", 5_000_00n],
    [100_000_00n, "5.25", 5_250_00n],
    [100_000_00n, "5.5", 5_500_00n],
    [10n, "5", 1n],
    [-10n, "5", -1n],
    [9n, "5", 0n],
    [-9n, "5", 0n],
    [99_999_99n, "33.33", 33_330_00n],
    [1_00n, "0", 0n],
    [1_23n, "100", 1_23n],
  ])("of %s cents, %s%, is %s cents, rounded half away from zero", (cents, percent, expected) => {
    expect(percentOf(cents, percent)).toBe(expected);
  });
});

describe("the preview of rules", () => {
  it("has the list, position and kind of every rule, but not the payout", () => {
    const preview = previewRules(contractRules, INITIAL);
    expect(
      preview.rules.map(({ list, index, kind, amount }) => [list, index, kind, amount]),
    ).toEqual([
      ["limits", 0, "daily_loss", "5000.00"],
      ["limits", 1, "max_loss", "10000.00"],
      ["limits", 2, "open_loss", "2000.00"],
      ["limits", 3, "max_position", null],
      ["limits", 4, "flat_by", null],
      ["limits", 5, "inactivity", null],
      ["objectives", 0, "profit_target", "10000.00"],
      ["objectives", 1, "min_trading_days", null],
      ["objectives", 2, "consistency", null],
    ]);
    expect(preview.warnings).toEqual([]);
  });

  it("describes each rule in plain sentences with amounts for that balance", () => {
    expect(wordsOf(contractRules)).toEqual([
      "Equity must not fall below the balance at the start of the day less $5,000.00 (5% of the initial balance); the day starts at 00:00 in Europe/Prague. A breach ends the evaluation.",
      "Equity must not fall below $90,000.00, the initial balance less $10,000.00 (10% of the initial balance). A breach ends the evaluation.",
      "The total loss of open positions must stay under $2,000.00 (2% of the initial balance). A breach is reported, and the evaluation continues.",
      "Open positions must not exceed 5.00 lots in total. A breach ends the evaluation.",
      "No position may be open at 15:10 in Europe/Prague, on any day. A breach ends the evaluation.",
      "The trader must open or close a position at least once in every 30 days of 24 hours. A breach ends the evaluation.",
      "The profit must reach $10,000.00 (10% of the initial balance), with every position closed.",
      "There must be at least 4 days on which a position is opened.",
      "The best day may make up at most 40% of the profit.",
    ]);
  });

  it("states the initial and the final floor of a trailing limit", () => {
    const trailing = maxLoss({
      limit: { amount: "2000.00" },
      mode: "trailing_day_end",
      locksAt: { amount: "0.00" },
      onWithdrawal: "stay",
      breachedWhen: "at_or_below",
    });
    expect(wordsOf({ limits: [trailing] }, 50_000_00n)).toEqual([
      "Equity must stay above the highest balance at the end of any day so far less $2,000.00. The floor starts at $48,000.00 and rises to $50,000.00 at most. A withdrawal does not lower the floor. A breach ends the evaluation.",
    ]);
    const followed = { ...trailing, locksAt: null, onWithdrawal: "follow" as const };
    expect(wordsOf({ limits: [followed] }, 50_000_00n)[0]).toContain(
      "The floor starts at $48,000.00. A withdrawal lowers the floor by its amount. A breach",
    );
    expect(
      wordsOf({ limits: [{ ...followed, locksAt: { amount: "100.00" } }] }, 50_000_00n)[0],
    ).toContain(
      "rises to $50,100.00 at most. A withdrawal lowers the floor by its amount, unless the floor has reached its highest level.",
    );
  });

  it("states the initial amount of a percentage of a moving figure", () => {
    const daily = dailyLoss({ limit: { percent: "4.50", of: "reference" }, from: "higher" });
    expect(wordsOf({ limits: [daily] })[0]).toContain(
      "the higher of balance and equity at the start of the day less 4.5% of it, at first $4,500.00;",
    );
    expect(amountsOf({ limits: [daily] })).toEqual(["4500.00"]);
  });

  it("rounds the amount of a percent half away from zero to the cent", () => {
    const daily = dailyLoss({ limit: { percent: "0.25", of: "initial" } });
    expect(amountsOf({ limits: [daily] }, 10_002_00n)).toEqual(["25.01"]);
  });

  it("has no amount for a minimum profit of a day", () => {
    const objective = {
      kind: "min_trading_days" as const,
      days: 1,
      counts: "profitable" as const,
      minimumProfit: { percent: "0.5", of: "initial" as const },
    };
    expect(wordsOf({ objectives: [objective] })).toEqual([
      "There must be at least 1 day with a result of at least $500.00 (0.5% of the initial balance).",
    ]);
    expect(amountsOf({ objectives: [objective] })).toEqual([null]);
  });

  it("has all amounts in the currency of the stage, warnings included", () => {
    const rules = { ...contractRules, limits: [dailyLoss({ limit: { amount: "100000.00" } })] };
    const { warnings, rules: described } = previewRules(rules, INITIAL, "EUR");
    expect(warnings).toContain(
      "Daily loss: the limit of 100,000.00 EUR is not below the initial balance of 100,000.00 EUR.",
    );
    expect(described[0]!.words).toContain("less 100,000.00 EUR;");
    const texts = [...warnings, ...described.map(({ words }) => words)];
    expect([...texts, ...wordsOfPayout(rules.payout, "EUR")].join()).not.toContain("$");
  });

  it("is empty for rules without limits and objectives", () => {
    expect(previewRules(noRules, INITIAL)).toEqual({ rules: [], warnings: [] });
  });

  it("uses rules that the schema accepts", () => {
    expect(rulesSchema.parse(contractRules)).toEqual(contractRules);
    expect(rulesSchema.parse(noRules)).toEqual(noRules);
  });
});

describe("the terms of payouts", () => {
  it("are one sentence each", () => {
    expect(wordsOfPayout(contractRules.payout)).toEqual([
      "The trader receives 80% of the profit.",
      "The first payout is possible 14 days after the start of the stage, a further one 14 days after the last approved payout.",
      "A payout is at least $50.00.",
    ]);
    expect(
      wordsOfPayout({
        sharePercent: "90.50",
        firstAfterDays: 1,
        everyDays: 0,
        minimum: "0.00",
        minimumWinningDays: 5,
        winningDayMinimum: "150.00",
        bestDayAtMostPercent: "40",
        bufferAmount: "2100.00",
      }),
    ).toEqual([
      "The trader receives 90.5% of the profit above a buffer of $2,100.00.",
      "The first payout is possible 1 day after the start of the stage, a further one at any time after the last approved payout.",
      "Since the last payout there must be at least 5 days with a result of at least $150.00.",
      "The best day since the last payout may make up at most 40% of the profit.",
    ]);
  });

  it("are empty without a payout", () => {
    expect(wordsOfPayout(null)).toEqual([]);
  });
});

describe("rules in one line", () => {
  const target = { kind: "profit_target", target: { percent: "8", of: "initial" } } as const;

  it.each<[Partial<Rules>, string]>([
    [
      {
        limits: [dailyLoss(), maxLoss()],
        objectives: [target],
        payout: contractRules.payout,
      },
      "5% daily · 10% max · 8% target · 80% share",
    ],
    [
      {
        limits: [
          dailyLoss({ limit: { amount: "500.00" } }),
          maxLoss({ mode: "trailing_equity", limit: { amount: "2500.00" } }),
        ],
      },
      "500.00 EUR daily · 2,500.00 EUR max, trailing",
    ],
    [{}, "No loss limits, target or payouts"],
  ])("are %j: %s", (rules, words) => {
    expect(rulesInBrief({ ...noRules, ...rules }, "EUR")).toBe(words);
  });
});
