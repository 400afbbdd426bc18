import { expect, it } from "vitest";
import {
  costReadingOf,
  type PrintedAmounts,
  signedCosts,
} from "../../../src/business/statements/csv-costs.rule.ts";

function row(amounts: Partial<PrintedAmounts>): PrintedAmounts {
  return {
    profit: 100_00n,
    commission: 0n,
    swap: 0n,
    fee: 0n,
    net: null,
    change: null,
    ...amounts,
  };
}

const unsigned = { areUnsigned: true, areIncluded: false };
const included = { areUnsigned: true, areIncluded: true };

it("without evidence, the costs of a result after costs are included in it", () => {
  const rows = [row({ commission: 7_00n })];
  expect(costReadingOf(rows, false)).toEqual(signedCosts);
  expect(costReadingOf(rows, true)).toEqual(included);
});

it.each([
  ["a commission", row({ commission: -7_00n, fee: 1_00n })],
  ["a fee", row({ commission: 7_00n, fee: -1_00n })],
])("costs are signed if %s is negative", (_what, printed) => {
  expect(costReadingOf([row({ commission: 7_00n, fee: 1_00n }), printed], true)).toEqual({
    areUnsigned: false,
    areIncluded: true,
  });
});

it("costs are signed if there are none", () => {
  expect(costReadingOf([row({})], true)).toEqual({ areUnsigned: false, areIncluded: true });
});

it("the reading that agrees with most results and balances is used", () => {
  const subtracted = row({ commission: 7_00n, net: 93_00n });
  const added = row({ commission: 7_00n, change: 107_00n });
  expect(costReadingOf([subtracted, subtracted, added], false)).toEqual(unsigned);
  expect(costReadingOf([subtracted, added, added], false)).toEqual(signedCosts);
});
