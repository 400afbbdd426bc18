import { expect, it } from "vitest";
import {
  allocate,
  countedStages,
} from "../../../../../src/business/links/allocation/allocation.rule.ts";

const stage = (initialBalance: string, currency = "USD") => ({ initialBalance, currency });

it.each([
  ["nothing", [], { USD: "1.00" }, null, false],
  ["no cap", [stage("100000.00")], {}, null, false],
  ["another currency's cap", [stage("100000.00")], { EUR: "1.00" }, null, false],
  ["a part", [stage("100000.00"), stage("50000.00")], { USD: "400000.00" }, "37.50", false],
  ["the cap", [stage("400000.00")], { USD: "400000.00" }, "100.00", false],
  // A cent in 400,000.00 is 0.0000025 %.
  ["a cent more", [stage("400000.01")], { USD: "400000.00" }, "100.01", true],
  ["a third, rounded up", [stage("1.00")], { USD: "3.00" }, "33.34", false],
  [
    "three thirds, which are the whole",
    [stage("1.00"), stage("1.00", "EUR"), stage("1.00", "GBP")],
    { USD: "3.00", EUR: "3.00", GBP: "3.00" },
    "100.00",
    false,
  ],
  [
    "two currencies together",
    [stage("50.00"), stage("60.00", "EUR"), stage("9.00", "JPY")],
    { USD: "100.00", EUR: "100.00" },
    "110.00",
    true,
  ],
])("%s is compared with the caps", (_, stages, caps, usedPercent, exceeded) => {
  expect(allocate(stages, { caps })).toMatchObject({
    usedPercent,
    exceeded,
  });
});

it("adds by currency, in alphabetical order", () => {
  const stages = [stage("2.50"), stage("1.00", "EUR"), stage("0.50")];
  expect(allocate(stages, { caps: { USD: "10.00" } }).sums).toEqual([
    { currency: "EUR", amount: "1.00", cap: null },
    { currency: "USD", amount: "3.00", cap: "10.00" },
  ]);
});

it("counts all open stages, or those with payouts", () => {
  const stages = [{ payable: true }, { payable: false }];
  expect(countedStages(stages, { counts: "open" })).toHaveLength(2);
  expect(countedStages(stages, { counts: "payable" })).toEqual([{ payable: true }]);
});
