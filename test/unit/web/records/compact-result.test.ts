import { expect, it } from "vitest";
import { formatCompactResult } from "../../../../web/domain/format/figures.ts";

it.each([
  ["0.00", "0"],
  ["0.40", "+0.40"],
  ["-9.99", "-9.99"],
  ["10.00", "+10"],
  ["-310.49", "-310"],
  ["310.50", "+311"],
  ["999.49", "+999"],
  ["999.50", "+1.0k"],
  ["1234.56", "+1.2k"],
  ["-9949.99", "-9.9k"],
  ["9950.00", "+10k"],
  ["999499.99", "+999k"],
  ["999500.00", "+1.0M"],
  ["1250000.00", "+1.3M"],
  ["-12345678.00", "-12M"],
  ["999999999999.99", "+1000000M"],
])("%s fits into a narrow cell as %s", (amount, expected) => {
  expect(formatCompactResult(amount)).toBe(expected);
});
