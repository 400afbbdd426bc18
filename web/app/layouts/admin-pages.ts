import type { LinkProps } from "@tanstack/react-router";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { useAbilities } from "../session/use-may.ts";

export type WaitingQueue =
  | "payouts"
  | "reviews"
  | "appeals"
  | "actions"
  | "statements"
  | "payments"
  | "orders"
  | "identities"
  | "links"
  | "findings";

export interface AdminPage {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  /** A short description of the page. */
  hint: string;
  /** Other words by which the command palette finds the page, such as what can be done on it. */
  keywords: string;
  /** What is done on the page, in the words that an administrator would type into the command palette. */
  tasks?: readonly string[];
  /** The queue whose length is shown next to the label. */
  waiting?: WaitingQueue;
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
  {
    to: "/admin/dashboard",
    label: "Dashboard",
    hint: "Pending work and the firm's history",
    keywords: "home overview start figures queue failed emails mails",
  },
  {
    to: "/admin/payouts",
    label: "Payouts",
    hint: "Requests and decisions",
    tasks: ["Approve a payout request", "Reject a payout request"],
    keywords: "withdrawals approve reject decide pending export csv excel xlsx",
    waiting: "payouts",
  },
  {
    to: "/admin/reviews",
    label: "Reviews",
    hint: "Breaches and passes",
    tasks: ["Confirm a breach", "Dismiss a breach", "Confirm a pass"],
    keywords: "confirm breached passed decide verdicts evaluation",
    waiting: "reviews",
  },
  {
    to: "/admin/statements",
    label: "Statements",
    hint: "Imported trading records",
    tasks: ["Confirm a held statement"],
    keywords: "upload csv html mt4 mt5 metatrader deals conflicts export excel xlsx",
    waiting: "statements",
  },
  {
    to: "/admin/payments",
    label: "Payments",
    hint: "Payment runs of approved requests",
    tasks: [
      "Create a payment run",
      "Mark payments as paid",
      "Export a SEPA file",
      "Set the firm's payment account",
    ],
    waiting: "payments",
    keywords: "runs sepa xml pain iban bank transfers mark paid reverse export csv",
  },
  {
    to: "/admin/users",
    label: "Users",
    hint: "Traders and their accounts",
    tasks: ["Ban a user", "Unban a user", "Set a user breached", "Enable payouts"],
    keywords: "traders clients customers balances ban unban tags export csv excel xlsx",
  },
];

