import { describe, expect, it } from "vitest";
import {
  canDecide,
  judgeDecision,
} from "../../../../../src/business/money/payouts/payout-policy.rule.ts";

describe("a decision on a payout", () => {
  it.each([
    ["pending", "approved", true],
    ["pending", "rejected", true],
    ["approved", "rejected", true],
    ["rejected", "approved", true],
    ["approved", "approved", false],
    ["rejected", "rejected", false],
    ["cancelled", "approved", false],
    ["cancelled", "rejected", false],
  ] as const)("from %s to %s: %s", (present, decision, allowed) => {
    expect(canDecide(present, decision)).toBe(allowed);
  });

  type Facts = Parameters<typeof judgeDecision>[0];
  const approval: Facts = {
    status: "pending",
    decision: "approved",
    currency: "USD",
    needsSecond: true,
    readinessSha256: "a1",
    payment: { runId: null, isPaid: false },
    isHeld: false,
    isRecovering: false,
    approvals: [],
    actor: { kind: "administrator", id: 1 },
  };
  const refused = (reason: string) => ({ refusal: { reason } });

  it.each<[string, Partial<Facts>, object]>([
    ["waits for a second administrator", {}, { step: "wait" }],
    ["approves as the second", { approvals: [{ administratorId: 2 }] }, { step: "approve" }],
    ["needs no second to reject", { decision: "rejected" }, { step: "reject" }],
    ["is refused if it has been made", { status: "approved" }, refused("decided")],
    ["is refused if another was expected", { expectedStatus: "rejected" }, refused("decided")],
    ["is made if its status was expected", { expectedStatus: "pending" }, { step: "wait" }],
    ["is made if its readiness was expected", { expectedReadiness: "a1" }, { step: "wait" }],
    ["is refused while the request is held", { isHeld: true }, refused("held")],
    ["is made to reject a held one", { isHeld: true, decision: "rejected" }, { step: "reject" }],
    ["is refused during a recovery", { isRecovering: true }, refused("recovery")],
    ["is refused on another readiness", { expectedReadiness: "b2" }, refused("readiness")],
    [
      "is refused if the readiness cannot be read",
      { expectedReadiness: "a1", readinessSha256: null },
      refused("readiness"),
    ],
    ["is refused in another currency", { expectedCurrency: "EUR" }, refused("other-currency")],
    [
      "is refused twice by one person",
      { approvals: [{ administratorId: 1 }] },
      refused("repeated"),
    ],
    ["is refused by a token", { actor: { kind: "token", id: 1 } }, refused("administrators-only")],
    [
      "is refused during its payment",
      { status: "approved", decision: "rejected", payment: { runId: 3, isPaid: false } },
      { refusal: { reason: "payment", message: expect.stringContaining("Remove it") as string } },
    ],
  ])("%s", (_, facts, result) => {
    expect(judgeDecision({ ...approval, ...facts })).toEqual(result);
  });
});
