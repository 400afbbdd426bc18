import { describe, expect, it } from "vitest";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { formatMoney, formatResult } from "../../../src/platform/money/money.ts";
import { describePeriod } from "../../../web/domain/statements/statement-words.tsx";
import {
  describeOutcome,
  readLocalTime,
  toLocalTime,
} from "../../../web/features/admin/trader/stage-words.ts";
import { readStatement } from "../../../web/features/admin/trader/statement-import.ts";
import { describeSharedLogin } from "../../../web/features/admin/trader/trader-header.tsx";
import { currentStage } from "../../../web/domain/stages/current-stage.ts";
import { matchesZone, timeZones } from "../../../web/components/field/time-zones.ts";
import { readTab } from "../../../web/features/admin/trader/trader-search.ts";

const stage = (id: number, endedAt: Date | null): Stage => ({
  id,
  userId: 1,
  phase: "Phase 1",
  currency: "USD",
  initialBalance: "100000.00",
  rulesVersionId: null,
  startedAt: new Date(id),
  endedAt,
  outcome: null,
  programme: null,
  login: "5002001",
  ruleChanges: [],
  carriedBalance: null,
  waivers: [],
});

describe("the URL of a trader", () => {
  it.each([
    ["7", 7],
    ["2147483647", 2_147_483_647],
    ["2147483648", undefined],
    ["0", undefined],
    ["07", undefined],
    ["7x", undefined],
  ])("%s is the id %s", (text, id) => {
    expect(parseId(text)).toBe(id);
  });

  it("opens the overview unless it names another tab", () => {
    expect(readTab("stages")).toBe("stages");
    expect(readTab("nowhere")).toBe("overview");
    expect(readTab(undefined)).toBe("overview");
  });

  it.each([
    ["verdict", "overview"],
    ["statements", "record"],
    ["notes", "history"],
  ])("of the former tab %s leads to %s, which has its content", (former, tab) => {
    expect(readTab(former)).toBe(tab);
  });
});

it("uses the open stage as the current one, else the newest", () => {
  const [first, second] = [stage(1, null), stage(2, new Date())];
  expect(currentStage([second, first])).toBe(first);
  expect(currentStage([second])).toBe(second);
  expect(currentStage([])).toBeUndefined();
});

it("has a name for an ended stage without an outcome", () => {
  expect(describeOutcome(stage(1, null)).word).toBe("In progress");
  expect(describeOutcome(stage(1, new Date())).word).toBe("Ended");
  expect(describeOutcome({ ...stage(1, new Date()), outcome: "failed" }).word).toBe("Failed");
});

it.each([
  ["2026-01-05T12:00:00Z", "2026-02-13T12:00:00Z", "Jan 05 – Feb 13, 2026"],
  ["2025-12-05T12:00:00Z", "2026-02-13T12:00:00Z", "Dec 05, 2025 – Feb 13, 2026"],
  ["2026-02-13T12:00:00Z", "2026-02-13T13:00:00Z", "Feb 13, 2026"],
])("the period from %s to %s is %s", (from, to, text) => {
  expect(describePeriod({ from: new Date(from), to: new Date(to) })).toBe(text);
});

it("formats amounts in dollars, and in other currencies with their code", () => {
  expect(formatMoney("1234.50", "USD")).toBe("$1,234.50");
  expect(formatMoney("-50.00", null)).toBe("-$50.00");
  expect(formatMoney("-50.00", "EUR")).toBe("-50.00 EUR");
  expect(formatResult("50.00", "EUR")).toBe("+50.00 EUR");
});

it("parses the times of an uploaded statement", () => {
  const times = { from: "2026-01-05T07:12:00.000Z", to: null, createdAt: null };
  const read = readStatement(JSON.stringify({ id: 7, ...times, confirmedAt: null }));
  expect(read.id).toBe(7);
  expect(read.from).toEqual(new Date("2026-01-05T07:12:00.000Z"));
  expect(read.to).toBeNull();
});

it.each(["new york", "America/New_York", " NEW_YORK "])("finds a zone by %j", (typed) => {
  expect(timeZones.filter((zone) => matchesZone(zone, typed))).toContain("America/New_York");
});

it("lists UTC first and once", () => {
  expect(timeZones[0]).toBe("UTC");
  expect(timeZones.filter((zone) => zone === "UTC")).toHaveLength(1);
});

it("formats and parses a local time, to the minute", () => {
  expect(readLocalTime(toLocalTime(new Date(2026, 2, 14, 9, 26, 53)))).toEqual(
    new Date(2026, 2, 14, 9, 26),
  );
  expect(readLocalTime("")).toBeUndefined();
});

describe("the notice of a login that other users have", () => {
  const other = (id: number, fullName: string | null = "Jane Roe") => ({
    id,
    fullName,
    email: "jane@example.com",
  });

  it.each([
    [[other(12)], "Jane Roe (#12)"],
    [[other(12, null)], "jane@example.com (#12)"],
    [[other(12), other(13)], "other users"],
  ])(
    "names one, but does not count several, of which only the first are known",
    (others, words) => {
      expect(describeSharedLogin("5002001", others)).toBe(
        `The login 5002001 is also assigned to ${words}`,
      );
    },
  );
});
