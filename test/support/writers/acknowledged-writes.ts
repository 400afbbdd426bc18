import type { FeedAccount } from "../../../examples/bridge/bridge.ts";
import type { HttpClient } from "../http-client.ts";

/**
 * A value that the app has acknowledged, and the values that it may have instead because a call that may have taken
 * effect was not answered.
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

  /** Adds the value that a call would set, before the call is sent. */
  try(value: Value): void {
    this.#maybe.add(value);
  }

  /** Records the response to a call: it set the value, or it was rejected and changed nothing. */
  settle(value: Value, isDone: boolean): void {
    this.#maybe.delete(value);
    if (isDone) this.#known = value;
  }

  /** Sets the value that was found. */
  resolve(value: Value): void {
    this.#known = value;
    this.#maybe.clear();
  }
}

export interface KnownTrader {
  id: number;
  email: string;
  /** A client that has been signed in since the registration; absent for invited traders. */
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
  /** Whether its rejection was appealed against, which is possible once. */
  appeal: "none" | "open" | "decided";
}

/** An appeal against a rejected request. */
export interface KnownAppeal {
  id: number;
  payout: KnownPayout;
  /** `open`, `grant` or `deny`. */
  decision: Fact<string>;
}

export interface KnownCertificate {
  id: number;
  traderId: number;
  sha256: string;
}

/** An account that receives records from a bridge and from imported statements. */
export interface KnownAccount {
  traderId: number;
  login: string;
  /** The remaining calls of the bridge; those of one entry are sent concurrently. */
  calls: FeedAccount[][];
  /** The deals, operations and snapshots of acknowledged calls, as `keysOf` formats them. */
  fed: Set<string>;
  /** The statements by their ids. */
  statements: Map<number, { sha256: string; withdrawn: Fact<boolean> }>;
  deleted: Fact<boolean>;
}

/** An action at the trading platform. */
export interface KnownAction {
  traderId: number;
  /** `open`, or what a bridge has answered. */
  outcome: Fact<string>;
}

/** A payout request that received no response, and can be repeated with its idempotency key. */
export interface OpenRequest {
  key: string;
  traderId: number;
  person: HttpClient;
  body: object;
}

/** The results that the app has acknowledged to the writers, and therefore must not lose. */
export class AcknowledgedWrites {
  readonly traders = new Map<number, KnownTrader>();
  readonly payouts = new Map<number, KnownPayout>();
  readonly certificates = new Map<number, KnownCertificate>();
  readonly accounts: KnownAccount[] = [];
  /** Whether a review was dismissed, by its id. */
  readonly reviews = new Map<number, { traderId: number; dismissed: Fact<boolean> }>();
  readonly actions = new Map<number, KnownAction>();
  readonly appeals = new Map<number, KnownAppeal>();
  /** Emails of rejected registrations; no trader may have one. */
  readonly rejectedEmails = new Set<string>();
  readonly openRequests: OpenRequest[] = [];
  /** Clients that have signed out. */
  readonly signedOut: HttpClient[] = [];
  /** Responses that the app should never send. */
  readonly unexpectedAnswers: string[] = [];
  /** The number of files that may have no row because a call received no response. */
  orphanFiles = 0;
  /** The number of acknowledged calls. */
  acknowledged = 0;

  /** Adds a payout request for which the app returned 201. */
  addPayout(id: number, traderId: number): void {
    this.payouts.set(id, {
      id,
      traderId,
      status: new Fact("pending"),
      paid: new Fact("unpaid"),
      appeal: "none",
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
