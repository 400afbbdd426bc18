import { describe, expect, it } from "vitest";
import type { ObjectiveVerdict } from "../../../src/business/verdict-engine/verdict.schema.ts";
import { ruleFigure, type RuleSetting } from "../../../web/verdicts/rule-figure.ts";
import { dailyLoss, profitTarget } from "./verdicts.ts";

const setting: RuleSetting = {
  currency: "USD",
  now: Date.parse("2026-03-02T20:48:00Z"),
  isFinal: false,
  outcome: "in_progress",
  standing: "under_review",
  words: { list: "limits", index: 0, words: "Equity must not fall …", amount: "5000.00" },
};

describe("a limit", () => {
  it("shows the room that is left today and the time to its reset", () => {
    expect(ruleFigure(dailyLoss(), setting)).toMatchObject({
      name: "Daily loss",
      figure: "$4,950.00",
      note: "left today, above the floor of $97,000.00; resets in 3 h 12 min",
      status: { word: "Kept" },
      meter: { value: 99, text: "$4,950.00 of $5,000.00 left" },
      tightest:
        "The smallest room was $310.00 at 2026-03-02 10:00:00 UTC: $97,310.00 against a floor of $97,000.00.",
    });
  });

  it("shows amounts in the currency of the stage", () => {
    const { figure, note } = ruleFigure(dailyLoss(), { ...setting, currency: "EUR" });
    expect(figure).toBe("4,950.00 EUR");
    expect(note).toContain("the floor of 97,000.00 EUR");
  });

  it("has no time to its reset once the stage has ended", () => {
    const { note } = ruleFigure(dailyLoss(), { ...setting, isFinal: true });
    expect(note).toBe("above the floor of $97,000.00 at the end");
  });

  it("says by a word that the room is small", () => {
    const { status } = ruleFigure(dailyLoss({ room: "999.99" }), setting);
    expect(status.word).toBe("Close to the limit");
    expect(ruleFigure(dailyLoss({ room: "1000.00" }), setting).status.word).toBe("Kept");
  });

  it("shows no meter if its amount is not known", () => {
    expect(ruleFigure(dailyLoss(), { ...setting, words: undefined }).meter).toBeNull();
  });

  it("says how far it was crossed, and that a person has not confirmed it", () => {
    const breach = {
      at: "2026-03-02T10:00:00.000Z",
      value: "96957.75",
      floor: "97000.00",
      by: ["7"],
    };
    const broken = dailyLoss({ status: "breached", breach });
    expect(ruleFigure(broken, { ...setting, outcome: "breached" })).toMatchObject({
      figure: "$42.25",
      note: "below the floor at 2026-03-02 10:00:00 UTC",
      status: { word: "Under review" },
      isReasonOpen: false,
    });
  });

  it("says why it was crossed if the evaluation continues", () => {
    const crossed = dailyLoss({ status: "breached" });
    expect(ruleFigure(crossed, setting)).toMatchObject({
      status: { word: "Crossed, reported" },
      isReasonOpen: true,
    });
  });

  it("without a floor is its sentence", () => {
    const reason = "No more than 5.00 lots were open at once.";
    const nothing = { floor: null, value: null, room: null, resetsAt: null, tightest: null };
    const rule = dailyLoss({ kind: "max_position", ...nothing, reason });
    expect(ruleFigure(rule, setting)).toMatchObject({ figure: null, note: reason, meter: null });
  });
});

describe("an objective", () => {
  it("shows the profit that is still missing", () => {
    expect(ruleFigure(profitTarget(), setting)).toMatchObject({
      figure: "$8,050.00",
      note: "still missing; $1,950.00 of $10,000.00 so far",
      status: { word: "Not yet met" },
      meter: { value: 19.5 },
    });
  });

  it("says why it is not met although nothing is missing", () => {
    const rule = profitTarget({ value: "10050.00", missing: "0.00" });
    expect(ruleFigure(rule, setting)).toMatchObject({
      figure: "$10,050.00",
      note: "profit, of $10,000.00 required",
      isReasonOpen: true,
    });
  });

  it("shows the days that are still missing", () => {
    const days = { kind: "min_trading_days", value: 3, target: 4, missing: 1 } as const;
    expect(ruleFigure(profitTarget(days), setting)).toMatchObject({
      figure: "1 day",
      note: "still missing; 3 of 4 days so far",
      meter: { value: 75 },
    });
  });

  it("shows the share of the best day with a mark at the largest allowed", () => {
    const share: Partial<ObjectiveVerdict> = {
      kind: "consistency",
      value: "38.25",
      target: "40.00",
      missing: "0.00",
      status: "met",
    };
    expect(ruleFigure(profitTarget(share), setting)).toMatchObject({
      figure: "38.25%",
      note: "of the profit came from the best day; at most 40% is allowed",
      meter: { value: 38.25, mark: 40 },
      status: { word: "Met" },
    });
    const none = profitTarget({ ...share, value: null, missing: null, status: "not_met" });
    expect(ruleFigure(none, setting)).toMatchObject({ figure: null, meter: null });
  });
});
