import { describe, expect, it } from "vitest";
import { canDecide } from "../../../../src/business/money/payouts/payout.rule.ts";

describe("a decision on a payout", () => {
  it.each([
    ["pending", "approved", true],
    ["pending", "rejected", true],
    ["approved", "rejected", true],
    ["rejected", "approved", true],
    ["approved", "approved", false],
    ["rejected", "rejected", false],
  ] as const)("from %s to %s: %s", (present, decision, allowed) => {
    expect(canDecide(present, decision)).toBe(allowed);
  });
});
