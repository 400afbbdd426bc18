import type { AccountStatus } from "../business/accounts/account-status.rule.ts";
import type { PaymentMethod } from "../business/payouts/payment-method.rule.ts";
import type { PayoutStatus } from "../business/payouts/payout-status.rule.ts";
import type { Award } from "./award.ts";
import type { Moment } from "./moment.ts";

type Country = "us" | "uk" | "ca" | "au" | "fr" | "de" | "jp" | "cn";

/** One person of the demo, with everything of his, as the tables in this folder tell it. */
export interface DemoTrader {
  /** None where an administrator opened the account with an email alone. */
  name: string | null;
  email: string;
  joined: Moment;
  /** Invited by an administrator, and no password chosen yet. */
  invited?: true;
  /** Set for those who are there to sign in as. */
  password?: string;
  address?: readonly [country: Country, city: string, street: string, houseNumber: string];
  banReason?: string;
  account: DemoAccount;
  /** In the order of the requests. */
  payouts?: readonly DemoPayout[];
  certificates?: readonly DemoCertificate[];
  /** When the back office last opened the account, and saw the platform password. */
  passwordViewed?: Moment;
}

export interface DemoAccount {
  status: AccountStatus;
  phase?: "Evaluation" | "Phase 1" | "Phase 2" | "Funded";
  payoutEnabled?: true;
  /** The starting balance in dollars; the present one is this and the profit. */
  size: number;
  profit: string;
  /** Free text in all the notations that administrators use. */
  limits?: readonly [dailyDrawdown: string, overallLoss: string, profitTarget: string | null];
  /** None until the account is set up. The server's name follows the firm's. */
  platform?: readonly [login: string, masterPassword: string, server: string];
}

export type DemoPayout = readonly [
  requested: Moment,
  amount: string,
  method: PaymentMethod,
  details: string | null,
  status: PayoutStatus,
  adminNotes?: string,
  /** The notes of the opposite decision, where that was made first. */
  reversedNotes?: string,
];

export type DemoCertificate = readonly [award: Award, uploaded: Moment];
