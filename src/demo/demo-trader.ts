import type { AccountStatus } from "../business/traders/accounts/account.rule.ts";
import type { PaymentMethod, PayoutStatus } from "../business/money/payouts/payout.rule.ts";
import { formatDollars } from "../platform/money/money.ts";
import type { Config } from "../platform/config/config.ts";
import type { Clock } from "../platform/time/clock.ts";
import { DAY, MINUTE } from "../platform/time/durations.rule.ts";

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
  /** Traders with the same text have signed in with one browser, from one network. */
  browser?: string;
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
  /** Reached to the cent; `0.00` for an account that follows another one, whose trades bring what they bring. */
  profit: string;
  follows?: Following;
  /** Free text, in various notations, as administrators type them. */
  limits?: readonly [dailyDrawdown: string, overallLoss: string, profitTarget: string | null];
  /** Absent until the account is set up. The server name is prefixed with the firm's name. */
  platform?: readonly [login: string, masterPassword: string, server: string];
}

/** How an account repeats the trades of another one. */
export interface Following {
  /** Of the account that leads. */
  login: string;
  /** Takes the opposite side of each trade. */
  isOpposite?: true;
  /** The longest time in seconds between a trade of the other account and its repetition; the shortest is 1. */
  lag: number;
  /** Its volume as a share of the other one's. */
  share: number;
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

/** The reason for a certificate: a passed phase, a funded account, or a payout. */
export type Achievement =
  "Evaluation" | "Phase 1" | "Phase 2" | "Funded" | readonly ["Payout", amount: string];

/** The certificate's name in lists, and the statement about its owner. */
export interface AchievementText {
  name: string;
  statement: string;
}

/** @param size the account's starting balance in whole dollars */
export function describeAchievement(achievement: Achievement, size: number): AchievementText {
  const account = `${formatDollars(String(size)).slice(0, -3)} account`;
  if (achievement === "Funded") {
    return {
      name: "Funded trader",
      statement: `has completed every phase within all risk limits\nand now trades a funded ${account}.`,
    };
  }
  if (typeof achievement === "string") {
    const name = achievement === "Evaluation" ? "Evaluation passed" : `${achievement} completed`;
    return {
      name,
      statement: `has reached the profit target of ${achievement === "Evaluation" ? "the Evaluation" : achievement}\non a ${account}, within all risk limits.`,
    };
  }
  const amount = formatDollars(achievement[1]);
  return {
    name: `Payout of ${amount}`,
    statement: `has earned a payout of ${amount}\nfrom the profit of a funded ${account}.`,
  };
}

/** A time relative to today: the number of days ago, and the time of that day in UTC. */
type RelativeTime = readonly [daysAgo: number, time: `${number}:${number}`];

export function toDate(clock: Clock, [daysAgo, time]: RelativeTime): Date {
  const [hours, minutes] = time.split(":").map(Number);
  return new Date(startOfDay(clock.now()) - daysAgo * DAY + (hours! * 60 + minutes!) * MINUTE);
}

/** Sorts oldest first. */
export function compareRelativeTimes(one: RelativeTime, other: RelativeTime): number {
  return other[0] - one[0] || one[1].localeCompare(other[1]);
}

/** Returns midnight UTC of the day, the format of issue dates. */
export function toMidnight(clock: Clock, [daysAgo]: RelativeTime): Date {
  return new Date(startOfDay(clock.now()) - daysAgo * DAY);
}

function startOfDay(date: Date): number {
  return Math.floor(date.getTime() / DAY) * DAY;
}

/** Formats a bank account as the payout form does: one text with a line per field. */
export function bank(name: string, accountNumber: string, swift: string): string {
  return `Bank Name: ${name}\nAccount Number: ${accountNumber}\nSWIFT/BIC: ${swift}`;
}

/** Returns the name of a server of the trading platform, which is prefixed with the firm's name. */
export function demoServer({ firmName }: Pick<Config, "firmName">, name: string): string {
  return `${firmName.replace(/[^\p{L}\p{N}]+/gu, "")}-${name}`;
}
