/** What the administrators' table of traders can be sorted by. */
export const traderSorts = [
  "id",
  "fullName",
  "email",
  "login",
  "balance",
  "status",
  "phase",
  "payoutEnabled",
  "createdAt",
  /** Lists only the accounts whose verdict is in progress and that have a daily loss. */
  "roomToday",
] as const;

export type TraderSort = (typeof traderSorts)[number];
