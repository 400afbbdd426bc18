/**
 * `open` until the money has left, then `paid`; `removed` payments were taken out of their run, and
 * `reversed` ones came back. Both leave the request approved and unpaid.
 */
export const paymentStatuses = ["open", "paid", "removed", "reversed"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The maximum number of payouts in a run, because all of its rows are locked, paid and mailed at once. */
export const MAX_RUN_SIZE = 500;
