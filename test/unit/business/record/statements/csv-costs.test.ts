import { describe, expect, it } from "vitest";
import {
  costReadingOf,
  netOfSteps,
  type PrintedAmounts,
} from "../../../../../src/business/record/statements/reading/csv-costs.rule.ts";

function row(amounts: Partial<PrintedAmounts>): PrintedAmounts {
  return {
    profit: 100_00n,
    commission: 0n,
    swap: 0n,
    fee: 0n,
    net: null,
    change: null,
    gain: null,
    closePrice: 1.2,
    ...amounts,
  };
}

const plain = { isNet: false, isGross: false, isCumulatedNet: false };
const net = { ...plain, isNet: true };
const gross = { ...plain, isGross: true };
const reading = (areUnsigned: boolean, areIncluded: boolean, isCertain = true) =>
  expect.objectContaining({ areUnsigned, areIncluded, isCertain }) as object;

it("without evidence, only the header says whether the result is after costs", () => {
  const rows = [row({ commission: -7_00n })];
  expect(costReadingOf(rows, plain)).toEqual(reading(false, false, false));
  expect(costReadingOf([row({})], plain)).toEqual(reading(false, false));
  expect(costReadingOf(rows, gross)).toEqual(reading(false, false));
  expect(costReadingOf(rows, net)).toEqual(reading(false, true));
});

it("costs that are printed without a sign are subtracted", () => {
  expect(costReadingOf([row({ commission: 7_00n })], gross)).toEqual(reading(true, false));
});

it.each([
  ["a commission", row({ commission: -7_00n, fee: 1_00n })],
  ["a fee", row({ commission: 7_00n, fee: -1_00n })],
])("costs are signed if %s is negative", (_what, printed) => {
  expect(costReadingOf([row({ commission: 7_00n, fee: 1_00n }), printed], net)).toEqual(
    reading(false, true),
  );
});

it("the reading that agrees with most results and balances is used", () => {
  const subtracted = row({ commission: 7_00n, net: 93_00n });
  const added = row({ commission: 7_00n, change: 107_00n });
  const included = row({ commission: 7_00n, change: 100_00n });
  expect(costReadingOf([subtracted, subtracted, added], plain)).toEqual(reading(true, false));
  expect(costReadingOf([subtracted, added, added], plain)).toEqual(reading(false, false));
  expect(costReadingOf([included, included, subtracted], plain)).toEqual(reading(true, true));
  expect(costReadingOf([included, subtracted], gross)).toEqual(reading(true, false));
});

it("prices decide if balances are only known of trades without costs", () => {
  const gain = 0.001;
  const opening = row({ profit: 98_77n, swap: -1_23n, gain, change: null });
  const free = row({ profit: 100_00n, gain, change: 100_00n });
  expect(costReadingOf([opening, free], plain)).toEqual(reading(false, true));
  const before = row({ profit: 100_00n, swap: -1_23n, gain, change: null });
  expect(costReadingOf([before, free], plain)).toEqual(reading(false, false));
});

describe("without results after costs and balances, prices and volumes decide", () => {
  // 0.10 lots and 20 pips, so that the result before costs is 20.00.
  const priced = { gain: 0.0002, commission: -70n, swap: -20n };

  it.each([
    ["after costs", 19_10n, reading(false, true)],
    ["before costs", 20_00n, reading(false, false)],
    ["before costs, but not for certain if neither agrees", 31_41n, reading(false, false, false)],
  ])("that a profit is %s", (_what, profit, expected) => {
    expect(costReadingOf([row({ ...priced, profit })], plain)).toEqual(expected);
  });

  it("that a profit is after costs, for a pair whose price is in another currency", () => {
    // 1.00 lot of USDJPY from 149.50 to 150.00 is JPY 50,000.
    const usdjpy = { gain: 0.5, closePrice: 150, commission: -7_00n };
    expect(costReadingOf([row({ ...usdjpy, profit: 326_33n })], plain)).toEqual(
      reading(false, true),
    );
  });

  it.each<[string, bigint[], object]>([
    ["some rows do not agree", [19_10n, 19_10n, 31_41n], reading(false, true, false)],
    ["as many rows agree with each", [19_10n, 20_00n], reading(false, false, false)],
    ["too many rows disagree", [19_10n, 20_00n, 20_00n], reading(false, false, false)],
  ])("but not for certain if %s", (_why, profits, expected) => {
    const rows = profits.map((profit) => row({ ...priced, profit }));
    expect(costReadingOf(rows, plain)).toEqual(expected);
  });

  it("although a few rows agree with the other reading by chance", () => {
    const rows = [19_10n, ...Array.from({ length: 10 }, () => 20_00n)];
    const printed = rows.map((profit) => row({ ...priced, profit }));
    expect(costReadingOf(printed, plain)).toEqual(reading(false, false));
  });
});

describe("figures that contradict the header", () => {
  // 0.10 lots and 20 pips, so that the result before costs is 20.00.
  const priced = { gain: 0.0002, commission: -70n, swap: -20n };

  it("decide, and the reading is not certain", () => {
    expect(costReadingOf([row({ ...priced, profit: 20_00n })], net)).toEqual(
      reading(false, false, false),
    );
    expect(costReadingOf([row({ ...priced, profit: 19_10n })], gross)).toEqual(
      reading(false, true, false),
    );
    const change = 93_00n;
    expect(costReadingOf([row({ commission: -7_00n, change })], net)).toEqual(
      reading(false, false, false),
    );
  });

  it("do not decide if they agree by chance in a few rows", () => {
    const rows = [20_00n, 31_41n, 31_41n].map((profit) => row({ ...priced, profit }));
    expect(costReadingOf(rows, net)).toEqual(reading(false, true));
  });
});

describe("the steps of a column that adds up results", () => {
  const rows = (...cumulated: (bigint | null)[]) =>
    cumulated.map((sum) => ({ ...row({ commission: 7_00n }), cumulated: sum }));

  it("are results after costs if they differ from the profits", () => {
    expect(netOfSteps(rows(93_00n, 186_00n))).toEqual([93_00n, 93_00n]);
    expect(netOfSteps(rows(93_00n, null, 186_00n))).toEqual([93_00n, null, null]);
  });

  it("say nothing if they are the profits", () => {
    expect(netOfSteps(rows(100_00n, 200_00n))).toEqual([null, null]);
  });
});
