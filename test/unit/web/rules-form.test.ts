import { describe, expect, it } from "vitest";
import { presets } from "../../../src/business/rulebook/rules/presets.ts";
import type { Rules } from "../../../src/business/rulebook/rules/rules.schema.ts";
import { emptyRules, fieldsOf } from "../../../web/features/admin-rules/rules-form.ts";
import { readValidRules } from "../../../web/features/admin-rules/rules-form-schema.ts";
import { contractRules, maxLoss, noRules } from "../business/rulebook/rules/rules.fixtures.ts";

const cases = [
  ["no rules", noRules],
  ["one rule of each kind", contractRules],
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
});
