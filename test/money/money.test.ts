import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatDecimal,
  formatDollars,
  formatProfitLoss,
  parseCents,
} from "../../src/money/money.ts";

const cents = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n });

describe("money", () => {
  it.each([
    ["0", 0n],
    ["5", 500n],
    ["5.1", 510n],
    ["5.01", 501n],
    ["-0.05", -5n],
    ["0001", 100n],
    ["999999999999.99", 99_999_999_999_999n],
  ])("reads %s", (text, expected) => {
    expect(parseCents(text)).toBe(expected);
  });

  it.each(["", " ", "abc", "1e2", "+5", "1,000", "1.005", ".5", "5.", " 5", "5 ", "$5", "0x10"])(
    "does not read %j",
    (text) => {
      expect(parseCents(text)).toBeNull();
    },
  );

  it.each(["NaN", "Infinity", "--5", "5-", "1_000", "１", "1234567890123", "1\n"])(
    "does not read %j either",
    (text) => {
      expect(parseCents(text)).toBeNull();
    },
  );

  it("writes what it read, to the cent, whatever the amount", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseCents(formatDecimal(amount))).toBe(amount);
        expect(formatDecimal(amount)).toMatch(/^-?\d+\.\d{2}$/);
      }),
    );
  });

  it("reads nothing that is not plain decimal notation", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const isPlain = /^-?\d{1,12}(\.\d{1,2})?$/.test(text) && !text.includes("\n");
        expect(parseCents(text) !== null).toBe(isPlain);
      }),
    );
  });

  it.each([
    ["1234.5", "$1,234.50"],
    ["-50", "-$50.00"],
    ["1000000", "$1,000,000.00"],
    ["999.99", "$999.99"],
    ["abc", "$0.00"],
    [null, "$0.00"],
  ])("shows %j as %s", (amount, shown) => {
    expect(formatDollars(amount)).toBe(shown);
  });

  it.each([
    ["120", "+$120.00"],
    ["-50", "-$50.00"],
    ["0.00", "$0.00"],
    [undefined, "$0.00"],
  ])("shows a profit or loss of %j as %s", (amount, shown) => {
    expect(formatProfitLoss(amount)).toBe(shown);
  });
});
