import type { AccountStatus } from "../business/traders/accounts/account.rule.ts";
import type { PaymentMethod, PayoutStatus } from "../business/money/payouts/payout.rule.ts";
import type { Achievement } from "./achievement.ts";
import type { RelativeTime } from "./relative-time.ts";

type Country = "us" | "uk" | "ca" | "au" | "fr" | "de" | "jp" | "cn";

/** A trader of the demo with account, payouts and certificates. */
export interface DemoTrader {
  /** `null` if an administrator created the trader with an email only. */
  name: string | null;
  email: string;
  joined: RelativeTime;
  /** Set if the trader was invited by an administrator and has no password yet. */
  invited?: true;
  /** The password, if the trader can sign in. */
  password?: string;
  address?: readonly [country: Country, city: string, street: string, houseNumber: string];
  banReason?: string;
  account: DemoAccount;
  /** Oldest first. */
  payouts?: readonly DemoPayout[];
  certificates?: readonly DemoCertificate[];
  /** When an administrator last viewed the master password. */
  passwordViewed?: RelativeTime;
}

export interface DemoAccount {
  status: AccountStatus;
  phase?: "Evaluation" | "Phase 1" | "Phase 2" | "Funded";
  payoutEnabled?: true;
  /** The starting balance in dollars; the current balance is this plus the profit. */
  size: number;
  profit: string;
  /** Free text, in various notations, as administrators type them. */
  limits?: readonly [dailyDrawdown: string, overallLoss: string, profitTarget: string | null];
  /** Absent until the account is set up. The server name is prefixed with the firm's name. */
  platform?: readonly [login: string, masterPassword: string, server: string];
}

export type DemoPayout = readonly [
  requested: RelativeTime,
  amount: string,
  method: PaymentMethod,
  details: string | null,
  status: PayoutStatus,
  adminNotes?: string,
  /** The notes of the first decision if it was the opposite and has been reversed. */
  reversedNotes?: string,
];

export type DemoCertificate = readonly [achievement: Achievement, uploaded: RelativeTime];
