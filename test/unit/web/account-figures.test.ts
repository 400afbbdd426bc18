import { expect, it } from "vitest";
import {
  correctedBalance,
  initialBalance,
  resultOf,
} from "../../../web/features/admin/trader/account-figures.ts";

it("uses the initial balance of the stage, else that of the entered figures", () => {
  const account = { balance: "102500.00", profitLoss: "2500.00" };
  expect(initialBalance(account, { initialBalance: "50000.00" })).toBe("50000.00");
  expect(initialBalance(account, undefined)).toBe("100000.00");
});

it.each([
  ["102516.05", "2516.05", "gain", "+2.52%"],
  ["95000.00", "-5000.00", "loss", "-5.00%"],
  ["100000.00", "0.00", undefined, "0.00%"],
  ["100000.01", "0.01", "gain", "0.00%"],
  ["500.00", "500.00", "gain", "0.00%"],
])("a balance of %s with %s is a %s of %s", (balance, profitLoss, tone, percent) => {
  expect(resultOf({ balance, profitLoss }, undefined)).toEqual({ tone, percent });
});

it.each([
  ["25", "1025.50"],
  [" -25.5 ", "975.00"],
  ["", null],
  ["1e3", null],
])("a balance of 1000.50 corrected by %j is %j", (amount, balance) => {
  expect(correctedBalance("1000.50", amount)).toBe(balance);
});
