import type { LinkProps } from "@tanstack/react-router";
import type { Ability } from "../../src/identity/roles/roles.rule.ts";

export interface AdminPage {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  /** A short description of the page. */
  hint: string;
  /** The queue whose length is shown next to the label. */
  waiting?: "reviews" | "statements";
  /**
   * The ability that the page requires. Administrators without it get no link, and the page only states the required
   * role.
   */
  ability?: Ability;
}

interface AdminPageGroup {
  title: string;
  pages: readonly AdminPage[];
}

/** The pages linked directly in the bar. */
export const mainPages: readonly AdminPage[] = [
  { to: "/admin/dashboard", label: "Dashboard", hint: "Pending work and the firm's history" },
  { to: "/admin/users", label: "Users", hint: "Traders and their accounts" },
  { to: "/admin/payouts", label: "Payouts", hint: "Requests and decisions" },
];

/** All other pages, under "More". */
export const morePages: readonly AdminPageGroup[] = [
  {
    title: "Desk",
    pages: [
      { to: "/admin/reviews", label: "Reviews", hint: "Breaches and passes", waiting: "reviews" },
      {
        to: "/admin/statements",
        label: "Statements",
        hint: "Imported trading records",
        waiting: "statements",
      },
      { to: "/admin/payments", label: "Payment Runs", hint: "Pay approved requests" },
    ],
  },
  {
    title: "Firm",
    pages: [
      { to: "/admin", label: "Administration", hint: "Add and delete users" },
      { to: "/admin/rules", label: "Rules", hint: "Rule sets and their versions" },
      { to: "/admin/team", label: "Team", hint: "Administrators and their roles" },
      { to: "/admin/settings", label: "Settings", hint: "Settings of the firm" },
      { to: "/admin/account", label: "Your Account", hint: "Your name and how you sign in" },
      { to: "/admin/audit", label: "Audit Log", hint: "Who did what and when" },
    ],
  },
  {
    title: "Developers",
    pages: [
      {
        to: "/admin/tokens",
        label: "API Tokens",
        hint: "Access for tools",
        ability: "tokens.manage",
      },
      {
        to: "/admin/webhooks",
        label: "Webhooks",
        hint: "Events for other systems",
        ability: "webhooks.manage",
      },
    ],
  },
];
