import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/** `cancelled` by the trader, which is final. */
export const payoutStatuses = ["pending", "approved", "rejected", "cancelled"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** The statuses of the requests whose amounts are part of totals. */
export const totalledStatuses = ["pending", "approved", "rejected"] as const;

export const decisions = ["approved", "rejected"] as const;
export type Decision = (typeof decisions)[number];

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

export const payoutColumnNames = keysOf(payoutColumnLabels);

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

export const paymentMethodCodes = keysOf(paymentMethods);

/** Whether an approved request has been paid. Requests with another status have no such state. */
export const paymentStates = {
  unpaid: "Approved, in no run",
  "in-run": "In an open run",
  paid: "Paid",
} as const;

export type PaymentState = keyof typeof paymentStates;

export const paymentStateCodes = keysOf(paymentStates);
