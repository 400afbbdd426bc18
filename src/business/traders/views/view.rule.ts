import type { Ability, Role } from "../../../identity/roles/roles.rule.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

interface ViewedList {
  /** The ability that a role needs to see the list, and therefore to save or see views of it. */
  ability: Ability;
  /** The URL parameters that a view stores. The page and its size are excluded. */
  parameters: readonly string[];
}

const ordered = ["sort", "order", "columns"] as const;

/** The tables whose filters can be saved as views. */
export const viewLists = {
  users: {
    ability: "traders.read",
    parameters: [
      "search",
      "status",
      "verdict",
      "phase",
      "payoutEnabled",
      "country",
      "banned",
      "from",
      "to",
      "tag",
      ...ordered,
    ],
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
      "payment",
      "tag",
      ...ordered,
    ],
  },
  actions: {
    ability: "actions.read",
    parameters: ["search", "status", "kind", "order", "columns"],
  },
  appeals: {
    ability: "reviews.read",
    parameters: ["search", "status", "subject", ...ordered],
  },
  audit: {
    ability: "audit.read",
    parameters: ["search", "action", "actor", "traderId", "payoutId", "from", "to"],
  },
} as const satisfies Record<string, ViewedList>;

export type ViewList = keyof typeof viewLists;

export const viewListNames = keysOf(viewLists);

export type ViewParameter = (typeof viewLists)[ViewList]["parameters"][number];

/** The parameters of all tables. */
export const viewParameterNames: readonly ViewParameter[] = [
  ...new Set(viewListNames.flatMap((list): readonly ViewParameter[] => viewLists[list].parameters)),
];

interface Rights {
  isOwn: boolean;
  /** Whether the caller may change the name and filters, and delete the view. */
  canChange: boolean;
}

/**
 * Returns the caller's rights to a view. Owners may also change shared views, because the author may have left. Only
 * the author may stop sharing a view, because no one else could see it afterwards.
 */
export function viewRights(
  view: { authorId: number; isShared: boolean },
  { id, role }: { id: number; role: Role },
): Rights {
  const isOwn = view.authorId === id;
  return { isOwn, canChange: isOwn || (view.isShared && role === "owner") };
}
