import { describe, expect, it } from "vitest";
import { describeRuleChanges } from "../../../../../src/business/rulebook/rules/rules-changes.rule.ts";
import type { Rules } from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import { contractRules, dailyLoss, maxLoss, noRules } from "./rules.fixtures.ts";

const changes = (before: Partial<Rules>, after: Partial<Rules>) =>
  describeRuleChanges({ ...noRules, ...before }, { ...noRules, ...after });

describe("the difference between two versions", () => {
  it("is empty for the same rules and for other notations of the same numbers", () => {
    expect(describeRuleChanges(contractRules, structuredClone(contractRules))).toEqual([]);
    expect(
      changes(
        { limits: [dailyLoss(), { kind: "max_position", volume: "10", consequence: "fail" }] },
        {
          limits: [
            dailyLoss({ limit: { percent: "5.00", of: "initial" } }),
            { kind: "max_position", volume: "10.00", consequence: "fail" },
          ],
        },
      ),
    ).toEqual([]);
  });

  it("lists a changed figure with its old and new value", () => {
    expect(
      changes(
        { limits: [dailyLoss()] },
        { limits: [dailyLoss({ limit: { percent: "4", of: "initial" } })] },
      ),
    ).toEqual(["Daily loss: from 5% of the initial balance to 4% of the initial balance"]);
    expect(
      changes({ limits: [dailyLoss()] }, { limits: [dailyLoss({ limit: { amount: "4000.00" } })] }),
    ).toEqual(["Daily loss: from 5% of the initial balance to $4,000.00"]);
  });

  it("lists every setting of a limit", () => {
    const after = maxLoss({
      limit: { percent: "6", of: "peak" },
      mode: "trailing_equity",
      locksAt: { amount: "100.00" },
      onWithdrawal: "follow",
      measured: "balance",
      breachedWhen: "at_or_below",
      consequence: "pause",
    });
    expect(changes({ limits: [maxLoss()] }, { limits: [after] })).toEqual([
      "Maximum loss: from 10% of the initial balance to 6% of the peak",
      "Maximum loss, mode: from static to trails equity",
      "Maximum loss, locks at a profit of: from none to $100.00",
      "Maximum loss, a withdrawal: from leaves the floor unchanged to lowers the floor",
      "Maximum loss, measured by: from equity to balance",
      "Maximum loss, breached: from below the floor to at or below the floor",
      "Maximum loss, a breach: from ends the evaluation to is reported",
    ]);
  });

  it("lists every other kind of rule", () => {
    const after: Rules = {
      day: { timeZone: "America/Chicago", startsAt: "17:00" },
      observation: { maxGapSeconds: 60 },
      limits: contractRules.limits.map((rule) => {
        switch (rule.kind) {
          case "daily_loss":
            return { ...rule, from: "day_high_equity" };
          case "open_loss":
            return { ...rule, limit: { amount: "1.00" } };
          case "max_position":
            return { ...rule, volume: "0.5" };
          case "flat_by":
            return { ...rule, time: "16:59" };
          case "inactivity":
            return { ...rule, days: 1, counts: "opened" };
          default:
            return rule;
        }
      }),
      objectives: [
        { kind: "profit_target", target: { amount: "8000.00" } },
        {
          kind: "min_trading_days",
          days: 5,
          counts: "profitable",
          minimumProfit: { amount: "9.00" },
        },
        { kind: "consistency", bestDayAtMostPercent: "35.50" },
      ],
      payout: { ...contractRules.payout!, minimum: "100.00", bestDayAtMostPercent: "30" },
    };
    expect(describeRuleChanges(contractRules, after)).toEqual([
      "Trading day: from 00:00 in Europe/Prague to 17:00 in America/Chicago",
      "Observation, longest gap: from 300 seconds to 60 seconds",
      "Daily loss, from: from balance to the highest equity of the day",
      "Open loss: from 2% of the initial balance to $1.00",
      "Largest position: from 5 lots to 0.5 lots",
      "Flat by: from 15:10 to 16:59",
      "Inactivity: from 30 days to 1 day",
      "Inactivity, counted by: from any deal to positions opened",
      "Profit target: from 10% of the initial balance to $8,000.00",
      "Trading days: from 4 days to 5 days",
      "Trading days, counted by: from positions opened to profit",
      "Trading days, minimum profit: from none to $9.00",
      "Consistency: from 40% to 35.5%",
      "Payout, minimum payout: from $50.00 to $100.00",
      "Payout, best day: from none to 30%",
    ]);
    const inEuros = describeRuleChanges(contractRules, after, "EUR");
    expect(inEuros).toContain("Payout, minimum payout: from 50.00 EUR to 100.00 EUR");
    expect(inEuros.join()).not.toContain("$");
  });

  it("lists added and removed rules and payouts with all their settings", () => {
    expect(
      changes({}, { limits: [{ kind: "flat_by", time: "15:10", consequence: "pause" }] }),
    ).toEqual(["Flat by added: 15:10, a breach is reported"]);
    expect(changes({ objectives: contractRules.objectives.slice(2) }, {})).toEqual([
      "Consistency removed: 40%",
    ]);
    expect(changes({ payout: contractRules.payout }, {})).toEqual([
      "Payout removed: share 80%, first payout after 14 days, next payout after 14 days, minimum payout $50.00, winning days 0, profit of a winning day none, best day none, buffer $0.00",
    ]);
    expect(changes({}, { payout: contractRules.payout })[0]).toMatch(/^Payout added: share 80%/);
  });

  it("matches rules of one kind by position, and numbers them", () => {
    const second = dailyLoss({ limit: { amount: "900.00" }, measured: "balance" });
    expect(
      changes(
        { limits: [dailyLoss(), second] },
        { limits: [dailyLoss(), { ...second, limit: { amount: "800.00" } }, dailyLoss()] },
      ),
    ).toEqual([
      "Daily loss 2: from $900.00 to $800.00",
      "Daily loss 3 added: 5% of the initial balance, from balance, measured by equity, breached below the floor, a breach ends the evaluation",
    ]);
  });

  it("lists a changed order, because verdicts refer to rules by position", () => {
    expect(
      changes({ limits: [dailyLoss(), maxLoss()] }, { limits: [maxLoss(), dailyLoss()] }),
    ).toEqual(["The order of the limits changed"]);
  });
});
