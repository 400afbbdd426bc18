import { describe, expect, it } from "vitest";
import { presets } from "../../../src/business/rulebook/rules/presets.ts";
import type { ConductRule } from "../../../src/business/rulebook/kinds/conduct/conduct.schema.ts";
import type { Rules } from "../../../src/business/rulebook/rules/rules.schema.ts";
import { emptyRules, fieldsOf } from "../../../web/features/admin/rules/rules-form.ts";
import type { FormTexts } from "../../../web/features/admin/rules/rule-texts.ts";
import { readValidRules, rulesForm } from "../../../web/features/admin/rules/rules-form-schema.ts";
import { contractRules, maxLoss, noRules } from "../business/rulebook/rules/rules.fixtures.ts";

const costs: Pick<ConductRule, "except" | "consequence" | "deductPercent" | "strikes"> = {
  except: [],
  consequence: "warn",
  deductPercent: null,
  strikes: null,
};

const conducted: Rules = {
  ...contractRules,
  conduct: [
    {
      kind: "news",
      impacts: ["high", "low"],
      before: 2,
      after: 3,
      concerns: "currencies",
      instruments: { "US30*": ["USD", "eur"], XAUUSD: [] },
      restricts: ["entry", "hold"],
      exceptOpenedBefore: 30,
      except: ["BTC*", "ETHUSD"],
      consequence: "deduct",
      deductPercent: "50.5",
      strikes: 3,
    },
    { kind: "holding", time: "21:45", days: ["fri"], ...costs },
    { kind: "min_hold", seconds: 60, ...costs, consequence: "strike", strikes: 2 },
    {
      kind: "idea_loss",
      limit: { percent: "2", of: "initial" },
      gapMinutes: 10,
      sides: "any",
      breachedWhen: "at_or_below",
      ...costs,
      consequence: "fail",
    },
    { kind: "open_trades", max: 5, per: "symbol", ...costs },
    { kind: "hedging", ...costs, consequence: "note" },
    { kind: "symbols", forbidden: ["XAU*"], ...costs },
  ],
  payout: {
    ...contractRules.payout!,
    terms: {
      refuseAbove: true,
      capOf: "payout",
      consistency: { formula: "excess", best: "trade" },
      shortTrades: { seconds: 120, atMostPercent: "50" },
      lotRange: { lowestPercent: "25", highestPercent: "200" },
      payouts: [
        {
          sharePercent: "80",
          afterDays: 14,
          winningDays: 5,
          bestAtMostPercent: "20",
          buffer: { amount: "2100.00" },
          minimumProfit: { percent: "5", of: "initial" },
          profitAtMostPercent: null,
          cap: {
            sizes: [
              ["50000.00", "1500.00"],
              ["100000", "3000"],
            ],
          },
        },
        {
          sharePercent: null,
          afterDays: null,
          winningDays: null,
          bestAtMostPercent: null,
          buffer: null,
          minimumProfit: null,
          profitAtMostPercent: "50",
          cap: null,
        },
      ],
    },
  },
};

const cases = [
  ["no rules", noRules],
  ["one rule of each kind", contractRules],
  ["conduct and terms of each kind", conducted],
  ...presets.map(({ id, rules }) => [`preset ${id}`, rules] as const),
] as const;

describe("the form for rules", () => {
  it.each(cases)("keeps %s as they are", (_, rules) => {
    expect(readValidRules({ ...emptyRules, ...fieldsOf(rules) })).toEqual(rules);
  });

  it("keeps levels and minimums that are amounts, and what is absent", () => {
    const rules: Rules = {
      ...noRules,
      limits: [
        maxLoss({ mode: "trailing_closed", locksAt: { amount: "100.00" }, onWithdrawal: null }),
        maxLoss({ limit: { amount: "2500.00" } }),
      ],
      objectives: [
        {
          kind: "min_trading_days",
          days: 5,
          counts: "profitable",
          minimumProfit: { amount: "50.00" },
        },
      ],
      payout: {
        ...contractRules.payout!,
        minimumWinningDays: 5,
        winningDayMinimum: "150.00",
        bestDayAtMostPercent: "40",
      },
    };
    const form = { ...emptyRules, ...fieldsOf(rules) };
    expect(readValidRules(form)).toEqual(rules);
    // The form hides fields without effect and keeps what was entered in them.
    form.limits = form.limits.map((rule) => ({ ...rule, mode: "static" }));
    form.objectives = form.objectives.map((rule) => ({ ...rule, counts: "closed" }));
    form.payout.minimumWinningDays = "0";
    expect(readValidRules(form)).toMatchObject({
      limits: [{ locksAt: null }, {}],
      objectives: [{ minimumProfit: null }],
      payout: { winningDayMinimum: null },
    });
  });

  it("leaves out what the consequence of a rule of conduct does not use, and terms that are switched off", () => {
    const form = { ...emptyRules, ...fieldsOf(conducted), hasTerms: false };
    form.conduct = form.conduct.map((rule) => ({ ...rule, consequence: "warn" }));
    const rules = readValidRules(form)!;
    expect(rules.conduct).toHaveLength(7);
    for (const rule of rules.conduct!) {
      expect(rule).toMatchObject({ deductPercent: null, strikes: null });
    }
    expect(rules.payout).not.toHaveProperty("terms");
  });

  it("names the field of each mistake in conduct and terms", async () => {
    const form = { ...emptyRules, name: "Conduct", ...fieldsOf(conducted) };
    const mistakes: FormTexts[] = [{ before: "-1", instruments: "US30" }, {}, { strikes: "1" }];
    form.conduct = form.conduct.map((rule, index) => ({ ...rule, ...mistakes[index] }));
    form.terms.payouts = form.terms.payouts.map((row) => ({ ...row, cap: "50000" }));
    form.terms.shortTrades.atMostPercent = "";
    const { error } = await rulesForm.safeParseAsync(form);
    expect(error!.issues.map(({ path }) => path.join(".")).toSorted()).toEqual([
      "conduct.0.before",
      "conduct.0.instruments",
      "conduct.2.strikes",
      "terms.payouts.0.cap",
      "terms.shortTrades.atMostPercent",
    ]);
  });
});
