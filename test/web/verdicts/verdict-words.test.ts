import { describe, expect, it } from "vitest";
import {
  breachStanding,
  coverageSentence,
  gradeSentence,
  outcomeSentence,
  outcomeStatus,
} from "../../../web/verdicts/verdict-words.ts";
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
  ] as const)("%s reads %s, whatever became of a breach", (outcome, word) => {
    expect(outcomeStatus(outcome, "confirmed").word).toBe(word);
    expect(outcomeStatus(outcome, "under_review").word).toBe(word);
  });

  it("is a breach only once a person has confirmed it", () => {
    expect(outcomeStatus("breached", "under_review").word).toBe("Breach under review");
    expect(outcomeStatus("breached", "confirmed").word).toBe("Breached");
    expect(outcomeStatus("breached", "dismissed").word).toBe("Breach not confirmed");
  });

  it("counts the objectives that are met", () => {
    const verdict = verdictOf({ rules: [dailyLoss(), profitTarget({ status: "met" })] });
    expect(outcomeSentence(verdict, "under_review")).toBe(
      "No limit is breached. 1 of 1 objective is met.",
    );
  });

  it("says of an unconfirmed breach what was broken and what comes next", () => {
    const reason =
      "Equity was $96,999.99 at 2026-03-02 10:00:00 UTC, below the floor of $97,000.00.";
    const verdict = verdictOf({
      outcome: "breached",
      rules: [dailyLoss({ status: "breached", reason })],
    });
    expect(outcomeSentence(verdict, "under_review")).toBe(
      `${reason} A person checks this before it has any effect.`,
    );
  });
});

describe("the standing of a breach", () => {
  const open = { outcome: null, endedAt: null };

  it("is confirmed if the stage ended as failed", () => {
    const stage = { outcome: "failed", endedAt: new Date() };
    expect(breachStanding({ stage, accountStatus: "active" })).toBe("confirmed");
  });

  it("is under review until a person has decided", () => {
    expect(breachStanding({ stage: open, accountStatus: "under-review" })).toBe("under_review");
    expect(breachStanding({ stage: open, accountStatus: "breached" })).toBe("under_review");
  });

  it("is dismissed if the account has its former status again", () => {
    expect(breachStanding({ stage: open, accountStatus: "active" })).toBe("dismissed");
  });
});

describe("the evidence", () => {
  it("is given in hours and minutes", () => {
    expect(coverageSentence(seen(51_600, 51_480, 45))).toBe(
      "Equity was seen during 14 h 18 min of 14 h 20 min with open positions; the longest gap was 45 s.",
    );
    expect(coverageSentence(seen(51_600, 51_600, 61))).toBe(
      "Equity was seen during all 14 h 20 min with open positions; the longest gap was 1 min 1 s.",
    );
  });

  it("says what is not known", () => {
    const coverage = seen(51_600, 3600, 7200);
    expect(gradeSentence({ grade: "partly_observed", coverage })).toMatch(/is not known\.$/);
    expect(gradeSentence({ grade: "closed_results", coverage: seen(3600, 0, 3600) })).toBe(
      "Only closed results are known. Equity was not seen during 1 h with open positions.",
    );
  });

  it("claims nothing if no position was open", () => {
    expect(gradeSentence({ grade: "observed", coverage: seen(0, 0, 0) })).toBe(
      "No position was open for a second or longer.",
    );
  });
});
