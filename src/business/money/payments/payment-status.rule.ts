/**
 * `open` until the money has left, then `paid`; `removed` payments were taken out of their run, and
 * `reversed` ones came back. Both leave the request approved and unpaid.
 */
export const paymentStatuses = ["open", "paid", "removed", "reversed"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
