import type { FeedAccount } from "../../src/demo/replay/feed-batch.ts";
import type { HttpClient } from "./http-client.ts";

/**
 * Something that the app has acknowledged, and whatever else it may have become by calls that were
 * never answered: those were done, or they were not.
 */
export class Fact<Value> {
  #known: Value;
  readonly #maybe = new Set<Value>();

  constructor(value: Value) {
    this.#known = value;
  }

  get known(): Value {
    return this.#known;
  }

  get isCertain(): boolean {
    return this.#maybe.size === 0;
  }

  get possible(): Value[] {
    return [this.#known, ...this.#maybe];
  }

  /** Notes a call before it is sent. */
  try(value: Value): void {
    this.#maybe.add(value);
  }

  /** It was answered: it was done, or it was refused and changed nothing. */
  settle(value: Value, isDone: boolean): void {
    this.#maybe.delete(value);
    if (isDone) this.#known = value;
  }

  /** What it turned out to be. */
  resolve(value: Value): void {
    this.#known = value;
    this.#maybe.clear();
  }
}

export interface KnownTrader {
  id: number;
  email: string;
  /** Signed in since registration; absent for invited traders. */
  person: HttpClient | undefined;
  password: Fact<string>;
  masterPassword: Fact<string | null>;
  banned: Fact<boolean>;
  deleted: Fact<boolean>;
}

export interface KnownPayout {
  id: number;
  traderId: number;
  status: Fact<string>;
  /** The reference of its payment, or `unpaid`. */
  paid: Fact<string>;
}

export interface KnownCertificate {
  id: number;
  traderId: number;
  sha256: string;
}

/** An account whose record is fed by a bridge and imported from statements. */
export interface KnownAccount {
  traderId: number;
  login: string;
  /** What the bridge has yet to send; the calls of one entry go at the same time. */
  calls: FeedAccount[][];
  /** The deals, operations and snapshots of acknowledged calls, as texts. */
  fed: Set<string>;
  /** By their ids. */
  statements: Map<number, { sha256: string; withdrawn: Fact<boolean> }>;
  deleted: Fact<boolean>;
}

/** A payout request that may or may not have come through, and can be repeated by its key. */
export interface OpenRequest {
  key: string;
  traderId: number;
  person: HttpClient;
  body: object;
}

/** The acknowledged results of all writers, which the app must have kept. */
export class AcknowledgedWrites {
  readonly traders = new Map<number, KnownTrader>();
  readonly payouts = new Map<number, KnownPayout>();
  readonly certificates = new Map<number, KnownCertificate>();
  readonly accounts: KnownAccount[] = [];
  /** Whether a review was dismissed, by its id. */
  readonly reviews = new Map<number, { traderId: number; dismissed: Fact<boolean> }>();
  /** Emails of rejected registrations: no trader may have one of these. */
  readonly refusedEmails = new Set<string>();
  readonly openRequests: OpenRequest[] = [];
  /** Sessions that were signed out of. */
  readonly signedOut: HttpClient[] = [];
  /** What should never be answered. */
  readonly surprises: string[] = [];
  /** How many files may have lost their row, or never got one, because a call was not answered. */
  unsettledFiles = 0;
  /** How many calls were acknowledged. */
  acknowledged = 0;

  /** The request that a 201 answered. */
  addPayout(id: number, traderId: number): void {
    this.payouts.set(id, {
      id,
      traderId,
      status: new Fact("pending"),
      paid: new Fact("unpaid"),
    });
  }

  addAccount(traderId: number, login: string, calls: FeedAccount[][]): void {
    const known = { fed: new Set<string>(), statements: new Map(), deleted: new Fact(false) };
    this.accounts.push({ traderId, login, calls, ...known });
  }

  addTrader(id: number, email: string, password: string, person?: HttpClient): KnownTrader {
    const trader: KnownTrader = {
      id,
      email,
      person,
      password: new Fact(password),
      masterPassword: new Fact<string | null>(null),
      banned: new Fact(false),
      deleted: new Fact(false),
    };
    this.traders.set(id, trader);
    return trader;
  }
}
