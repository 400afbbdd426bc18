import { readCurrency } from "../../../../../src/business/record/statements/reading/statement.ts";
import { expect, it } from "vitest";
import {
  isPlatformTime,
  parsePlatformNumber,
  parsePlatformTime,
  parsePlatformVolume,
  toCents,
} from "../../../../../src/business/record/statements/reading/platform-values.rule.ts";
import { zoneClock } from "../../../../../src/platform/time/local-time.rule.ts";

it.each([
  ["0.00", "0.00"],
  ["1 021.06", "1021.06"],
  ["1\u00a0234\u202f567.80", "1234567.80"],
  ["- 2.50", "-2.50"],
  ["−2.50", "-2.50"],
  ["(12.50)", "-12.50"],
  ["$1,234.50", "1234.50"],
  ["-$50.00", "-50.00"],
  ["+120", "120"],
  [".5", "0.5"],
  ["1'000.00", "1000.00"],
])("the number %s is %s", (text, number) => {
  expect(parsePlatformNumber(text)).toBe(number);
});

it.each(["", "-", "N/A", "1e5", "1,23.4", "12,34", "0,123", "1.2.3", "0x10", "Infinity", "1 2a"])(
  "%j is not a number",
  (text) => {
    expect(parsePlatformNumber(text)).toBeNull();
  },
);

it("a file may write decimal commas", () => {
  expect(parsePlatformNumber("1.021,06", ",")).toBe("1021.06");
  expect(parsePlatformNumber("-2,50", ",")).toBe("-2.50");
});

it("a volume has no sign, and cannot be 0", () => {
  expect(["0.50", "-0.05", "(1 000)", "−0.1"].map((text) => parsePlatformVolume(text))).toEqual([
    "0.50",
    "0.05",
    "1000",
    "0.1",
  ]);
  expect(parsePlatformVolume("-0,05", ",")).toBe("0.05");
  for (const text of ["", "-", "0", "-0.00", "0.0000000009", "1 lot"]) {
    expect(parsePlatformVolume(text)).toBeNull();
  }
});

it("amounts are cents, rounded half away from zero", () => {
  expect(["1021.06", "-0.005", "0.004", "-2.5", "7", "1.999"].map(toCents)).toEqual([
    102_106n,
    -1n,
    0n,
    -250n,
    700n,
    200n,
  ]);
});

const utc = zoneClock("UTC");
const instant = (text: string, order?: "day-first" | "month-first") => {
  const time = parsePlatformTime(text, utc, order);
  return time === null ? null : new Date(time).toISOString();
};

it.each([
  ["2026.01.05 07:12:30", "2026-01-05T07:12:30.000Z"],
  ["2026.01.05 07:12", "2026-01-05T07:12:00.000Z"],
  ["2026-01-05 07:12:30.250", "2026-01-05T07:12:30.250Z"],
  ["2026-01-05 07:12:30.123999", "2026-01-05T07:12:30.123Z"],
  ["1990.01.01", "1990-01-01T00:00:00.000Z"],
  ["2100.12.31 23:59:59", "2100-12-31T23:59:59.000Z"],
  ["2026-01-05T07:12:30+02:00", "2026-01-05T05:12:30.000Z"],
  ["05.01.2026 07:12", "2026-01-05T07:12:00.000Z"],
  ["05/01/2026 07:12 -0530", "2026-01-05T12:42:00.000Z"],
  ["5 Jan 2026 07:12:30 GMT", "2026-01-05T07:12:30.000Z"],
  ["2026/01/05", "2026-01-05T00:00:00.000Z"],
])("the time %s is %s", (text, expected) => {
  expect(instant(text)).toBe(expected);
});

it("a date with dots is read with the day first, regardless of the order of the file", () => {
  expect(instant("05.01.2026 07:12", "month-first")).toBe("2026-01-05T07:12:00.000Z");
});

it.each(["2026.01.05 07:12:30", "2026/1/5", "2026-01-05T07:12:30Z"])(
  "a row that begins with %s is recognised by it",
  (text) => {
    expect(isPlatformTime(text)).toBe(true);
  },
);

it.each([undefined, "", "20260105", "EURUSD 2026.01.05", "2026.01.05 total"])(
  "a row that begins with %s is not recognised as one with a time",
  (text) => {
    expect(isPlatformTime(text)).toBe(false);
  },
);

it("a date with slashes is read in the order of the file", () => {
  expect(instant("05/01/2026 07:12", "day-first")).toBe("2026-01-05T07:12:00.000Z");
  expect(instant("05/01/2026 07:12", "month-first")).toBe("2026-05-01T07:12:00.000Z");
});

it.each([
  "",
  "2026.13.05 07:12",
  "2026.02.30 07:12",
  "2026.04.31",
  "2026.01.00",
  "2026.01.05 25:00",
  "2026.01.05 07:60",
  "2026.01.05 07:12:60",
  "2101.01.01",
  "1989.12.31",
  "yesterday",
  "0001.01.01",
  "2026-02-30T07:12:30Z",
  "05/01/2026 07:12 +99:00",
  "05/01/2026 07:12 +05:60",
  "2100-12-31T23:00:00-05:00",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
])("%j is not a time", (text) => {
  expect(instant(text)).toBeNull();
});

it.each([
  ["usd", "USD"],
  [" USDT ", "USDT"],
  ["Leverage: 1:100", null],
  ["", null],
  [undefined, null],
])("the currency %j is read as %j", (text, currency) => {
  expect(readCurrency(text)).toBe(currency);
});
