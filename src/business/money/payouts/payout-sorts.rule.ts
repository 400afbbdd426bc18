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
