/** How the facts of a period are put together. */
export const bucketSizes = ["period", "month", "week", "day"] as const;
export type BucketSize = (typeof bucketSizes)[number];

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

/** When a profit can be withdrawn: now, within so many times 24 hours, later, or not by time alone. */
export const withdrawableTimes = [
  "now",
  "within7",
  "within14",
  "within30",
  "within90",
  "later",
  "blocked",
] as const;
export type WithdrawableTime = (typeof withdrawableTimes)[number];
