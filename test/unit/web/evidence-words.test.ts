import { describe, expect, it } from "vitest";
import { sayAgainst, sayFor } from "../../../web/domain/links/evidence-words.ts";

const copied = {
  kind: "copied",
  a: "User 23",
  b: "User 34",
  entries: 58,
  matched: 58,
  public: 4,
  lags: { min: 1000, median: 2000, max: 4000, aFirst: 58, bFirst: 0 },
  closedTogether: 58,
  earlier: 0,
  exposure: null,
} as const;

describe("what speaks for a link", () => {
  it("says which account followed the other, also to the trader", () => {
    const words = "in 58 of 58 matches, by 2.0 s in the median; 58 also closed together.";
    expect(sayFor(copied)).toBe(`User 34 entered after User 23 ${words}`);
    expect(sayFor({ ...copied, a: "You", b: "A" })).toBe(`A entered after you ${words}`);
    expect(sayFor({ ...copied, a: "A", b: "You" })).toBe(`You entered after A ${words}`);
  });

  it("says how long they were open against each other", () => {
    const exposure = {
      bothSeconds: 90_210,
      opposedSeconds: 88_000,
      longestSeconds: 14_400,
      opposedVolume: "2.00",
      netPercent: "2.31",
    };
    expect(sayFor({ ...copied, kind: "opposite", exposure })).toContain(
      "Both were open against each other for 1 d, so that what one lost, the other won.",
    );
  });

  it("says that nothing matches", () => {
    expect(sayFor({ ...copied, matched: 0, lags: null })).toBe("No entries match.");
  });
});

describe("what speaks against it", () => {
  it("is nothing, and what is left out", () => {
    expect(sayAgainst(copied)).toBe(
      "Nothing in these figures. 4 more were made by many accounts at once, and are left out.",
    );
  });

  it("is every figure that gives reason to doubt", () => {
    const lags = { ...copied.lags, aFirst: 5, bFirst: 3 };
    const doubtful = { ...copied, entries: 20, matched: 8, public: 0, earlier: 2, lags };
    expect(sayAgainst({ ...doubtful, closedTogether: 1 })).toBe(
      "12 of 20 entries have no match; only 1 of 8 matches closed together; in 2 of 8 matches the later account held that direction already; neither follows the other: User 23 entered first 5 times, User 34 3 times.",
    );
  });
});
