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
] as const;

export type TraderSort = (typeof traderSorts)[number];
