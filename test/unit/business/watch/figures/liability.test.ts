import { describe, expect, it } from "vitest";
import type {
  Readiness,
  ReadinessCode,
} from "../../../../../src/business/money/payouts/readiness.rule.ts";
import {
  type LiabilityFact,
  liabilityRows,
  stageFacts,
} from "../../../../../src/business/watch/figures/liability.rule.ts";
import { DAY } from "../../../../../src/platform/time/durations.rule.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const place = {
  userId: 7,
  stageId: 3,
  currency: "USD",
  programmeId: null,
  programmeVersionId: null,
  step: null,
  initialBalance: "100000.00",
  startedAt: Date.parse("2026-03-01T00:00:00Z"),
};

function readinessWith(reasons: [ReadinessCode, number | null][], withdrawable = "800.00") {
  return {
    ready: reasons.length === 0,
    profit: "1000.00",
    share: "80",
    withdrawable,
    nextAt: null,
    reasons: reasons.map(([code, until]) => ({
      code,
      message: "",
      until: until === null ? null : new Date(until).toISOString(),
    })),
    statement: null,
  } satisfies Readiness;
}

const after = (days: number) => now + days * DAY;

describe("a profit can be withdrawn", () => {
  it.each<[string, [ReadinessCode, number | null][]]>([
    ["now", []],
    ["now", [["request_pending", null]]],
    ["within7", [["first_payout_too_early", after(7)]]],
    ["within14", [["first_payout_too_early", after(7) + 1]]],
    ["within14", [["next_payout_too_early", after(14)]]],
    ["within30", [["next_payout_too_early", after(30)]]],
    ["within90", [["next_payout_too_early", after(90)]]],
    ["later", [["next_payout_too_early", after(90) + 1]]],
    [
      "blocked",
      [
        ["first_payout_too_early", after(1)],
        ["open_positions", null],
      ],
    ],
    ["blocked", [["banned", null]]],
  ])("%s with the reasons %j", (time, reasons) => {
    const [accounts, owed] = stageFacts(place, readinessWith(reasons), now);
    expect(accounts).toMatchObject({ cell: "accounts", id: 3, at: place.startedAt, amount: null });
    expect(owed).toMatchObject({ cell: `withdrawable.${time}`, amount: 80_000n });
  });
});

it.each([
  ["has no rules", readinessWith([["no_rules", null]])],
  ["has incomplete evidence", readinessWith([["evidence_incomplete", null]])],
  ["cannot be judged", undefined],
])("is undetermined for a stage that %s", (_, readiness) => {
  const facts = stageFacts(place, readiness, now);
  expect(facts.map(({ cell }) => cell)).toEqual(["accounts", "undetermined"]);
});

it("is nothing without a profit", () => {
  expect(stageFacts(place, readinessWith([], "0.00"), now)).toHaveLength(1);
});

it("names the ten largest, those of one amount by their stages, and their share", () => {
  const facts = Array.from({ length: 12 }, (_, index): LiabilityFact => {
    const { startedAt, ...ofStage } = place;
    return {
      ...ofStage,
      cell: index % 2 ? "withdrawable.now" : "withdrawable.blocked",
      kind: "stage",
      id: 100 - index,
      at: startedAt,
      amount: index === 0 ? 50_000n : 10_000n,
    };
  });
  const [row] = liabilityRows(facts);
  expect(row!.largest.map(({ stageId }) => stageId)).toEqual([
    100, 89, 90, 91, 92, 93, 94, 95, 96, 97,
  ]);
  expect(row!.largest[0]).toEqual({ userId: 7, stageId: 100, amount: "500.00" });
  // 1,400 of 1,600.
  expect(row!.topTenShare).toBe("87.50");
});
