import { describe, expect, it } from "vitest";
import type { VerdictFinding } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import {
  contradictionsOf,
  reviewBadge,
  reviewSubjects,
  standingOf,
} from "../../../web/features/admin/reviews/review-words.ts";

const finding = (code: VerdictFinding["code"], message: string): VerdictFinding => ({
  code,
  message,
  at: null,
  kind: null,
  index: null,
});

const statement = (withdrawnAt: Date | null, ...codes: string[]) => ({
  fileName: "other.htm",
  withdrawnAt,
  reconciliation: { findings: codes.map((code) => ({ code, message: `Finding ${code}` })) },
});

it("a pass is contradicted by its records and by statements of another account, not by what was not observed", () => {
  const findings = [
    finding("conflict", "Two sources disagree on deal 7"),
    finding("possible_breach", "The balance was below the floor"),
  ];
  const statements = [
    statement(null, "other_login", "gap"),
    statement(new Date(), "other_login"),
    statement(null, "gap"),
  ];
  expect(contradictionsOf({ findings }, statements)).toEqual([
    "Two sources disagree on deal 7.",
    "other.htm: Finding other_login.",
  ]);
  expect(contradictionsOf({ findings: [] }, [statement(null)])).toEqual([]);
});

describe("a review of a breach", () => {
  const at = "2026-03-02T10:00:00.000Z";
  const review = (value: string, overrides: object = {}) =>
    ({
      kind: "breach",
      decision: null,
      verdict: {
        outcome: "breached",
        endedAt: at,
        rulesVersionId: 1,
        grade: "observed",
        rules: [
          {
            kind: "daily_loss",
            index: 0,
            status: "breached",
            reason: "",
            breach: { at, value, floor: "95000.00", by: ["7"] },
          },
        ],
      },
      stage: { currency: "EUR", waivers: [] },
      ...overrides,
    }) as never;

  it("is concluded by how far the limit was crossed and when", () => {
    expect(reviewSubjects(review("94971.22"))).toEqual(["28.78 EUR below the daily floor"]);
    expect(reviewSubjects(review("94971.22"), "Europe/Prague")).toEqual([
      "28.78 EUR below the daily floor at Mar 02, 2026, 11:00:00 (Europe/Prague)",
    ]);
    expect(reviewSubjects(review("95000.00"))).toEqual(["Exactly at the daily floor"]);
  });

  const waived = { currency: "EUR", waivers: [{ key: `daily_loss/0/${at}`, reason: "", at }] };

  it.each([
    [{}, "Breach under review", "under_review"],
    [{ decision: "confirm" }, "Breach confirmed", "confirmed"],
    [{ decision: "dismiss", stage: waived }, "Breach dismissed", "dismissed"],
    [{ decision: "confirm", stage: waived }, "Breach overturned", "overturned"],
  ])("has one word for its state: %j", (overrides, word, standing) => {
    expect(reviewBadge(review("94971.22", overrides)).word).toBe(word);
    expect(standingOf(review("94971.22", overrides))).toBe(standing);
  });
});
