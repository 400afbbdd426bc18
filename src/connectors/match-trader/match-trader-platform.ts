import { MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import { ClockSkew } from "../clock-skew.rule.ts";
import {
  type AccountReading,
  type Action,
  type ActionTools,
  type Executed,
  MOST_SKEW,
  type Platform,
  PlatformError,
  type PlatformRecord,
} from "../platform.ts";
import { RateLimit } from "../rate-limit.ts";
import { MatchTraderAccounts, type ReadAccount, readingOf } from "./match-trader-accounts.ts";
import { executeMatchTraderAction } from "./match-trader-actions.ts";
import { MatchTraderConnection, type MatchTraderOptions } from "./match-trader-connection.ts";
import { MatchTraderRecords } from "./match-trader-records.ts";
import { isRow, textOf } from "./match-trader-rows.rule.ts";

/** Reading accounts from their start may use this part of the limit, or what remains of the other. */
const READ_SHARE = 0.25;
const SHARE_BEFORE_READING = 0.4;
/** When so much of the limit is used, readings after deals wait until all are due. */
const NEAR_LIMIT = 0.6;
/** So many are read in one turn at most, each by a request of its own, beside a few for all of them. */
const MOST_READABLE = 100;
const COMMON_REQUESTS = 4;
/** A turn is to take about so long, so that what happens meanwhile is fed in time. */
const TURN = 2 * SECOND;
/** How long a clock that was seen is known. */
const SAMPLE_AGE = 5 * SECOND;

/** Match-Trader, by version 2 of its Broker API. */
export class MatchTraderPlatform implements Platform {
  readonly name = "match-trader";
  readonly #limit: RateLimit;
  /** What reading accounts from their start has used. */
  readonly #readLimit: RateLimit;
  readonly #skew = new ClockSkew();
  readonly #reading: MatchTraderConnection;
  readonly #acting: MatchTraderConnection;
  readonly #accounts: MatchTraderAccounts;
  readonly #records: MatchTraderRecords;
  readonly #people = new Map<string, string>();
  readonly #added = new Map<string, string>();

  constructor(options: MatchTraderOptions) {
    const skew = this.#skew;
    this.#limit = options.limit;
    const { most } = options.limit;
    this.#readLimit = new RateLimit(Math.max(COMMON_REQUESTS + 1, Math.floor(most * READ_SHARE)));
    this.#reading = new MatchTraderConnection({ ...options, skew, isActing: false });
    this.#acting = new MatchTraderConnection({ ...options, skew, isActing: true });
    this.#accounts = new MatchTraderAccounts(this.#reading);
    this.#records = new MatchTraderRecords(this.#reading);
  }

  get clockSkew(): number | null {
    return this.#skew.value;
  }

  get connectedSince(): number | null {
    return this.#reading.connectedSince;
  }

  get readable(): number {
    const room =
      Math.max(this.#readLimit.roomWithin(1), this.#limit.roomWithin(SHARE_BEFORE_READING)) -
      COMMON_REQUESTS;
    const inTime = Math.floor(TURN / this.#reading.latency);
    return Math.max(0, Math.min(MOST_READABLE, room, Math.max(1, inTime)));
  }

  get isNearLimit(): boolean {
    return this.#limit.roomWithin(NEAR_LIMIT) === 0;
  }

  /** Every answer shows the platform's clock, in whole seconds. */
  async checkClock(): Promise<void> {
    if (Date.now() - this.#reading.sampledAt > SAMPLE_AGE) {
      await this.#reading.read({ path: "/v1/trading-accounts", query: { page: 0, size: 1 } });
    }
    this.#requireClock();
  }

  async findAccounts(logins: string[]): Promise<Map<string, { currency: string }>> {
    const found = await this.#accounts.find(logins);
    const known = found.filter(({ row }) => row.missingInTradingSystem !== true);
    return new Map(
      known.map(({ row }) => {
        const currency = textOf(row.financeInfo, "currency").toUpperCase();
        return [textOf(row, "login"), { currency }];
      }),
    );
  }

  async readSince(from: number, followed: string[]): Promise<PlatformRecord[]> {
    const records = await this.#records.readSince(followed, from + (this.clockSkew ?? 0));
    this.#requireClock();
    return records;
  }

  async readRecords(logins: string[], from: number): Promise<PlatformRecord[]> {
    const before = this.#reading.sent;
    const records = await this.#records.readAll(logins, from);
    this.#readLimit.note(this.#reading.sent - before);
    this.#requireClock();
    return records;
  }

  async readAccounts(logins: string[]): Promise<AccountReading[]> {
    return this.#readingsOf(await this.#accounts.read(logins));
  }

  async readOpenAccounts(followed: string[], watched: string[]): Promise<AccountReading[]> {
    const open = [...new Set([...this.#records.open, ...watched])];
    return this.#readingsOf(await this.#accounts.readOpen(followed, open));
  }

  execute(action: Action, tools: ActionTools): Promise<Executed | undefined> {
    return executeMatchTraderAction(
      { ...tools, connection: this.#acting, people: this.#people, added: this.#added },
      action,
    );
  }

  /** Nothing stays signed in. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  #readingsOf(accounts: ReadAccount[]): AccountReading[] {
    this.#requireClock();
    return accounts.flatMap((account) => {
      if (!isRow(account.row.financeInfo)) return [];
      return readingOf(account, this.#records.open.has(textOf(account.row, "login")));
    });
  }

  /** @throws PlatformError if the server's clock is not in UTC, as its times are */
  #requireClock(): void {
    const skew = this.clockSkew ?? 0;
    if (Math.abs(skew) <= MOST_SKEW) return;
    const minutes = Math.round(Math.abs(skew) / MINUTE);
    throw new PlatformError(
      "time_zone_wrong",
      `The server's clock is ${minutes} minutes ${skew > 0 ? "ahead of" : "behind"} UTC`,
    );
  }
}
