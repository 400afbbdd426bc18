import { HOUR, MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import { exactCents, isZero } from "../exact-amount.rule.ts";
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
import type { RateLimit } from "../rate-limit.ts";
import type { Mt5Settings } from "../settings/read-settings.ts";
import { ClockSkew } from "../clock-skew.rule.ts";
import { matchesMask } from "./group-mask.rule.ts";
import { executeMt5Action } from "./mt5-actions.ts";
import { type Mt5Answer, Mt5Connection, type Mt5Request } from "./mt5-connection.ts";
import { type Mt5Row, readDeal, serverTimeOf, textOf } from "./mt5-records.rule.ts";
import { asText, describeRetcode } from "./retcodes.rule.ts";
import { rowsOf, valueOf } from "./mt5-answers.ts";
import { type ServerClock, serverClock } from "./server-clock.rule.ts";

/** Addresses stay below 2,000 characters. */
const MOST_LOGIN_CHARACTERS = 1_700;
const MOST_LOGINS = 200;
/** Records may have times shortly after now. */
const AHEAD = 15 * MINUTE;
/** How long a clock that was asked is known. */
const SAMPLE_AGE = 5 * SECOND;

interface Mt5Options {
  settings: Mt5Settings;
  ca: string | undefined;
  limit: RateLimit;
  signal: AbortSignal;
  onLimit: (isReached: boolean) => void;
}

/** MetaTrader 5, by the Web API of its access server. */
export class Mt5Platform implements Platform {
  readonly name = "mt5";
  readonly readable = 200;
  readonly isNearLimit = false;
  readonly #settings: Mt5Settings;
  readonly #clock: ServerClock;
  readonly #skew = new ClockSkew();
  readonly #reading: Mt5Connection;
  /** Of its own, because a long read would hold up an action. */
  readonly #acting: Mt5Connection;
  readonly #currencies = new Map<string, string>();
  #sampledAt = 0;

  constructor(options: Mt5Options) {
    this.#settings = options.settings;
    this.#clock = serverClock(options.settings.timeZone);
    this.#reading = new Mt5Connection({
      ...options,
      isActing: false,
      afterSignIn: (send) => this.#sample(send),
    });
    this.#acting = new Mt5Connection({ ...options, isActing: true });
  }

  get clockSkew(): number | null {
    return this.#skew.value;
  }

  get connectedSince(): number | null {
    return this.#reading.connectedSince;
  }

  async checkClock(): Promise<void> {
    await this.#sample((request) => this.#reading.call(request));
    this.#requireClock();
  }

  async findAccounts(logins: string[]): Promise<Map<string, { currency: string }>> {
    const found = new Map<string, { currency: string }>();
    for (const chunk of chunksOf(logins)) {
      for (const user of await this.#readOfLogins("/api/user/get_batch", chunk)) {
        const group = textOf(user, "Group");
        if (!matchesMask(group, this.#settings.groups)) continue;
        found.set(textOf(user, "Login"), { currency: await this.#currencyOf(group) });
      }
    }
    return found;
  }

  async readSince(from: number): Promise<PlatformRecord[]> {
    const { groups } = this.#settings;
    const start = this.#clock.earliestFrom(from + (this.clockSkew ?? 0));
    return this.#readDeals({ group: groups }, start, this.#latest());
  }

  async readRecords(logins: string[], from: number): Promise<PlatformRecord[]> {
    const start = this.#clock.earliestFrom(from);
    const records: PlatformRecord[] = [];
    for (const chunk of chunksOf(logins)) {
      records.push(...(await this.#readDealsOf(chunk, start, this.#latest())));
    }
    return records;
  }

  async readAccounts(logins: string[]): Promise<AccountReading[]> {
    const readings: AccountReading[] = [];
    for (const chunk of chunksOf(logins)) {
      readings.push(...(await this.#takeReadings((path) => this.#readOfLogins(path, chunk))));
    }
    return readings;
  }

  /** The server has figures of accounts with positions, and of those that were used. */
  async readOpenAccounts(followed: string[]): Promise<AccountReading[]> {
    let isCut = false;
    const readings = await this.#takeReadings(async (path) => {
      const answer = await this.#call({ path, query: { group: this.#settings.groups } });
      isCut = answer.code === 14;
      return answer.code === 13 || isCut ? [] : rowsOf(answer);
    });
    return isCut ? this.readAccounts(followed) : readings;
  }

  async #takeReadings(read: (path: string) => Promise<Mt5Row[]>): Promise<AccountReading[]> {
    if (Date.now() - this.#sampledAt > SAMPLE_AGE) await this.checkClock();
    const sentAt = Date.now();
    const rows = await read("/api/user/account/get_batch");
    const readAt = (sentAt + Date.now()) / 2;
    this.#requireClock();
    const time = Math.round(readAt + (this.clockSkew ?? 0));
    return rows.map((row) => readAccount(row, time));
  }

  execute(action: Action, tools: ActionTools): Promise<Executed | undefined> {
    const clock = this.#clock;
    const now = () => Date.now() + (this.clockSkew ?? 0);
    return executeMt5Action({ connection: this.#acting, clock, now, ...tools }, action);
  }

  async close(): Promise<void> {
    await Promise.all([this.#reading.close(), this.#acting.close()]);
  }

  /** @throws PlatformError unless the answer is a success, not found, or a part */
  async #call(request: Mt5Request): Promise<Mt5Answer> {
    const answer = await this.#reading.call(request);
    if ([0, 1, 13, 14].includes(answer.code)) return answer;
    throw new PlatformError("platform_away", describeRetcode(answer.code, answer.stated));
  }

  async #sample(send: (request: Mt5Request) => Promise<Mt5Answer>): Promise<void> {
    const sentAt = Date.now();
    const answer = await send({ path: "/api/time/server" });
    const receivedAt = Date.now();
    const [, seconds] = /^\s*(\d+)/.exec(asText(valueOf(answer, "Time"))) ?? [];
    if (seconds === undefined) {
      throw new PlatformError("platform_away", "The platform does not say what time it is");
    }
    this.#skew.add({ sentAt, receivedAt, shown: this.#clock.toUtc(Number(seconds) * SECOND) });
    this.#sampledAt = receivedAt;
  }

  /** @throws PlatformError if the server's clock is not in the zone of the settings */
  #requireClock(): void {
    const skew = this.clockSkew ?? 0;
    if (Math.abs(skew) <= MOST_SKEW) return;
    const minutes = Math.round(Math.abs(skew) / MINUTE);
    throw new PlatformError(
      "time_zone_wrong",
      `By MT5_TIME_ZONE=${this.#settings.timeZone}, the server's clock is ${minutes} minutes ${skew > 0 ? "ahead of" : "behind"} UTC`,
    );
  }

  async #currencyOf(group: string): Promise<string> {
    const known = this.#currencies.get(group);
    if (known !== undefined) return known;
    const answer = await this.#call({ path: "/api/group/get", query: { group } });
    const currency = asText(valueOf(answer, "Currency")).toUpperCase();
    if (currency !== "") this.#currencies.set(group, currency);
    return currency;
  }

  /** Asks about logins together; if one of them is unknown, about fewer at a time. */
  async #readOfLogins(path: string, logins: string[]): Promise<Mt5Row[]> {
    if (logins.length === 0) return [];
    const answer = await this.#call({ path, query: { login: logins.join(",") } });
    if (answer.code === 0 || answer.code === 1) return rowsOf(answer);
    if (logins.length === 1) return answer.code === 14 ? rowsOf(answer, [14]) : [];
    const middle = Math.ceil(logins.length / 2);
    return [
      ...(await this.#readOfLogins(path, logins.slice(0, middle))),
      ...(await this.#readOfLogins(path, logins.slice(middle))),
    ];
  }

  async #readDealsOf(logins: string[], from: number, to: number): Promise<PlatformRecord[]> {
    if (logins.length === 1) return this.#readDeals({ login: logins[0]! }, from, to);
    const answer = await this.#askForDeals({ login: logins.join(",") }, from, to);
    if (answer.code === 0 || answer.code === 1) return this.#recordsOf(answer);
    const middle = Math.ceil(logins.length / 2);
    return [
      ...(await this.#readDealsOf(logins.slice(0, middle), from, to)),
      ...(await this.#readDealsOf(logins.slice(middle), from, to)),
    ];
  }

  /** Reads deals by the server's clock; in smaller windows if the answer was cut. */
  async #readDeals(
    selection: { group: string } | { login: string },
    from: number,
    to: number,
  ): Promise<PlatformRecord[]> {
    const answer = await this.#askForDeals(selection, from, to);
    if (answer.code === 13) return [];
    if (answer.code !== 14 || to - from <= SECOND) return this.#recordsOf(answer);
    const middle = Math.floor((from + to) / 2 / SECOND) * SECOND;
    return [
      ...(await this.#readDeals(selection, from, middle)),
      ...(await this.#readDeals(selection, middle, to)),
    ];
  }

  #askForDeals(selection: Record<string, string>, from: number, to: number): Promise<Mt5Answer> {
    const query = { ...selection, from: Math.floor(from / SECOND), to: Math.ceil(to / SECOND) };
    return this.#call({ path: "/api/deal/get_batch", query });
  }

  #recordsOf(answer: Mt5Answer): PlatformRecord[] {
    this.#requireClock();
    const rows = rowsOf(answer, [0, 1, 14]);
    const timeless = rows.find((row) => Number.isNaN(serverTimeOf(row)));
    if (timeless) {
      const deal = textOf(timeless, "Deal");
      throw new PlatformError("platform_away", `The platform states no time of the deal ${deal}`);
    }
    return rows.flatMap((row) => readDeal(row, this.#clock) ?? []);
  }

  /** By the server's clock. */
  #latest(): number {
    return this.#clock.latestUntil(Date.now() + (this.clockSkew ?? 0) + AHEAD) + HOUR;
  }
}

function readAccount(row: Mt5Row, time: number): AccountReading {
  const credit = exactCents(textOf(row, "Credit") || "0");
  const equity = exactCents(textOf(row, "Equity"));
  const shows = (name: string) => !isZero(textOf(row, name));
  return {
    time,
    login: textOf(row, "Login"),
    balance: exactCents(textOf(row, "Balance")),
    equity: equity === null || credit === null ? null : equity - credit,
    showsPosition: shows("Margin") || shows("Floating") || shows("Profit"),
  };
}

/** Divides logins so that the address of a request stays short enough. */
function chunksOf(logins: string[]): string[][] {
  const chunks: string[][] = [];
  let length = 0;
  for (const login of logins) {
    const last = chunks.at(-1);
    length += login.length + 1;
    if (!last || last.length >= MOST_LOGINS || length > MOST_LOGIN_CHARACTERS) {
      chunks.push([login]);
      length = login.length + 1;
    } else last.push(login);
  }
  return chunks;
}
