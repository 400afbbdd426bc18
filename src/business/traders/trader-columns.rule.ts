import { keysOf } from "../../platform/fields/keys-of.rule.ts";

/** The columns of the administrators' table of traders, with their headings. */
export const traderColumnLabels = {
  id: "ID",
  fullName: "Name",
  email: "Email",
  login: "Broker Login",
  status: "Account Status",
  phase: "Phase",
  balance: "Balance",
  profitLoss: "Profit/Loss",
  currency: "Currency",
  roomToday: "Room Today",
  verdict: "Verdict",
  payoutEnabled: "Payouts",
  country: "Country",
  city: "City",
  tags: "Tags",
  banned: "Banned",
  createdAt: "Registered",
} as const;

export type TraderColumn = keyof typeof traderColumnLabels;

export const traderColumnNames = keysOf(traderColumnLabels);

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
