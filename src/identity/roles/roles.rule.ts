import { RefusalError } from "../../platform/errors.ts";
import { keysOf } from "../../platform/fields/keys-of.rule.ts";

/** The roles of administrators, with the explanation shown when one is chosen. */
export const roles = {
  owner: "May do everything, including managing the team, API tokens and webhooks",
  risk: "Manages traders, accounts, trading records, rules and reviews",
  payouts: "Decides and pays payout requests, and sees payment details",
  support: "Reads and adds internal notes; changes nothing else except their own name and views",
} as const;

export type Role = keyof typeof roles;

export const roleNames = keysOf(roles);

/** Owners are excluded, because they may do everything. */
type LimitedRole = Exclude<Role, "owner">;

interface DeclaredAbility {
  /** Completes the phrase "may …" in the table at `/admin/team`. */
  words: string;
  roles: readonly LimitedRole[];
}

const everyone = ["risk", "payouts", "support"] as const;

/**
 * What administrators can be allowed to do, and the roles that allow it. Every call of administrators declares an
 * ability. An ability that only owners have lists no role.
 */
export const abilities = {
  "self.manage": { words: "See their own role, and change their own name", roles: everyone },
  "views.keep": { words: "Save views of tables, and share them", roles: everyone },
  "team.read": { words: "See who is on the team", roles: everyone },
  "team.manage": { words: "Add, change and revoke administrators", roles: [] },
  "traders.read": { words: "See traders, accounts and the dashboard", roles: everyone },
  "traders.write": { words: "Add, change and ban traders and their accounts", roles: ["risk"] },
  "traders.delete": { words: "Delete traders with all their records", roles: [] },
  "traders.recover": { words: "Remove the second factor of traders who have lost it", roles: [] },
  "tables.export": {
    words: "Export the tables of users, payouts and statements",
    roles: ["risk", "payouts"],
  },
  "notes.write": { words: "Add internal notes on traders", roles: everyone },
  "tags.write": { words: "Add and remove tags of traders", roles: ["risk", "payouts"] },
  "credentials.use": { words: "Read and set master passwords of accounts", roles: ["risk"] },
  "certificates.write": { words: "Issue and withdraw certificates", roles: ["risk"] },
  "payouts.read": { words: "See payout requests", roles: everyone },
  "payouts.details": { words: "See the payment details of payouts", roles: ["payouts"] },
  "payouts.decide": { words: "Approve and reject payout requests", roles: ["payouts"] },
  "payouts.settings": { words: "Set which payouts need a second approval", roles: [] },
  "payments.read": { words: "See payment runs and the unpaid requests", roles: everyone },
  "payments.manage": { words: "Create, export and settle payment runs", roles: ["payouts"] },
  "payments.account": { words: "Set the account that the firm pays from", roles: [] },
  "records.read": { words: "See trading records, statements and verdicts", roles: everyone },
  "records.write": { words: "Import statements and correct balances", roles: ["risk"] },
  "stages.write": { words: "Start and end stages, and change their rules", roles: ["risk"] },
  "rules.read": { words: "See rule sets and programmes", roles: everyone },
  "rules.write": { words: "Add rule sets, programmes and their versions", roles: ["risk"] },
  "calendar.write": { words: "Import economic events", roles: ["risk"] },
  "reviews.read": { words: "See reviews and appeals", roles: everyone },
  "reviews.decide": { words: "Confirm and dismiss reviews", roles: ["risk"] },
  "actions.read": { words: "See actions at the trading platform, and bridges", roles: everyone },
  "actions.request": {
    words: "Request, approve and cancel actions at the trading platform",
    roles: ["risk"],
  },
  "orders.read": { words: "See orders of shops", roles: everyone },
  "orders.write": { words: "Enter, release and dismiss orders", roles: ["risk"] },
  "sources.map": { words: "Say what the products of shops mean", roles: ["risk"] },
  "sources.manage": { words: "Add, change and remove the sources of orders", roles: [] },
  "appeals.decide": { words: "Grant and deny appeals", roles: ["risk"] },
  "links.read": { words: "Compare the trades of users, and see what they share", roles: ["risk"] },
  "links.decide": { words: "Decide on links, and group users as one person", roles: ["risk"] },
  "identities.read": {
    words: "See the identities of traders with their documents",
    roles: ["risk", "payouts"],
  },
  "identities.decide": { words: "Approve, reject and recheck identities", roles: ["risk"] },
  "agreements.read": { words: "See agreements, and who has accepted them", roles: everyone },
  "agreements.write": { words: "Add, change and archive agreements", roles: [] },
  "figures.read": {
    words: "See how many accounts pass and why they end, and how long people wait",
    roles: ["risk"],
  },
  "figures.money": {
    words: "See what was sold, paid and is owed",
    roles: ["risk", "payouts"],
  },
  "settings.read": {
    words:
      "See the firm's brand, time zone, emails, gates, and settings for appeals, warnings, identities and links",
    roles: everyone,
  },
  "settings.write": {
    words:
      "Set the firm's brand, time zone, enforcement, gates, how identities are proved, which emails it sends, how long appeals are possible, when traders are warned, and how accounts are compared",
    roles: [],
  },
  "audit.read": { words: "Read and export the audit log", roles: everyone },
  "webhooks.manage": { words: "Create, change and delete webhooks", roles: [] },
  "tokens.manage": { words: "Create and revoke API tokens", roles: [] },
} as const satisfies Record<string, DeclaredAbility>;

export type Ability = keyof typeof abilities;

export const abilityNames = keysOf(abilities);

export function mayDo(role: Role, ability: Ability): boolean {
  const { roles: limited }: DeclaredAbility = abilities[ability];
  return role === "owner" || limited.includes(role);
}

/** Returns the roles that have an ability, in the order of `roles`. */
export function rolesWith(ability: Ability): Role[] {
  return roleNames.filter((role) => mayDo(role, ability));
}

/** Returns the error message for roles without the ability; the screens also show it on disabled controls. */
export function describeRequiredRole(ability: Ability): string {
  return `This requires the role ${rolesWith(ability).join(" or ")}`;
}

/** @throws RefusalError if the role does not have the ability */
export function requireAbility(role: Role, ability: Ability): void {
  if (mayDo(role, ability)) return;
  throw new RefusalError("forbidden", `${describeRequiredRole(ability)}; yours is ${role}`);
}
