import fc from "fast-check";
import { expect, it } from "vitest";
import {
  formatVolume,
  parseVolume,
} from "../../../../../src/business/rulebook/timeline/trading-record.rule.ts";

it.each([
  ["0", "0.00"],
  ["1", "1.00"],
  ["0.5", "0.50"],
  ["0.05", "0.05"],
  ["10.12300000", "10.123"],
  ["100.00000001", "100.00000001"],
  ["-0.05", "-0.05"],
  ["-1.2", "-1.20"],
])("the volume %s is formatted as %s", (text, formatted) => {
  expect(formatVolume(parseVolume(text))).toBe(formatted);
});

it("any volume is read as it was formatted", () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 23n), 10n ** 23n), (units) => {
      expect(parseVolume(formatVolume(units))).toBe(units);
    }),
  );
});