/** All other pages, under "More". */
export const morePages: readonly AdminPageGroup[] = [
  {
    title: "Desk",
    pages: [
      {
        to: "/admin/appeals",
        label: "Appeals",
        hint: "Objections of traders",
        tasks: ["Grant an appeal", "Deny an appeal"],
        keywords: "objections complaints grant deny breach rejected payouts letters",
        waiting: "appeals",
      },
      {
        to: "/admin/conduct",
        label: "Conduct",
        hint: "What was found about how accounts are traded",
        tasks: ["Waive a finding"],
        keywords: "findings news hedging strikes deductions warnings waive rules",
        ability: "reviews.read",
      },
      {
        to: "/admin/orders",
        label: "Orders",
        hint: "What the firm's shops sold",
        tasks: ["Release a held order"],
        keywords: "purchases shops sales buyers refunds disputes chargebacks held queued release",
        waiting: "orders",
      },
      {
        to: "/admin/identities",
        label: "Identities",
        hint: "Documents of traders to check",
        tasks: ["Approve an identity", "Reject an identity", "Verify a passport"],
        keywords: "kyc passports pictures selfies verify approve reject names",
        waiting: "identities",
        ability: "identities.read",
      },
      {
        to: "/admin/links",
        label: "Links",
        hint: "Accounts that belong together",
        tasks: ["Confirm linked accounts", "Withhold payouts of linked accounts"],
        keywords: "cases linked copied copiers groups hedging fraud watch confirm dismiss withhold",
        waiting: "links",
        ability: "links.read",
      },
      {
        to: "/admin/links/compare",
        label: "Comparison",
        hint: "Two accounts side by side",
        tasks: ["Compare two accounts"],
        keywords: "links copied trades copy trading hedging opposite shared address person fraud",
        ability: "links.read",
      },
      {
        to: "/admin/actions",
        label: "Actions",
        hint: "What the trading platform is asked to do",
        tasks: ["Disable trading", "Enable trading", "Close positions", "Approve an action"],
        keywords:
          "bridges platform queue disable enable trading close positions withdraw deposit propose approve retry",
        waiting: "actions",
        ability: "actions.read",
      },
      {
        to: "/admin/bridges",
        label: "Bridges",
        hint: "Connections to the trading platform",
        tasks: ["Connect MetaTrader 5", "Connect Match-Trader"],
        keywords: "connectors metatrader mt5 feed lag health failures servers silent",
        waiting: "findings",
        ability: "actions.read",
      },
    ],
  },
  {
    title: "Firm",
    pages: [
      {
        to: "/admin",
        label: "Administration",
        hint: "Add and delete users",
        tasks: ["Delete a user"],
        keywords: "new remove accounts traders",
      },
      {
        to: "/admin/figures",
        label: "Figures",
        hint: "How many pass, what is paid and owed",
        keywords: "statistics reports funnel cohorts conversion revenue sales liability",
        ability: "figures.money",
      },
      {
        to: "/admin/rules",
        label: "Rules",
        hint: "Rule sets and their versions",
        tasks: ["Add a rule set", "Change limits and targets", "Try rules on running stages"],
        keywords: "drawdown loss limits profit targets splits phases programmes challenges",
      },
      {
        to: "/admin/programmes",
        label: "Programmes",
        hint: "The ladders of stages on offer",
        tasks: ["Add a programme"],
        keywords: "challenges evaluations phases steps sizes presets ftmo",
      },
      {
        to: "/admin/agreements",
        label: "Agreements",
        hint: "Texts that traders accept",
        tasks: ["Add an agreement", "Publish a new version of the terms"],
        keywords: "contracts terms versions sign accepted markdown",
      },
      {
        to: "/admin/team",
        label: "Team",
        hint: "Administrators and their roles",
        tasks: [
          "Add an administrator",
          "Change a role",
          "Replace an access key",
          "Remove an administrator",
        ],
        keywords:
          "add new admins staff permissions access keys invite members second factor two step 2fa",
      },
      {
        to: "/admin/settings",
        label: "Settings",
        hint: "Settings of the firm",
        tasks: [
          "Change the brand",
          "Upload a logo",
          "Change the time zone",
          "Require a second approval",
        ],
        keywords:
          "brand logo name colors colours accent theme sender emails mails support terms privacy four eyes second approval require factor two step 2fa",
      },
      {
        to: "/admin/account",
        label: "Your Profile",
        hint: "Your name and how you sign in",
        tasks: ["Set up your second factor", "Add a passkey"],
        keywords:
          "account profile second factor two step 2fa mfa totp authenticator app passkeys recovery codes security",
      },
      {
        to: "/admin/audit",
        label: "Audit Log",
        hint: "Who did what and when",
        tasks: ["Look up who changed something", "Export the history"],
        keywords: "history events activity export csv",
      },
    ],
  },
  {
    title: "Developers",
    pages: [
      {
        to: "/admin/sources",
        label: "Sources",
        hint: "Shops and identity checkers",
        tasks: ["Connect a shop", "Map a product to a programme"],
        keywords:
          "woocommerce stripe shops products map standard webhooks sumsub veriff secrets hooks",
        ability: "sources.map",
      },
      {
        to: "/admin/tokens",
        label: "API Tokens",
        hint: "Access for tools",
        tasks: ["Create an API token", "Revoke an API token"],
        keywords: "api keys access rest integrations",
        ability: "tokens.manage",
      },
      {
        to: "/admin/webhooks",
        label: "Webhooks",
        hint: "Events for other systems",
        tasks: ["Add a webhook"],
        keywords: "callbacks integrations endpoints signing secrets deliveries",
        ability: "webhooks.manage",
      },
    ],
  },
];

/** Returns the groups of pages under "More", without the pages that the administrator's role cannot use. */
export function useMorePages(): AdminPageGroup[] {
  const may = useAbilities();
  return morePages
    .map((group) => ({
      ...group,
      pages: group.pages.filter(({ ability }) => ability === undefined || may(ability)),
    }))
    .filter(({ pages }) => pages.length > 0);
}
