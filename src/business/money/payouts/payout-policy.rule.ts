import { storedCents } from "../../../platform/money/money.ts";

/** An administrator's approval, as it is stored with the request. */
export interface Approval {
  administratorId: number;
  /** The administrator's name at the time of the approval. */
  name: string;
  /** ISO 8601. */
  at: string;
  note: string | null;
}

/** Larger amounts need two administrators. */
export interface ApprovalLimit {
  /** `null` if one administrator is always enough. */
  secondApprovalAbove: string | null;
  secondApprovalCurrency: string;
}

interface ApprovalFacts {
  /** As it is stored: `1250.50`. */
  amount: string;
  currency: string;
  limit: ApprovalLimit;
  /** Approvals given so far. */
  approvals: readonly Pick<Approval, "administratorId">[];
  actor: { kind: "administrator" | "token"; id: number };
}

export const approvalSteps = ["approve", "wait", "repeated", "administrators-only"] as const;
export type ApprovalStep = (typeof approvalSteps)[number];

/**
 * Determines the effect of an approval under the current limit. An API token does not identify an administrator,
 * so it cannot give one of two approvals.
 */
export function approvalStep(facts: ApprovalFacts): ApprovalStep {
  const { approvals, actor } = facts;
  if (!needsSecondApproval(facts)) return "approve";
  if (actor.kind === "token") return "administrators-only";
  if (approvals.some(({ administratorId }) => administratorId !== actor.id)) return "approve";
  return approvals.length > 0 ? "repeated" : "wait";
}

export const repeatedApprovalMessage =
  "You have already approved this payout request. It is waiting for a second administrator.";

/** An amount in another currency than the limit cannot be compared with it, so it always needs two. */
export function needsSecondApproval({
  amount,
  currency,
  limit: { secondApprovalAbove, secondApprovalCurrency },
}: Pick<ApprovalFacts, "amount" | "currency" | "limit">): boolean {
  if (secondApprovalAbove === null) return false;
  if (currency !== secondApprovalCurrency) return true;
  return storedCents(amount) > storedCents(secondApprovalAbove);
}
