import { describe, expect, it } from "vitest";
import {
  briefMessage,
  describeCounts,
  describeZoneSource,
  findingName,
  formatSize,
  groupAmounts,
} from "../../../web/domain/statements/statement-words.tsx";
import { statusOf } from "../../../src/business/record/statements/statement.rule.ts";

const agreement = (status: "reconciled" | "partial" | "inconsistent") => ({
  needsConfirmation: false,
  withdrawnAt: null,
  reconciliation: { status },
});

describe("the status of a statement", () => {
  it("is the result of the reconciliation while its records count", () => {
    expect(statusOf(agreement("reconciled"))).toBe("reconciled");
    expect(statusOf(agreement("inconsistent"))).toBe("inconsistent");
  });

  it("is held until it is confirmed, and withdrawn from then on", () => {
    const held = { ...agreement("inconsistent"), needsConfirmation: true };
    expect(statusOf(held)).toBe("held");
    expect(statusOf({ ...held, withdrawnAt: new Date() })).toBe("withdrawn");
  });
});

it.each([
  ["running_balance", "Running balance"],
  ["conflict", "Conflict with another source"],
  ["close_before_open", "Closed before it opened"],
  ["unreadable_zone", "Unreadable time zone"],
  ["a_code_of_the_future", "A code of the future"],
])("names the finding %s", (code, name) => {
  expect(findingName({ code })).toBe(name);
});

it.each([
  [{ trades: 130, openTrades: 0, operations: 1 }, "130 trades · 1 operation"],
  [{ trades: 1, openTrades: 2, operations: 0 }, "1 trade · 2 open"],
  [{ trades: 0, openTrades: 1, operations: 0 }, "1 open"],
  [{ trades: 0, openTrades: 0, operations: 0 }, "0 trades"],
])("describes the counts %o as %s", (counts, text) => {
  expect(describeCounts(counts)).toBe(text);
});

it.each([
  [1, "1 byte"],
  [84_211, "82 kB"],
  [50 * 1024 * 1024, "50.0 MB"],
])("formats %i bytes as %s", (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

it.each([
  ["Europe/Athens", "chosen", "Europe/Athens, chosen at import"],
  ["Etc/GMT-3", "file", "UTC+3, stated in the file"],
  ["Etc/GMT+5", "earlier", "UTC-5, as in the statement before"],
  ["+05:30", "file", "UTC+05:30, stated in the file"],
  ["UTC", "firm", "UTC, the firm's"],
] as const)("the zone %s (%s) is described as %s", (timeZone, timeZoneSource, words) => {
  expect(describeZoneSource({ timeZone, timeZoneSource })).toBe(words);
});

it.each([
  ["99923.00", "99,923.00"],
  ["-1320.41 or 327.41", "-1,320.41 or 327.41"],
  ["2026-06-05 or 2026-05-06", "2026-06-05 or 2026-05-06"],
  ["in buy 1000.00", "in buy 1000.00"],
])("writes the value %s of a finding as %s", (value, text) => {
  expect(groupAmounts(value)).toBe(text);
});

it("omits the contents of a conflict, which have their own columns", () => {
  const finding = { code: "conflict", row: 6, expected: "out buy 1", actual: "out buy 2" };
  const message = "Row 6: ticket 7 is already known. The earlier record counts: out buy 1; not 2.";
  expect(briefMessage({ ...finding, message })).toBe(
    "Row 6: ticket 7 is already known. The earlier record counts.",
  );
  const total = { code: "total", row: 1, expected: "5.00", actual: "4.00" };
  expect(briefMessage({ ...total, message: "The total is 4.00, not 5.00." })).toBe(
    "The total is 4.00, not 5.00.",
  );
});
