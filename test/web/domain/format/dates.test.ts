import { afterEach, describe, expect, it, vi } from "vitest";
import {
  formatCalendarDay,
  formatDay,
  formatDayHeading,
  formatExactMoment,
  formatIsoDay,
} from "../../../../web/domain/format/dates.ts";

describe("a day", () => {
  const day = new Date(2026, 2, 14, 23, 59);

  it("is shown in the viewer's time zone", () => {
    expect([formatIsoDay(day), formatDay(day)]).toEqual(["2026-03-14", "Mar 14, 2026"]);
  });

  it("without a time is the same calendar day everywhere", () => {
    expect(formatCalendarDay(new Date("2026-03-14T00:00:00Z"))).toBe("Mar 14, 2026");
  });

  it.each([null, undefined, new Date(Number.NaN)])(
    "that is %s is shown as not available",
    (missing) => {
      const all = [formatIsoDay(missing), formatDay(missing), formatCalendarDay(missing)];
      expect(all).toEqual(["N/A", "N/A", "N/A"]);
    },
  );
});

describe("the heading of a day, on Saturday, March 14", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ["2026-03-14T00:00:00", "Today"],
    ["2026-03-13T23:59:59", "Yesterday"],
    ["2026-03-12T23:59:59", "Thursday, Mar 12, 2026"],
    ["2026-03-15T00:00:00", "Sunday, Mar 15, 2026"],
  ])("is for %s: %s", (time, heading) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-14T09:26:53") });
    expect(formatDayHeading(new Date(time))).toBe(heading);
  });
});

it("an exact time names the viewer's time zone", () => {
  const text = formatExactMoment(new Date("2026-03-14T14:03:21Z"));
  expect(text).toMatch(/^Mar 1\d, 2026, \d\d:\d\d:21 (?:UTC|GMT[+-][1-9][\d:]*)$/);
});
