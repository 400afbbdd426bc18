import { describe, expect, it } from "vitest";
import {
  approvalEnd,
  attemptsLeft,
  isOfAge,
  requiredSides,
  usedAfterGrant,
} from "../../../../../src/business/traders/identity/identity.rule.ts";

it.each([
  ["2008-03-02", true],
  ["2008-03-03", false],
  ["1906-03-02", true],
  ["1906-03-01", false],
])("a person born on %s is of age on 2 March 2026: %s", (birthDate, expected) => {
  expect(isOfAge(birthDate, "2026-03-02")).toBe(expected);
});

it("a passport needs no back, other documents do", () => {
  expect(requiredSides("passport", [])).toEqual(["front"]);
  expect(requiredSides("id_card", ["address", "selfie"])).toEqual([
    "front",
    "back",
    "selfie",
    "address",
  ]);
});

describe("attempts", () => {
  it.each([
    [3, 0, 3],
    [3, 2, 1],
    [1, 4, 0],
    [3, -1, 4],
  ])("of %i with %i used leave %i", (allowed, used, left) => {
    expect(attemptsLeft(allowed, used)).toBe(left);
  });

  it("gain one by a grant, whatever was used", () => {
    for (const [allowed, used] of [
      [3, 3],
      [1, 4],
      [3, 10],
      [3, 0],
    ] as const) {
      const left = attemptsLeft(allowed, usedAfterGrant(allowed, used));
      expect(left).toBe(attemptsLeft(allowed, used) + 1);
    }
  });
});

it.each([
  ["2026-01-31T10:00:00.000Z", null, null, null],
  ["2026-01-31T10:00:00.000Z", 1, null, "2026-02-28T10:00:00.000Z"],
  ["2026-01-31T10:00:00.000Z", 12, null, "2027-01-31T10:00:00.000Z"],
  ["2024-02-29T10:00:00.000Z", 12, null, "2025-02-28T10:00:00.000Z"],
  ["2026-01-31T10:00:00.000Z", null, "2026-02-28", "2026-03-01T00:00:00.000Z"],
  ["2026-01-31T10:00:00.000Z", 12, "2026-02-28", "2026-03-01T00:00:00.000Z"],
  ["2026-01-31T10:00:00.000Z", 1, "2031-05-31", "2026-02-28T10:00:00.000Z"],
])(
  "an approval at %s for %s months with a document until %s ends at %s",
  (at, months, day, end) => {
    expect(approvalEnd(new Date(at), months, day)?.toISOString() ?? null).toBe(end);
  },
);
