import { expect, it } from "vitest";
import {
  isTargetDay,
  nextTargetDay,
} from "../../../../../src/business/money/payments/target-day.rule.ts";

it.each([
  ["a Tuesday", "2026-12-01", "2026-12-01"],
  ["a Saturday", "2026-12-05", "2026-12-07"],
  ["a Sunday", "2026-11-29", "2026-11-30"],
  ["Christmas before a weekend", "2026-12-25", "2026-12-28"],
  ["Good Friday, before Easter Monday", "2027-03-26", "2027-03-30"],
  ["New Year", "2027-01-01", "2027-01-04"],
  ["Labour Day", "2028-05-01", "2028-05-02"],
  ["Christmas Eve", "2026-12-24", "2026-12-24"],
])("the next day of TARGET from %s, %s, is %s", (_what, day, next) => {
  expect(nextTargetDay(day)).toBe(next);
  expect(isTargetDay(day)).toBe(day === next);
});

it("Easter is the published one", () => {
  const goodFridays = ["2024-03-29", "2025-04-18", "2026-04-03", "2027-03-26", "2038-04-23"];
  for (const day of goodFridays) expect([day, isTargetDay(day)]).toEqual([day, false]);
});
