import { expect, it } from "vitest";
import { approvalStep, type approvalSteps } from "../../../src/business/payouts/approval.rule.ts";

const one = { kind: "administrator", id: 1 } as const;
const token = { kind: "token", id: 1 } as const;
const by = (...ids: number[]) => ids.map((administratorId) => ({ administratorId }));

it.each<[string, Partial<Parameters<typeof approvalStep>[0]>, (typeof approvalSteps)[number]]>([
  ["any amount without a threshold", { secondApprovalAbove: null }, "approve"],
  ["the threshold itself", { amount: "500.00" }, "approve"],
  ["a cent more", { amount: "500.01" }, "wait"],
  ["a small amount in another currency", { amount: "0.01", currency: "EUR" }, "wait"],
  [
    "another currency without a threshold",
    { currency: "EUR", secondApprovalAbove: null },
    "approve",
  ],
  ["every amount, if it is zero", { amount: "0.01", secondApprovalAbove: "0.00" }, "wait"],
  ["by the same person again", { approvals: by(1) }, "repeated"],
  ["by a second person", { approvals: by(2) }, "approve"],
  ["by the same person, after it was raised", { approvals: by(1), amount: "0.01" }, "approve"],
  ["by a token", { actor: token }, "administrators-only"],
  ["by a token as the second", { actor: token, approvals: by(2) }, "administrators-only"],
  ["by a token of a small amount", { actor: token, amount: "0.01" }, "approve"],
])("an approval of %s", (_, facts, step) => {
  const usual = {
    amount: "1000.00",
    currency: "USD",
    secondApprovalAbove: "500.00",
    approvals: [],
    actor: one,
  };
  expect(approvalStep({ ...usual, ...facts })).toBe(step);
});
