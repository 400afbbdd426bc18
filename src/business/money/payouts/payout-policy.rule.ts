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

/** What decides whether a request needs two administrators. */
interface ApprovedAmount {
  /** As it is stored: `1250.50`. */
  amount: string;
  currency: string;
  /** The trader's other approved and unpaid requests of that currency, in cents. */
  unpaid: bigint;
  /** Whether the request has ever waited for a second approval. */
  hasWaited: boolean;
  limit: ApprovalLimit;
}

interface ApprovalFacts {
  needsSecond: boolean;
  /** Approvals given so far. */
  approvals: readonly Pick<Approval, "administratorId">[];
  actor: { kind: "administrator" | "token"; id: number };
}

export const approvalSteps = ["approve", "wait", "repeated", "administrators-only"] as const;
export type ApprovalStep = (typeof approvalSteps)[number];

/**
 * A request counts together with what is approved and unpaid, so that dividing it goes round no limit. One that has
 * waited once needs two whatever the limit becomes, so that lifting the limit for a minute does not either. An amount in
 * another currency than the limit cannot be compared with it, so it always needs two.
 */
export function needsSecondApproval({
  amount,
  currency,
  unpaid,
  hasWaited,
  limit: { secondApprovalAbove, secondApprovalCurrency },
}: ApprovedAmount): boolean {
  if (hasWaited) return true;
  if (secondApprovalAbove === null) return false;
  if (currency !== secondApprovalCurrency) return true;
  return storedCents(amount) + unpaid > storedCents(secondApprovalAbove);
}

/** Whether a change of the limit lets one administrator approve what needed two. */
export function isRaised(from: ApprovalLimit, to: ApprovalLimit): boolean {
  if (from.secondApprovalAbove === null) return false;
  if (to.secondApprovalAbove === null) return true;
  if (from.secondApprovalCurrency !== to.secondApprovalCurrency) return true;
  return storedCents(to.secondApprovalAbove) > storedCents(from.secondApprovalAbove);
}

/**
 * Determines the effect of an approval. An API token does not identify an administrator,
 * so it cannot give one of two approvals.
 */
export function approvalStep({ needsSecond, approvals, actor }: ApprovalFacts): ApprovalStep {
  if (!needsSecond) return "approve";
  if (actor.kind === "token") return "administrators-only";
  if (approvals.some(({ administratorId }) => administratorId !== actor.id)) return "approve";
  return approvals.length > 0 ? "repeated" : "wait";
}

export const repeatedApprovalMessage =
  "You have already approved this payout request. It is waiting for a second administrator.";

interface DecisionFacts extends ApprovalFacts {
  status: PayoutStatus;
  decision: Decision;
  currency: string;
  /** What the caller has seen; any status or currency if it is absent. */
  expectedStatus?: PayoutStatus | undefined;
  expectedCurrency?: string | undefined;
  /** The hash of the readiness that the caller has seen. */
  expectedReadiness?: string | undefined;
  /** The present one; `null` if it could not be read. */
  readinessSha256: string | null;
  payment: PaymentFacts;
  /** Whether it was made after a takeover of the account, and has not been released. */
  isHeld: boolean;
  /** Whether the trader's second factor is being removed, so that it may be a thief who asks. */
  isRecovering: boolean;
}

/** `wait` is the first of two approvals. */
export type DecisionStep = "approve" | "wait" | "reject";

export type DecisionRefusal =
  | {
      reason:
        | "decided"
        | "other-currency"
        | "held"
        | "recovery"
        | "readiness"
        | "repeated"
        | "administrators-only";
    }
  | { reason: "payment"; message: string };

export type DecisionResult = { step: DecisionStep } | { refusal: DecisionRefusal };

/** Determines the effect of a decision. A request whose payment is under way or complete keeps its status. */
export function judgeDecision(facts: DecisionFacts): DecisionResult {
  const { status, decision, expectedStatus = status, expectedCurrency = facts.currency } = facts;
  if (!canDecide(status, decision) || expectedStatus !== status) {
    return { refusal: { reason: "decided" } };
  }
  if (expectedCurrency !== facts.currency) return { refusal: { reason: "other-currency" } };
  if (decision === "approved" && facts.isHeld) return { refusal: { reason: "held" } };
  if (decision === "approved" && facts.isRecovering) return { refusal: { reason: "recovery" } };
  const { expectedReadiness, readinessSha256 } = facts;
  if (expectedReadiness !== undefined && expectedReadiness !== readinessSha256) {
    return { refusal: { reason: "readiness" } };
  }
  const message = rejectionRefusal(facts.payment);
  if (message !== undefined) return { refusal: { reason: "payment", message } };
  if (decision === "rejected") return { step: "reject" };
  const step = approvalStep(facts);
  return step === "approve" || step === "wait" ? { step } : { refusal: { reason: step } };
}
