import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { targetProgress } from "../../../../../src/business/traders/accounts/account.rule.ts";
import { formatDecimal } from "../../../../../src/platform/money/money.ts";

const after = (profitLoss: string, profitTarget: string | null) =>
  targetProgress({ balance: "100000.00", profitLoss, profitTarget });

describe("the progress towards the profit target", () => {
  it.each([
    ["0.00", "$1000", 0],
    ["250.00", "$1000", 25],
    ["4.99", "$1000", 0],
    ["5.00", "$1000", 1],
    ["995.00", "$1000", 100],
    ["2000.00", "$1000", 100],
    ["-300.00", "$1000", 0],
    ["500.00", "$0", 0],
    ["500.00", "by agreement", 0],
    ["500.00", null, 0],
  ])("with %s of %j is %i percent", (profitLoss, target, percent) => {
    expect(after(profitLoss, target).percent).toBe(percent);
  });

  it.each([
    ["250.00", "$1000", 75_000n],
    ["-250.00", "$1000", 125_000n],
    ["1500.00", "$1000", 0n],
    ["250.00", "by agreement", null],
  ])("with %s of %j leaves %s cents", (profitLoss, target, remaining) => {
    expect(after(profitLoss, target).remaining).toBe(remaining);
  });

  it("is always a whole percentage from 0 to 100, and the remainder is never negative", () => {
    const cents = fc.bigInt({ min: -9_999_999_999n, max: 9_999_999_999n });
    const target = fc.bigInt({ min: 0n, max: 9_999_999_999n });
    fc.assert(
      fc.property(cents, target, (profit, goal) => {
        const { percent, remaining } = after(formatDecimal(profit), `$${formatDecimal(goal)}`);
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
        expect(remaining! >= 0n).toBe(true);
      }),
    );
  });

  const earned = fc.bigInt({ min: -9_999_999_999n, max: 9_999_999_999n });
  const aim = fc.bigInt({ min: 1n, max: 9_999_999_999n });
  const toward = (profit: bigint, goal: bigint) =>
    after(formatDecimal(profit), `$${formatDecimal(goal)}`);

  it("never decreases while the profit grows, and adds up to the target with the remainder", () => {
    fc.assert(
      fc.property(earned, earned, aim, (one, other, goal) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(toward(less, goal).percent).toBeLessThanOrEqual(toward(more, goal).percent);
        const { remaining, target } = toward(less, goal);
        expect(target).toBe(goal);
        expect(remaining).toBe(less < goal ? goal - less : 0n);
      }),
    );
  });

  it("is rounded to the nearest whole percentage", () => {
    fc.assert(
      fc.property(aim, fc.bigInt({ min: 0n, max: 9_999_999_999n }), (goal, part) => {
        const profit = part % (goal + 1n);
        const off = BigInt(toward(profit, goal).percent) * goal - profit * 100n;
        expect((off < 0n ? -off : off) * 2n <= goal).toBe(true);
      }),
    );
  });
});
