/** Whether an approved request has been paid. Requests with another status have no such state. */
export const paymentStates = {
  unpaid: "Approved, in no run",
  "in-run": "In an open run",
  paid: "Paid",
} as const;

export type PaymentState = keyof typeof paymentStates;

export const paymentStateCodes = Object.keys(paymentStates) as [PaymentState, ...PaymentState[]];
