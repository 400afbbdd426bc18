import { describe, expect, it } from "vitest";
import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { currentWarnings } from "../../../web/features/dashboard/current-warnings.ts";

const now = Date.parse("2026-03-02T22:30:00.000Z");
const day = { timeZone: "Europe/Prague", startsAt: "00:00" };
const stage = { id: 3, currency: "USD", endedAt: null };
const verdictOf = (status: string) =>
  ({
    endedAt: null,
    rules: ["daily_loss", "max_loss"].map((kind, index) => ({
      kind,
      index,
      status,
      room: "1500.00",
    })),
  }) as unknown as Verdict;
const warning = (changes: object) => ({
  id: 1,
  userId: 7,
  stageId: 3,
  kind: "daily_loss" as const,
  index: 0,
  percent: 80,
  day: "2026-03-02",
  at: new Date(now),
  value: "98790.00",
  floor: "97000.00",
  room: "1790.00",
  createdAt: new Date(now),
  ...changes,
});
const shown = (changes: object, status = "kept", at = now) =>
  currentWarnings([warning(changes)], { stage, verdict: verdictOf(status), day, now: at });

describe("a warning on the trader's home", () => {
  it("says what was used, and what is left now", () => {
    expect(shown({})).toEqual([
      {
        id: 1,
        title: "At least 80% of today's loss limit was used",
        text: "$1,790.00 was left above the floor of $97,000.00. Now $1,500.00 is left.",
      },
    ]);
  });

  it.each<[string, number, Parameters<typeof shown>]>([
    ["of an earlier trading day is over", 0, [{ day: "2026-03-01" }]],
    [
      "of today is over once the day ends in the zone of the rules",
      0,
      [{}, "kept", now + 3_600_000],
    ],
    ["about the maximum loss stays for the stage", 1, [{ kind: "max_loss", day: null }]],
    ["of another stage is not shown", 0, [{ stageId: 2 }]],
    ["about a limit that is broken is not shown", 0, [{}, "breached"]],
  ])("%s", (_what, count, given) => {
    expect(shown(...given)).toHaveLength(count);
  });
});
