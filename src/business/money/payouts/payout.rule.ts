import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/** `cancelled` by the trader, which is final. */
export const payoutStatuses = ["pending", "approved", "rejected", "cancelled"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const payoutStatusMessage = "Status must be pending, approved, rejected or cancelled";

export const payoutStatusLabels: Readonly<Record<PayoutStatus, string>> = {
  pending: "Pending",
  approved: "Approved",
  rejected: "Rejected",
  cancelled: "Cancelled",
};

/** The statuses of the requests whose amounts are part of totals. */
export const totalledStatuses = ["pending", "approved", "rejected"] as const;

export const decisions = ["approved", "rejected"] as const;
export type Decision = (typeof decisions)[number];

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
