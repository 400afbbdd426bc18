import { describe, expect, it } from "vitest";
import {
  shownDays,
  tradingDays,
} from "../../../../../src/business/rulebook/timeline/trading-day.rule.ts";

const HOUR = 60 * 60 * 1000;

/** Returns the days that begin from 1 January to 31 December 2026. */
function daysOf2026(timeZone: string, startsAt: string) {
  const dayAt = tradingDays({ timeZone, startsAt });
  const days = [];
  let day = dayAt(Date.parse("2026-01-01T12:00:00Z"));
  while (day.from < Date.parse("2027-01-01T00:00:00Z")) {
    days.push(day);
    day = dayAt(day.to);
  }
  return days;
}

const starts = ["00:00", "00:30", "02:30", "17:00", "23:30"];
const zones = ["UTC", "Europe/Prague", "Africa/Cairo", "America/Santiago", "Atlantic/Azores"];

describe.each(zones.flatMap((zone) => starts.map((startsAt) => [zone, startsAt] as const)))(
  "the trading days of %s from %s",
  (timeZone, startsAt) => {
    it("have different names, in order", () => {
      const names = daysOf2026(timeZone, startsAt).map(({ name }) => name);
      expect([...new Set(names)].toSorted()).toEqual(names);
    });

    it("are shown under their names, except for at most one whose end is skipped", () => {
      const shownOn = shownDays({ timeZone, startsAt });
      const others = daysOf2026(timeZone, startsAt).filter(({ name, to }) => shownOn(to) !== name);
      const skipped = timeZone !== "UTC" && timeZone !== "Europe/Prague" && startsAt === "00:30";
      expect(others).toHaveLength(skipped ? 1 : 0);
    });
  },
);

it("a day whose end is skipped at midnight is shown under the date of its last millisecond", () => {
  // In Cairo the clock goes from 00:00 to 01:00 on 24 April, which is 22:00 UTC on 23 April.
  const cairo = { timeZone: "Africa/Cairo", startsAt: "00:30" };
  const [dayAt, shownOn] = [tradingDays(cairo), shownDays(cairo)];
  const skip = Date.parse("2026-04-23T22:00:00Z");
  const days = [skip - 24 * HOUR, skip - 1, skip].map(dayAt);
  expect(days.map(({ name }) => name)).toEqual(["2026-04-23", "2026-04-24", "2026-04-25"]);
  expect(days.map(({ to }) => shownOn(to))).toEqual(["2026-04-23", "2026-04-23", "2026-04-25"]);
});
