import { describe, expect, it } from "vitest";
import {
  breachStanding,
  coverageSentence,
  gradeSentence,
  laterChange,
  outcomeSentence,
  outcomeStatus,
} from "../../../../../web/domain/verdicts/verdict-words.ts";
import { dailyLoss, profitTarget, verdictOf } from "./verdicts.ts";

const seen = (openSeconds: number, observedSeconds: number, longestGapSeconds: number) => ({
  openSeconds,
  observedSeconds,
  longestGapSeconds,
});

describe("the outcome of a verdict", () => {
  it.each([
    ["in_progress", "In progress"],
    ["passed", "Passed"],
    ["undetermined", "Undetermined"],
  ] as const)("%s is shown as %s, regardless of the decision on a breach", (outcome, word) => {
    expect(outcomeStatus(outcome, "confirmed").word).toBe(word);
    expect(outcomeStatus(outcome, "under_review").word).toBe(word);
  });

  it("is a breach only after an administrator has confirmed it", () => {
    expect(outcomeStatus("breached", "under_review").word).toBe("Breach under review");
    expect(outcomeStatus("breached", "confirmed").word).toBe("Breached");
    expect(outcomeStatus("breached", "dismissed").word).toBe("Breach dismissed");
  });

  it("is explained in a sentence", () => {
    expect(outcomeSentence(verdictOf({ outcome: "passed" }), "confirmed")).toBe(
      "Every objective is met, and no limit is breached.",
    );
    expect(outcomeSentence(verdictOf({ outcome: "undetermined" }), "confirmed")).toBe(
      "Every objective is met. It is not known whether every limit was kept.",
    );
  });

  it.each([
    [[dailyLoss()], "No limit is breached."],
    [[profitTarget()], "0 of 1 objective is met."],
    [[profitTarget({ status: "met" }), profitTarget()], "1 of 2 objectives are met."],
    [
      [dailyLoss(), dailyLoss({ status: "breached" }), profitTarget()],
      "A limit was breached; the evaluation continues. 0 of 1 objective is met.",
    ],
  ])("in progress, case %#, states what was kept and met", (rules, sentence) => {
    expect(outcomeSentence(verdictOf({ rules }), "under_review")).toBe(sentence);
  });

  it("counts the objectives that are met", () => {
    const verdict = verdictOf({ rules: [dailyLoss(), profitTarget({ status: "met" })] });
    expect(outcomeSentence(verdict, "under_review")).toBe(
      "No limit is breached. 1 of 1 objective is met.",
    );
  });

  it("states the breached limit and the next step of an unconfirmed breach", () => {
    const reason = (time: string) =>
      `Equity was $96,999.99 at ${time}, below the floor of $97,000.00.`;
    const stated = reason("2026-03-02 10:00:00 UTC");
    const verdict = verdictOf({
      outcome: "breached",
      rules: [dailyLoss({ status: "breached", reason: stated }), profitTarget()],
    });
    expect(outcomeSentence(verdict, "under_review", "Europe/Prague")).toBe(
      `${reason("Mar 02, 2026, 11:00:00 (Europe/Prague)")} An administrator reviews this before it takes effect.`,
    );
  });
});

describe("the status of a breach", () => {
  const open = { outcome: null, endedAt: null };

  it("is confirmed if the stage ended as failed", () => {
    const stage = { outcome: "failed", endedAt: new Date() };
    expect(breachStanding({ stage, accountStatus: "active" })).toBe("confirmed");
  });

  it("is under review until an administrator has decided", () => {
    expect(breachStanding({ stage: open, accountStatus: "under-review" })).toBe("under_review");
    expect(breachStanding({ stage: open, accountStatus: "breached" })).toBe("under_review");
  });

  it.each(["active", "pending"])("is dismissed if the account is %s again", (accountStatus) => {
    expect(breachStanding({ stage: open, accountStatus })).toBe("dismissed");
  });

  it("is dismissed if the stage was passed, and open if it ended in another way", () => {
    const ended = (outcome: string) =>
      breachStanding({ stage: { outcome, endedAt: new Date() }, accountStatus: "active" });
    expect([ended("passed"), ended("abandoned")]).toEqual(["dismissed", "under_review"]);
  });
});

describe("the evidence", () => {
  it("is stated in hours and minutes", () => {
    expect(coverageSentence(seen(51_600, 51_480, 45))).toBe(
      "Equity was seen during 14 h 18 min of 14 h 20 min with open positions; the longest gap was 45 s.",
    );
    expect(coverageSentence(seen(51_600, 51_600, 61))).toBe(
      "Equity was seen during all 14 h 20 min with open positions; the longest gap was 1 min 1 s.",
    );
  });

  it("states what is unknown", () => {
    const coverage = seen(51_600, 3600, 7200);
    expect(gradeSentence({ grade: "partly_observed", coverage })).toMatch(/is unknown\.$/);
    expect(gradeSentence({ grade: "closed_results", coverage: seen(3600, 0, 3600) })).toBe(
      "Only closed results are known. Equity was not seen during 1 h with open positions.",
    );
  });

  it("states only that no position was open, if so", () => {
    expect(gradeSentence({ grade: "observed", coverage: seen(0, 0, 0) })).toBe(
      "No position was open for a second or longer.",
    );
  });
});

describe("what later records change about an open review", () => {
  const breachedAt = (at: string, value: string) =>
    verdictOf({
      outcome: "breached",
      endedAt: at,
      rules: [
        dailyLoss({
          status: "breached",
          breach: { at, value, floor: "97000.00", by: [] },
          reason: `Equity was $${value} at ${at.slice(0, 10)} ${at.slice(11, 16)} UTC.`,
        }),
      ],
    });
  const breach = breachedAt("2026-03-02T10:00:00.000Z", "96000.00");
  const pass = verdictOf({ outcome: "passed" });

  it.each([
    ["the same breach", breach, breach, null],
    ["the same pass", pass, pass, null],
    ["a pass by other rules", pass, { ...pass, rulesVersionId: 13 }, null],
    ["a breach that is gone", breach, verdictOf(), "no limit is breached"],
    [
      "an earlier breach",
      breach,
      breachedAt("2026-03-02T09:00:00.000Z", "95000.00"),
      "another one: Equity was $95000.00",
    ],
    ["a pass that is gone", pass, verdictOf(), "not all objectives are met"],
    ["a breach after a pass", pass, breach, "a limit was breached"],
  ])("%s", (_case, kept, present, expected) => {
    const change = laterChange(kept, present, "UTC");
    if (expected === null) expect(change).toBeNull();
    else expect(change).toContain(expected);
  });
});
