import { afterEach, describe, expect, it, vi } from "vitest";
import {
  formatCalendarDay,
  formatDay,
  formatDayHeading,
  formatExactMoment,
  formatIsoDay,
  momentIn,
  sayMoment,
  sayTimes,
} from "../../../../../web/domain/format/dates.ts";

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

describe("a time", () => {
  const zone = "(?:UTC|GMT[+-][1-9][\\d:]*)";
  const time = new Date("2026-03-14T14:03:21Z");

  it("in a sentence names the viewer's time zone, and so does an exact one", () => {
    expect(sayMoment(time)).toMatch(RegExp(`^Mar 1\\d, 2026, \\d\\d:\\d\\d ${zone}$`));
    const exact = RegExp(`^Mar 1\\d, 2026, \\d\\d:\\d\\d:21 ${zone}$`);
    expect(formatExactMoment(time)).toMatch(exact);
    expect(momentIn(time, undefined)).toMatch(exact);
  });

  it("where a day is judged names the zone of the rules, and milliseconds unless they are zero", () => {
    expect(momentIn(time, "Europe/Prague")).toBe("Mar 14, 2026, 15:03:21 (Europe/Prague)");
    expect(momentIn("2026-03-14T14:03:21.007Z", "Etc/GMT-3")).toBe(
      "Mar 14, 2026, 17:03:21.007 (UTC+3)",
    );
  });

  it.each([
    ["2026-03-14 14:03:21 UTC", "Mar 14, 2026, 15:03:21 (Europe/Prague)"],
    ["2026-03-14 14:03:21.250 UTC", "Mar 14, 2026, 15:03:21.250 (Europe/Prague)"],
    ["2026-03-14T14:03:21.000Z", "Mar 14, 2026, 15:03:21 (Europe/Prague)"],
    ["2026-03-14", "2026-03-14"],
  ])("of the server, %s, is restated in a sentence", (stated, restated) => {
    expect(sayTimes(`Equity was low at ${stated}, and then rose.`, "Europe/Prague")).toBe(
      `Equity was low at ${restated}, and then rose.`,
    );
  });

  it("of the server without seconds is restated without them", () => {
    expect(sayTimes("Possible from 2026-03-14 14:03 UTC.")).toBe(
      `Possible from ${sayMoment(new Date("2026-03-14T14:03:00Z"))}.`,
    );
  });
});
