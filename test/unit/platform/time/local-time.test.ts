import { describe, expect, it } from "vitest";
import { isTimeZone, zoneClock } from "../../../../src/platform/time/local-time.rule.ts";

const at = (text: string) => {
  const [year, month, day, hour, minute] = text.split(/\D/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { year, month, day, hour, minute, second: 0, millisecond: 0 };
};

const instantOf = (zone: string, local: string) =>
  new Date(zoneClock(zone).toInstant(at(local))).toISOString();

describe("a local time", () => {
  it.each([
    ["UTC", "2026-01-05 07:12", "2026-01-05T07:12:00.000Z"],
    ["Europe/Athens", "2026-01-05 07:12", "2026-01-05T05:12:00.000Z"],
    ["Europe/Athens", "2026-07-05 07:12", "2026-07-05T04:12:00.000Z"],
    ["America/New_York", "2026-03-07 17:00", "2026-03-07T22:00:00.000Z"],
    ["America/New_York", "2026-03-08 17:00", "2026-03-08T21:00:00.000Z"],
    ["Asia/Kolkata", "2026-01-05 00:00", "2026-01-04T18:30:00.000Z"],
    ["Australia/Lord_Howe", "2026-01-05 12:00", "2026-01-05T01:00:00.000Z"],
  ])("of %s at %s is %s", (zone, local, instant) => {
    expect(instantOf(zone, local)).toBe(instant);
  });

  it("that occurs twice is converted to the first instant", () => {
    expect(instantOf("Europe/Prague", "2026-10-25 02:30")).toBe("2026-10-25T00:30:00.000Z");
    expect(instantOf("America/New_York", "2026-11-01 01:15")).toBe("2026-11-01T05:15:00.000Z");
    expect(instantOf("Australia/Lord_Howe", "2026-04-05 01:45")).toBe("2026-04-04T14:45:00.000Z");
  });

  it("that a clock change skips is converted to the first instant after the gap", () => {
    expect(instantOf("Europe/Prague", "2026-03-29 02:30")).toBe("2026-03-29T01:00:00.000Z");
    expect(instantOf("America/New_York", "2026-03-08 02:59")).toBe("2026-03-08T07:00:00.000Z");
    expect(instantOf("Australia/Lord_Howe", "2026-10-04 02:10")).toBe("2026-10-03T15:30:00.000Z");
    // Midnight does not exist on this day.
    expect(instantOf("Africa/Cairo", "2026-04-24 00:00")).toBe("2026-04-23T22:00:00.000Z");
  });
});

it("an instant has the date in its zone", () => {
  const instant = Date.parse("2026-03-02T23:30:00Z");
  expect(zoneClock("Europe/Prague").dateAt(instant)).toBe("2026-03-03");
  expect(zoneClock("America/New_York").dateAt(instant)).toBe("2026-03-02");
});

it("only IANA names are time zones", () => {
  expect(["UTC", "Europe/Prague", "America/New_York"].map(isTimeZone)).toEqual([true, true, true]);
  expect(["", "Europe/Nowhere", "+02:00", "Mars"].map(isTimeZone)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
