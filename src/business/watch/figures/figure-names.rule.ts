/** What attempts are counted by. */
export const cohortsPer = ["attempt", "trader"] as const;

/** The sums of money, in the order of the answer. */
export const moneyCells = [
  "orders",
  "refunded",
  "chargedBack",
  "requested",
  "approved",
  "rejected",
  "cancelled",
  "paid",
  "reversed",
] as const;
export type MoneyCell = (typeof moneyCells)[number];

/** What people and machines wait for. */
export const queues = [
  "payout",
  "payment",
  "review",
  "appeal",
  "action",
  "identity",
  "link",
] as const;
export type Queue = (typeof queues)[number];
