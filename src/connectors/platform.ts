import type { z } from "zod";
import { MINUTE } from "../platform/time/durations.rule.ts";
import type { fedDeal, fedOperation, fedSnapshot } from "../business/record/feed/feed.schema.ts";
import type { DeliveredAction } from "../business/record/actions/action.schema.ts";

/** What the feed takes: the public protocol of bridges. */
export type FeedDeal = z.input<typeof fedDeal> & { ticket: string; position: string };
export type FeedOperation = z.input<typeof fedOperation> & { ticket: string };
export type FeedSnapshot = z.input<typeof fedSnapshot>;

type Wire<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Wire<Value[Name]> }
    : Value;

/** An action as Propdesk delivers it. */
export type Action = Wire<DeliveredAction>;

/** What was done, and what it brings: the credentials of an account that was created, or its new password. */
export interface Executed {
  /** What administrators read. */
  message: string;
  account?: { login?: string; server?: string; masterPassword: string | null };
}

interface Booked {
  login: string;
  ticket: string;
  /** Milliseconds since 1970 UTC. */
  time: number;
  /** The change of the balance in cents. */
  amount: bigint;
}

/** A deal or operation of the platform, as the feed takes it, or one whose amount is not exact. */
export type PlatformRecord =
  | (Booked & { kind: "deals"; item: FeedDeal })
  | (Booked & { kind: "operations"; item: FeedOperation })
  | { login: string; ticket: string; time: number; kind: "inexact"; amount: string };

/** What the platform shows of an account at one instant. Amounts are cents. */
export interface AccountReading {
  login: string;
  /** By the platform's clock, in milliseconds since 1970 UTC. */
  time: number;
  balance: bigint | null;
  /** Without credit; `null` if it has more than two decimals. */
  equity: bigint | null;
  /** Whether the figures show an open position; a position at its opening price may not show. */
  showsPosition: boolean;
}

export type PlatformFailure =
  "platform_away" | "sign_in_refused" | "certificate_refused" | "limit_reached" | "time_zone_wrong";

/** The platform does not answer, or not as it should. The message is a sentence for an administrator. */
export class PlatformError extends Error {
  override name = "PlatformError";
  readonly code: PlatformFailure;
  /** Whether the platform may have received the request whose answer is missing. */
  readonly mayBeReceived: boolean;

  constructor(code: PlatformFailure, message: string, mayBeReceived = false) {
    super(message);
    this.code = code;
    this.mayBeReceived = mayBeReceived;
  }
}

/** The platform refuses an action; the message says why. */
export class RefusedActionError extends Error {
  override name = "RefusedActionError";
}

/** A platform's clock that is further off is not in the zone that it should be in, in milliseconds. */
export const MOST_SKEW = 7 * MINUTE;

/** What an action can use besides the platform. */
export interface ActionTools {
  /** Aborted when the connector ends. */
  signal: AbortSignal;
  /** Reports that what must not be repeated begins. @returns whether it may */
  begin(): Promise<boolean>;
}

/** The adapter of a trading platform. All its times are milliseconds since 1970 UTC. */
export interface Platform {
  readonly name: string;
  /** How far the platform's clock is ahead of this machine's; `null` before the first sign-in. */
  readonly clockSkew: number | null;
  /** Since when it is signed in for reading; `null` while it is not. */
  readonly connectedSince: number | null;
  /** Compares the clocks. @throws PlatformError if the platform's is not what the settings say */
  checkClock(): Promise<void>;
  /** Finds accounts with their currencies. @returns those that the platform knows */
  findAccounts(logins: string[]): Promise<Map<string, { currency: string }>>;
  /** How many accounts are to be read in one turn; 0 while the request limit is needed for what happens now. */
  readonly readable: number;
  /** Whether so many requests were sent that only what must be read is to be. */
  readonly isNearLimit: boolean;
  /** Reads the records of the accounts that are followed, and maybe of others, since a time by this machine's clock. */
  readSince(from: number, followed: string[]): Promise<PlatformRecord[]>;
  /** Reads the records of accounts since a time. */
  readRecords(logins: string[], from: number): Promise<PlatformRecord[]>;
  readAccounts(logins: string[]): Promise<AccountReading[]>;
  /**
   * Reads the accounts that are followed and may have an open position, and maybe others.
   * @param watched read in any case if the platform has figures of them
   */
  readOpenAccounts(followed: string[], watched: string[]): Promise<AccountReading[]>;
  /**
   * Executes an action.
   * @returns `undefined` if it is not to be answered
   * @throws RefusedActionError if the platform refuses it
   */
  execute(action: Action, tools: ActionTools): Promise<Executed | undefined>;
  close(): Promise<void>;
}
