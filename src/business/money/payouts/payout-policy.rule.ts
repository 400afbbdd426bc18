import { mayDo, type Role } from "../../../identity/roles/roles.rule.ts";
import type { Scope } from "../../../identity/tokens/scopes.rule.ts";
import { storedCents } from "../../../platform/money/money.ts";
import type { Decision, PayoutStatus } from "./payout.rule.ts";

export const notEligibleMessage = "Your account is not currently eligible for payouts.";

/** The firm enables payouts for each account by hand; a status or a profit alone does not. */
export function canRequestPayout(account: { payoutEnabled: boolean }): boolean {
  return account.payoutEnabled;
}

type Reader = { kind: "administrator"; role: Role } | { kind: "token"; scopes: readonly Scope[] };

/** Whether the reader may see payment details. API tokens need the scope for reading payout requests. */
export function canReadPaymentDetails(reader: Reader): boolean {
  return reader.kind === "token"
    ? reader.scopes.includes("payouts:read")
    : mayDo(reader.role, "payouts.details");
}

/** A decision can be reversed any number of times, but not repeated. A cancelled request is decided no more. */
export function canDecide(current: PayoutStatus, decision: Decision): boolean {
  return current !== decision && current !== "cancelled";
}

/** The trader can take back a request until it is decided; the first of two approvals is no decision. */
export function canCancel(current: PayoutStatus): boolean {
  return current === "pending";
}

interface PaymentFacts {
  /** The payment run that pays, or has paid, the request; `null` if there is none. */
  runId: number | null;
  isPaid: boolean;
}

/** Returns why a request cannot be rejected: its payment is under way or complete. `undefined` if it can. */
export function rejectionRefusal({ runId, isPaid }: PaymentFacts): string | undefined {
  if (runId === null) return undefined;
  return isPaid
    ? `This payout request was paid in payment run #${runId}. Reverse the payment before rejecting it.`
    : `This payout request is in payment run #${runId}. Remove it from the run before rejecting it.`;
}

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

interface DecisionFacts extends ApprovalFacts {
  status: PayoutStatus;
  decision: Decision;
  /** What the caller has seen; any status or currency if it is absent. */
  expectedStatus?: PayoutStatus | undefined;
  expectedCurrency?: string | undefined;
  payment: PaymentFacts;
}

/** `wait` is the first of two approvals. */
export type DecisionStep = "approve" | "wait" | "reject";

export type DecisionRefusal =
  | { reason: "decided" | "other-currency" | "repeated" | "administrators-only" }
  | { reason: "payment"; message: string };

export type DecisionResult = { step: DecisionStep } | { refusal: DecisionRefusal };

/** Determines the effect of a decision. A request whose payment is under way or complete keeps its status. */
export function judgeDecision(facts: DecisionFacts): DecisionResult {
  const { status, decision, expectedStatus = status, expectedCurrency = facts.currency } = facts;
  if (!canDecide(status, decision) || expectedStatus !== status) {
    return { refusal: { reason: "decided" } };
  }
  if (expectedCurrency !== facts.currency) return { refusal: { reason: "other-currency" } };
  const message = rejectionRefusal(facts.payment);
  if (message !== undefined) return { refusal: { reason: "payment", message } };
  if (decision === "rejected") return { step: "reject" };
  const step = approvalStep(facts);
  return step === "approve" || step === "wait" ? { step } : { refusal: { reason: step } };
}
