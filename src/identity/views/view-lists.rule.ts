import type { Ability } from "../roles/roles.rule.ts";

interface ViewedList {
  /** What a role needs to see the list, and so to keep or receive views of it. */
  ability: Ability;
  /** The parameters of the address that a view keeps. The page and its size are not among them. */
  parameters: readonly string[];
}

const ordered = ["sort", "order", "columns"] as const;

/** The tables whose filters can be kept as views. */
export const viewLists = {
  users: {
    ability: "traders.read",
    parameters: ["search", "status", "verdict", "from", "to", "tag", ...ordered],
  },
  payouts: {
    ability: "payouts.read",
    parameters: [
      "search",
      "status",
      "from",
      "to",
      "minAmount",
      "maxAmount",
      "paymentMethod",
      "tag",
      ...ordered,
    ],
  },
  audit: {
    ability: "audit.read",
    parameters: ["search", "action", "actor", "traderId", "payoutId", "from", "to"],
  },
} as const satisfies Record<string, ViewedList>;

export type ViewList = keyof typeof viewLists;

export const viewListNames = Object.keys(viewLists) as [ViewList, ...ViewList[]];

export type ViewParameter = (typeof viewLists)[ViewList]["parameters"][number];

/** Of all tables. */
export const viewParameterNames: readonly ViewParameter[] = [
  ...new Set(viewListNames.flatMap((list): readonly ViewParameter[] => viewLists[list].parameters)),
];
