import { expect, it } from "vitest";
import { exactCents, lotsOf, plainDecimal } from "../../../src/connectors/exact-amount.rule.ts";

it.each([
  ["26000.00", 2_600_000n],
  ["-0.05", -5n],
  ["12.5", 1250n],
  ["7", 700n],
  ["1.2500", 125n],
  ["1.255", null],
  ["1e3", null],
  ["", null],
])("%j is %s cents", (text, cents) => {
  expect(exactCents(text)).toBe(cents);
});

it("lots and prices have no digits that say nothing", () => {
  expect([lotsOf(50_000_000n, 8), lotsOf(1n, 8), lotsOf(12_345n, 4)]).toEqual([
    "0.50",
    "0.00000001",
    "1.2345",
  ]);
  expect([plainDecimal("1.08345000"), plainDecimal("100"), plainDecimal("1.0")]).toEqual([
    "1.08345",
    "100",
    "1",
  ]);
});
