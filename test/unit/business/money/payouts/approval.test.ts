import { expect, it } from "vitest";
import {
  approvalStep,
  type approvalSteps,
  needsSecondApproval,
} from "../../../../../src/business/money/payouts/payout-policy.rule.ts";

const one = { kind: "administrator", id: 1 } as const;
const token = { kind: "token", id: 1 } as const;
const above = (secondApprovalAbove: string | null, secondApprovalCurrency = "USD") => ({
  secondApprovalAbove,
  secondApprovalCurrency,
});
const by = (...ids: number[]) => ids.map((administratorId) => ({ administratorId }));

type Facts = Parameters<typeof needsSecondApproval>[0] &
  Omit<Parameters<typeof approvalStep>[0], "needsSecond">;

it.each<[string, Partial<Facts>, (typeof approvalSteps)[number]]>([
  ["any amount without a limit", { limit: above(null) }, "approve"],
  ["the limit itself", { amount: "500.00" }, "approve"],
  ["a cent more", { amount: "500.01" }, "wait"],
  ["a small amount in another currency", { amount: "0.01", currency: "EUR" }, "wait"],
  ["another currency without a limit", { currency: "EUR", limit: above(null) }, "approve"],
  [
    "the limit itself in euros",
    { amount: "5.00", currency: "EUR", limit: above("5.00", "EUR") },
    "approve",
  ],
  [
    "a cent more in euros",
    { amount: "5.01", currency: "EUR", limit: above("5.00", "EUR") },
    "wait",
  ],
  [
    "a small amount in dollars, if it is in euros",
    { amount: "0.01", limit: above("5.00", "EUR") },
    "wait",
  ],
  ["every amount, if it is zero", { amount: "0.01", limit: above("0.00") }, "wait"],
  ["a small amount beside what is unpaid", { amount: "100.01", unpaid: 400_00n }, "wait"],
  ["what is unpaid up to the limit", { amount: "100.00", unpaid: 400_00n }, "approve"],
  ["what has waited once, after it was lifted", { hasWaited: true, limit: above(null) }, "wait"],
  ["by the same person again", { approvals: by(1) }, "repeated"],
  ["by a second person", { approvals: by(2) }, "approve"],
  ["by the same person, after it was raised", { approvals: by(1), amount: "0.01" }, "approve"],
  ["by a token", { actor: token }, "administrators-only"],
  ["by a token as the second", { actor: token, approvals: by(2) }, "administrators-only"],
  ["by a token of a small amount", { actor: token, amount: "0.01" }, "approve"],
])("an approval of %s", (_, facts, step) => {
  const usual: Facts = {
    amount: "1000.00",
    currency: "USD",
    unpaid: 0n,
    hasWaited: false,
    limit: above("500.00"),
    approvals: [],
    actor: one,
  };
  const all = { ...usual, ...facts };
  expect(approvalStep({ ...all, needsSecond: needsSecondApproval(all) })).toBe(step);
});
