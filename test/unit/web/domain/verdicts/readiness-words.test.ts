import { describe, expect, it } from "vitest";
import type { PayoutRules } from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import { readyWords, waitWords } from "../../../../../web/domain/verdicts/readiness-words.ts";

const rules: PayoutRules = {
  sharePercent: "80",
  firstAfterDays: 14,
  everyDays: 14,
  minimum: "50.00",
  minimumWinningDays: 0,
  winningDayMinimum: null,
  bestDayAtMostPercent: null,
  bufferAmount: "0.00",
};

describe("the fulfilled conditions of a payout", () => {
  it("exclude unmet conditions, and those that the rules do not require", () => {
    const reasons = [{ code: "open_positions" as const, message: "", until: null }];
    const words = readyWords({ reasons }, rules);
    expect(words).not.toContain("Every position is closed.");
    expect(words).not.toContain("There are enough winning days.");
    expect(readyWords({ reasons }, { ...rules, minimumWinningDays: 3 })).toContain(
      "There are enough winning days.",
    );
  });

  it("include the best day only if the rules limit it", () => {
    const bestDay = "The best day is within its share of the profit.";
    expect(readyWords({ reasons: [] }, rules)).not.toContain(bestDay);
    const limited = { ...rules, bestDayAtMostPercent: "40" };
    expect(readyWords({ reasons: [] }, limited)).toContain(bestDay);
  });

  it("exclude every unmet one of several", () => {
    const reasons = (["open_positions", "payouts_disabled"] as const).map((code) => ({
      code,
      message: "",
      until: null,
    }));
    const words = readyWords({ reasons }, rules);
    expect(words).not.toContain("Every position is closed.");
    expect(words).not.toContain("Payouts are enabled.");
    expect(words).toContain("No review is open.");
  });

  it("state the remaining time, at least one minute", () => {
    const now = Date.parse("2026-03-13T08:00:00Z");
    expect(waitWords("2026-03-16T12:00:00.000Z", now)).toBe("in 3 d 4 h");
    expect(waitWords("2026-03-13T08:00:01.000Z", now)).toBe("in 1 min");
  });
});
