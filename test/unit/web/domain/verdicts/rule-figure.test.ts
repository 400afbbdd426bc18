import { describe, expect, it } from "vitest";
import type { ObjectiveVerdict } from "../../../../../src/business/rulebook/engine/verdict.schema.ts";
import { ruleFigure, type RuleContext } from "../../../../../web/domain/verdicts/rule-figure.ts";
import { dailyLoss, profitTarget } from "./verdicts.ts";

const context: RuleContext = {
  currency: "USD",
  timeZone: "Europe/Prague",
  now: Date.parse("2026-03-02T20:48:00Z"),
  isFinal: false,
  outcome: "in_progress",
  standing: "under_review",
  words: { list: "limits", index: 0, words: "Equity must not fall …", amount: "5000.00" },
};

describe("a limit", () => {
  it("shows the room that is left today and the time to its reset", () => {
    expect(ruleFigure(dailyLoss(), context)).toMatchObject({
      name: "Daily loss",
      figure: "$4,950.00",
      note: "left today, above the floor of $97,000.00; resets in 3\u00a0h\u00a012\u00a0min",
      status: { word: "Kept" },
      meter: { value: 99, text: "$4,950.00 of $5,000.00 left" },
      tightest:
        "The smallest room was $310.00 at Mar 02, 2026, 11:00:00 (Europe/Prague): $97,310.00 against a floor of $97,000.00.",
    });
  });

  it("shows amounts in the currency of the stage", () => {
    const { figure, note } = ruleFigure(dailyLoss(), { ...context, currency: "EUR" });
    expect(figure).toBe("4,950.00 EUR");
    expect(note).toContain("the floor of 97,000.00 EUR");
  });

  it("has no time to its reset once the stage has ended", () => {
    const { note } = ruleFigure(dailyLoss(), { ...context, isFinal: true });
    expect(note).toBe("above the floor of $97,000.00 at the end");
  });

  it("states in words that the room is small", () => {
    const { status } = ruleFigure(dailyLoss({ room: "999.99" }), context);
    expect(status.word).toBe("Close to the limit");
    expect(ruleFigure(dailyLoss({ room: "1000.00" }), context).status.word).toBe("Kept");
  });

  it("shows no meter if its amount is not known", () => {
    expect(ruleFigure(dailyLoss(), { ...context, words: undefined }).meter).toBeNull();
  });

  it("states how far it was crossed, and that the breach is not confirmed", () => {
    const breach = {
      at: "2026-03-02T10:00:00.000Z",
      value: "96957.75",
      floor: "97000.00",
      by: ["7"],
    };
    const broken = dailyLoss({ status: "breached", breach });
    expect(ruleFigure(broken, { ...context, outcome: "breached" })).toMatchObject({
      figure: "$42.25",
      note: "below the floor at Mar 02, 2026, 11:00:00 (Europe/Prague)",
      status: { word: "Under review" },
      isReasonOpen: false,
    });
  });

  it("states why it was crossed if the evaluation continues", () => {
    const crossed = dailyLoss({ status: "breached" });
    expect(ruleFigure(crossed, context)).toMatchObject({
      status: { word: "Breached, reported" },
      isReasonOpen: true,
    });
  });

  it("without an amount of its breach states only when it was crossed", () => {
    const breach = { at: "2026-03-02T10:00:00.000Z", value: null, floor: null, by: [] };
    const rule = dailyLoss({ kind: "inactivity", status: "breached", breach });
    expect(ruleFigure(rule, context)).toMatchObject({
      figure: null,
      note: "Breached at Mar 02, 2026, 11:00:00 (Europe/Prague)",
    });
  });

  it.each([
    [{ floor: null }, "Today's floor is not known."],
    [{ value: null, room: null }, "The floor is $97,000.00; nothing has been compared yet."],
  ])("with %o states what is not known", (unknown, note) => {
    expect(ruleFigure(dailyLoss(unknown), context)).toMatchObject({ figure: null, note });
  });

  it.each(["max_loss", "open_loss"] as const)("of the kind %s has no reset", (kind) => {
    expect(ruleFigure(dailyLoss({ kind, resetsAt: null }), context)).toMatchObject({
      figure: "$4,950.00",
      note: "above the floor of $97,000.00",
    });
  });

  it("states that a new day begins once the reset is due, that an earlier day has passed, and nothing if the reset is not known", () => {
    const late = { ...context, now: Date.parse("2026-03-03T00:00:01Z") };
    expect(ruleFigure(dailyLoss(), late).note).toBe(
      "left today, above the floor of $97,000.00; a new day begins",
    );
    expect(ruleFigure(dailyLoss(), { ...late, isEarlier: true }).note).toBe(
      "left on that day, above the floor of $97,000.00",
    );
    expect(ruleFigure(dailyLoss({ resetsAt: null }), context).note).toBe(
      "above the floor of $97,000.00",
    );
  });

  it("of nothing has no meter", () => {
    const words = { ...context.words!, amount: "0.00" };
    expect(ruleFigure(dailyLoss(), { ...context, words }).meter).toBeNull();
  });

  it("that is undetermined shows its reason without a click", () => {
    const isOpen = (status: "kept" | "undetermined") =>
      ruleFigure(dailyLoss({ status }), context).isReasonOpen;
    expect([isOpen("kept"), isOpen("undetermined")]).toEqual([false, true]);
  });

  it("without a floor shows its sentence", () => {
    const reason = "No more than 5.00 lots were open at once.";
    const nothing = { floor: null, value: null, room: null, resetsAt: null, tightest: null };
    const rule = dailyLoss({ kind: "max_position", ...nothing, reason });
    expect(ruleFigure(rule, context)).toMatchObject({ figure: null, note: reason, meter: null });
  });
});

