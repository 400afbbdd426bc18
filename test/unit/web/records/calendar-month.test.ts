import { describe, expect, it } from "vitest";
import {
  hasWeekends,
  layOutMonth,
  shiftMonth,
} from "../../../../web/features/records/calendar-month.ts";
import { tradingDay } from "./trading-days.ts";

const days = [
  tradingDay("2026-02-27", "900.00"),
  tradingDay("2026-03-02", "120.50", { trades: 3 }),
  tradingDay("2026-03-06", "-20.25", { trades: 2 }),
  tradingDay("2026-03-31", "0.00", { trades: 0 }),
];

function datesOf(month: string, showsWeekends: boolean) {
  const { weeks } = layOutMonth(month, days, { showsWeekends });
  return weeks.map(({ cells }) => cells.map(({ day }) => day?.slice(8) ?? "").join(" "));
}

describe("the weeks of a month", () => {
  it("begin on Monday and contain every day once", () => {
    expect(datesOf("2026-03", true)).toEqual([
      "      01",
      "02 03 04 05 06 07 08",
      "09 10 11 12 13 14 15",
      "16 17 18 19 20 21 22",
      "23 24 25 26 27 28 29",
      "30 31     ",
    ]);
  });

  it("omit weekends, and weeks without other days", () => {
    expect(datesOf("2026-03", false)).toEqual([
      "02 03 04 05 06",
      "09 10 11 12 13",
      "16 17 18 19 20",
      "23 24 25 26 27",
      "30 31   ",
    ]);
  });

  it("are correct in leap years", () => {
    expect(datesOf("2028-02", false).at(-1)).toBe("28 29   ");
  });
});

it("a month sums only its own days, by week and in total", () => {
  const month = layOutMonth("2026-03", days, { showsWeekends: false });
  expect(month).toMatchObject({ net: "100.25", trades: 5, wonDays: 1, lostDays: 1 });
  expect(month.weeks.map(({ net, hasResults }) => (hasResults ? net : null))).toEqual([
    "100.25",
    null,
    null,
    null,
    "0.00",
  ]);
  expect(month.weeks.at(0)?.cells.at(0)?.result).toBe(days[1]);
});

it.each([
  ["2026-01", -1, "2025-12"],
  ["2026-12", 1, "2027-01"],
  ["2026-03", 0, "2026-03"],
])("%s moved by %i months is %s", (month, by, expected) => {
  expect(shiftMonth(month, by)).toBe(expected);
});

it("weekends are shown if a record has one", () => {
  expect(hasWeekends(days)).toBe(false);
  expect(hasWeekends([...days, tradingDay("2026-03-07")])).toBe(true);
});
