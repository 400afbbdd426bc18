import type { Scope } from "../../../identity/tokens/scopes.rule.ts";
import { mayDo, type Role } from "../../../identity/roles/roles.rule.ts";

export const payoutStatuses = ["pending", "approved", "rejected"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const decisions = ["approved", "rejected"] as const;
export type Decision = (typeof decisions)[number];

/** A decision can be reversed any number of times, but not repeated. */
export function canDecide(current: PayoutStatus, decision: Decision): boolean {
  return current !== decision;
}

/** The columns of the administrators' table of payout requests, with their headings. */
export const payoutColumnLabels = {
  id: "ID",
  userId: "User ID",
  fullName: "Name",
  email: "Email",
  amount: "Amount",
  currency: "Currency",
  paymentMethod: "Payment Method",
  createdAt: "Date",
  status: "Status",
  adminNotes: "Admin Notes",
  paidAt: "Paid",
  reference: "Reference",
  paymentRunId: "Payment Run",
} as const;

export type PayoutColumnName = keyof typeof payoutColumnLabels;

export const payoutColumnNames = Object.keys(payoutColumnLabels) as [
  PayoutColumnName,
  ...PayoutColumnName[],
];

/** What the administrators' tables of payout requests can be sorted by. */
export const payoutSorts = [
  "id",
  "userId",
  "fullName",
  "amount",
  "paymentMethod",
  "createdAt",
  "status",
] as const;

export type PayoutSort = (typeof payoutSorts)[number];

/** The maximum number of a trader's own requests in one response. */
export const OWN_PAYOUTS_LIMIT = 1000;

/** Payment methods with their labels. */
export const paymentMethods = {
  bank: "Bank Transfer",
  paypal: "PayPal",
  crypto: "Cryptocurrency",
  skrill: "Skrill",
} as const;

export type PaymentMethod = keyof typeof paymentMethods;

export const paymentMethodCodes = Object.keys(paymentMethods) as [
  PaymentMethod,
  ...PaymentMethod[],
];

type Reader = { kind: "administrator"; role: Role } | { kind: "token"; scopes: readonly Scope[] };

/** Whether the reader may see payment details. API tokens need the scope for reading payout requests. */
export function canReadPaymentDetails(reader: Reader): boolean {
  return reader.kind === "token"
    ? reader.scopes.includes("payouts:read")
    : mayDo(reader.role, "payouts.details");
}

/** Whether an approved request has been paid. Requests with another status have no such state. */
export const paymentStates = {
  unpaid: "Approved, in no run",
  "in-run": "In an open run",
  paid: "Paid",
} as const;

export type PaymentState = keyof typeof paymentStates;

export const paymentStateCodes = Object.keys(paymentStates) as [PaymentState, ...PaymentState[]];

interface RejectionFacts {
  /** The payment run that pays, or has paid, the request; `null` if there is none. */
  runId: number | null;
  isPaid: boolean;
}

/** Returns why a request cannot be rejected: its payment is under way or complete. `undefined` if it can. */
export function rejectionRefusal({ runId, isPaid }: RejectionFacts): string | undefined {
  if (runId === null) return undefined;
  return isPaid
    ? `This payout request was paid in payment run #${runId}. Reverse the payment before rejecting it.`
    : `This payout request is in payment run #${runId}. Remove it from the run before rejecting it.`;
}

export const notEligibleMessage = "Your account is not currently eligible for payouts.";

/** The firm enables payouts for each account by hand; a status or a profit alone does not. */
export function canRequestPayout(account: { payoutEnabled: boolean }): boolean {
  return account.payoutEnabled;
}