describe("an objective", () => {
  it("shows the profit that is still missing", () => {
    expect(ruleFigure(profitTarget(), context)).toMatchObject({
      figure: "$8,050.00",
      note: "still missing; $1,950.00 of $10,000.00 so far",
      status: { word: "Not yet met" },
      meter: { value: 19.5 },
    });
  });

  it("states what was missing once the stage has ended", () => {
    expect(ruleFigure(profitTarget(), { ...context, isFinal: true })).toMatchObject({
      note: "was missing; $1,950.00 of $10,000.00 at the end",
      status: { word: "Not met" },
    });
  });

  it("states why it is not met although the amount is reached", () => {
    const rule = profitTarget({ value: "10050.00", missing: "0.00" });
    expect(ruleFigure(rule, context)).toMatchObject({
      figure: "$10,050.00",
      note: "profit, of $10,000.00 required",
      isReasonOpen: true,
    });
  });

  it("shows the days that are still missing", () => {
    const days = { kind: "min_trading_days", value: 3, target: 4, missing: 1 } as const;
    expect(ruleFigure(profitTarget(days), context)).toMatchObject({
      figure: "1 day",
      note: "still missing; 3 of 4 days so far",
      meter: { value: 75 },
    });
  });

  it("shows the days that count once there are enough", () => {
    const days = {
      kind: "min_trading_days",
      status: "met",
      value: 5,
      target: 4,
      missing: 0,
    } as const;
    expect(ruleFigure(profitTarget(days), context)).toMatchObject({
      figure: "5 days",
      note: "of 4 required",
      meter: { value: 100 },
      isReasonOpen: false,
    });
  });

  it.each([
    { kind: "min_trading_days", status: "met", value: 0, target: 0, missing: 0 } as const,
    { status: "met", value: "0.00", target: "0.00", missing: "0.00" } as const,
  ])("of nothing has a full meter: %o", (nothing) => {
    expect(ruleFigure(profitTarget(nothing), context).meter).toMatchObject({ value: 100 });
  });

  it("that is not met shows its reason without a click only if nothing is missing", () => {
    expect(ruleFigure(profitTarget(), context).isReasonOpen).toBe(false);
  });

  it("shows the share of the best day with a mark at the largest allowed", () => {
    const share: Partial<ObjectiveVerdict> = {
      kind: "consistency",
      value: "38.25",
      target: "40.00",
      missing: "0.00",
      status: "met",
    };
    expect(ruleFigure(profitTarget(share), context)).toMatchObject({
      figure: "38.25%",
      note: "of the profit came from the best day; at most 40% is allowed",
      meter: { value: 38.25, mark: 40 },
      status: { word: "Met" },
    });
    const none = profitTarget({ ...share, value: null, missing: null, status: "not_met" });
    expect(ruleFigure(none, context)).toMatchObject({ figure: null, meter: null });
  });
});
