import { setTimeout as sleep } from "node:timers/promises";
import { formatDecimal } from "../../platform/money/money.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import { backoff } from "../backoff.rule.ts";
import type { Failures } from "../failures.ts";
import {
  type AccountReading,
  type Platform,
  PlatformError,
  type PlatformRecord,
} from "../platform.ts";
import type { ConnectorSettings } from "../settings/read-settings.ts";
import { FollowedAccount } from "./followed-account.ts";
import type { Outbox } from "./outbox.ts";
import { partsOf, type Period } from "./record-parts.rule.ts";
import type { StageRow } from "./propdesk.ts";

/** Each poll reads so much again, for what appears a little late. */
const OVERLAP = 3 * MINUTE;
/** What appears later than that is found by a recheck. */
const RECHECKED = 3 * DAY;
/** How often it is asked again whether the platform knows an account. */
const IDENTIFY_INTERVAL = MINUTE;
/** A reading that deals overtake is taken again so often before the account is read again. */
const MOST_MISFITS = 5;

interface ReaderOptions {
  platform: Platform;
  outbox: Outbox;
  failures: Failures;
  settings: ConnectorSettings;
}

/** Reads the platform, one request after another, and puts what is new into the outbox. */
export class Reader {
  readonly #options: ReaderOptions;
  readonly #accounts = new Map<string, FollowedAccount>();
  /** Accounts of which everything is to be read. */
  readonly #toRead = new Set<FollowedAccount>();
  /** Accounts of which a reading is to be taken, though they may have no open position. */
  readonly #toWatch = new Set<FollowedAccount>();
  /** Whether that is to be at the next turn. */
  #isWatchDue = false;
  /** Readings that wait for the next poll, which shows whether a deal has overtaken them. */
  #held: { account: FollowedAccount; reading: AccountReading; isWanted: boolean }[] = [];
  #pollAt = 0;
  #readUntil: number | null = null;
  #snapshotAt = 0;
  #recheckAt = 0;
  #identifyAt = 0;
  #clockCheckAt = 0;
  #recheckedDay = utcDay(Date.now());

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  get counts(): { followed: number; open: number } {
    const usable = [...this.#accounts.values()].filter(({ isUsable }) => isUsable);
    return { followed: usable.length, open: usable.filter((each) => each.hasPosition).length };
  }

  /** Takes over what Propdesk follows, after everything before was fed. */
  follow(rows: StageRow[]): void {
    const byLogin = Map.groupBy(rows, ({ login }) => login);
    for (const login of this.#accounts.keys()) {
      if (byLogin.has(login)) continue;
      this.#accounts.delete(login);
      this.#options.failures.clearLogin(login);
    }
    for (const [login, stages] of byLogin) {
      const known = this.#accounts.get(login);
      if (!known) {
        this.#accounts.set(login, new FollowedAccount(login, stages));
        this.#identifyAt = 0;
        continue;
      }
      if (known.update(stages)) this.#readAgain(known);
      if (known.isReady || known.isAwaitingBalance) known.confirm();
      if (!known.isAwaitingBalance) continue;
      known.isAwaitingBalance = false;
      known.isReady = true;
      this.#toWatch.add(known);
    }
  }

  async run(stop: AbortSignal): Promise<void> {
    const { platform, failures, outbox } = this.#options;
    for (let failed = 0; !stop.aborted;) {
      try {
        await this.#turn(stop);
        for (const code of connectionFailures) failures.clear(code);
        failed = 0;
        const isWaiting = this.#toRead.size === 0 || outbox.isFull || platform.readable === 0;
        if (isWaiting) await wait(this.#pollAt - Date.now(), stop);
      } catch (error) {
        if (stop.aborted) return;
        if (!(error instanceof PlatformError)) throw error;
        for (const code of connectionFailures) if (code !== error.code) failures.clear(code);
        failures.set(error.code, null, error.message);
        this.#clockCheckAt = 0;
        this.#pollAt = 0;
        await wait(backoff(failed), stop);
        failed += 1;
      }
    }
  }

  async #turn(stop: AbortSignal): Promise<void> {
    const { platform } = this.#options;
    if (Date.now() >= this.#clockCheckAt) {
      await platform.checkClock();
      this.#clockCheckAt = Date.now() + HOUR;
    }
    if (Date.now() >= this.#identifyAt) {
      this.#identifyAt = Date.now() + IDENTIFY_INTERVAL;
      await this.#identify([...this.#accounts.values()].filter(({ isUsable }) => !isUsable));
    }
    // While much is read from the start, turns follow each other without a pause.
    if (Date.now() >= this.#pollAt) {
      this.#pollAt = Date.now() + this.#interval;
      await this.#poll();
      if (!stop.aborted) await this.#watch();
      if (!stop.aborted) await this.#recheck();
    }
    if (!stop.aborted) await this.#readNext();
  }

  get #interval(): number {
    const { pollInterval, snapshotInterval } = this.#options.settings;
    return Math.min(pollInterval, snapshotInterval);
  }

  /** The logins that the platform knows. */
  get #followed(): string[] {
    return [...this.#accounts.values()].flatMap(({ isUsable, login }) => (isUsable ? login : []));
  }

  /** Asks which of the accounts the platform knows, and in which currency. */
  async #identify(accounts: FollowedAccount[]): Promise<void> {
    if (accounts.length === 0) return;
    const found = await this.#options.platform.findAccounts(accounts.map(({ login }) => login));
    for (const account of accounts) {
      const isUsable = this.#isUsable(account, found.get(account.login)?.currency);
      if (isUsable === account.isUsable) continue;
      account.isUsable = isUsable;
      account.isRead = false;
      this.#readAgain(account);
    }
  }

  #isUsable({ login, stages }: FollowedAccount, currency: string | undefined): boolean {
    const { failures } = this.#options;
    if (currency === undefined) {
      failures.set("login_unknown", login, `The platform does not know the login ${login}`);
      return false;
    }
    failures.clear("login_unknown", login);
    const other = stages.find((stage) => stage.currency.toUpperCase() !== currency);
    if (!other) {
      failures.clear("currency_differs", login);
      return true;
    }
    const stated = currency === "" ? "an unknown currency" : currency;
    const message = `The account ${login} is in ${stated} at the platform, and its stage in ${other.currency}`;
    failures.set("currency_differs", login, message);
    return false;
  }

  #readAgain(account: FollowedAccount): void {
    account.isReady = false;
    account.isAwaitingBalance = false;
    if (account.isUsable) this.#toRead.add(account);
    else this.#toRead.delete(account);
  }

  /** Reads what has happened since the last poll, and decides about the readings before it. */
  async #poll(): Promise<void> {
    const { platform, outbox } = this.#options;
    const readAt = Date.now();
    const from = (this.#readUntil ?? readAt) - OVERLAP;
    for (const record of await this.#readSorted(() => platform.readSince(from, this.#followed))) {
      const account = this.#accounts.get(record.login);
      if (account?.isRead) this.#add(account, record);
    }
    this.#readUntil = readAt;
    this.#decideHeld();
    if (this.#toRead.size === 0) outbox.add({ type: "until", time: readAt });
  }

  /** @returns each ticket once, the earliest first */
  async #readSorted(read: () => Promise<PlatformRecord[]>): Promise<PlatformRecord[]> {
    const records = await read();
    const byTicket = new Map(records.map((each) => [`${each.login} ${each.ticket}`, each]));
    return [...byTicket.values()].toSorted(
      (one, other) => one.time - other.time || compareTickets(one.ticket, other.ticket),
    );
  }

  /** Feeds a record that is new or has changed; a recheck also those that Propdesk has rejected. */
  #add(account: FollowedAccount, record: PlatformRecord, isRecheck = false): void {
    const place = account.placeOf(record);
    if (place === "elsewhere" || !this.#isExact(account, record)) return;
    const content = JSON.stringify(record.item);
    const known = account.known.get(record.ticket);
    const isSame = known?.content === content;
    if (isSame && !known.isMissing && !(isRecheck && known.isRejected)) return;
    const isChanged = known !== undefined && (known.isChanged || !isSame || known.isMissing);
    account.known.set(record.ticket, {
      time: record.time,
      content,
      isRejected: false,
      isChanged,
      isMissing: false,
    });
    // A changed record stands as it was, and so does its position.
    const isExpected = !isChanged && place === "stage" && account.isOfOpenStage(record);
    if (!known) account.countPosition(record);
    if (isExpected) {
      const amount = account.isFunding(record) ? 0n : record.amount;
      const counted = { ...record, amount };
      account.expect(counted);
      this.#toWatch.add(account);
      this.#isWatchDue = true;
      this.#options.outbox.add({
        type: "record",
        account,
        record: counted,
        isExpected,
        isClosing: false,
      });
      return;
    }
    const isClosing = place === "closing";
    this.#options.outbox.add({ type: "record", account, record, isExpected, isClosing });
  }

  #isExact(
    account: FollowedAccount,
    record: PlatformRecord,
  ): record is Exclude<PlatformRecord, { kind: "inexact" }> {
    if (record.kind !== "inexact") {
      if (account.inexact.delete(record.ticket)) this.#clearIfExact(account);
      return true;
    }
    const { ticket, amount } = record;
    account.inexact.add(ticket);
    const message = `The amount ${amount} of ticket ${ticket} has more than two decimals, so it is not fed`;
    this.#options.failures.set("amount_not_exact", account.login, message);
    return false;
  }

  #clearIfExact(account: FollowedAccount): void {
    if (account.isExact) this.#options.failures.clear("amount_not_exact", account.login);
  }

  /** Takes readings: of all accounts when it is time, of some after their deals. */
  async #watch(): Promise<void> {
    const { platform, settings } = this.#options;
    const watched = [...this.#toWatch].filter(({ isReady }) => isReady);
    const isDue = Date.now() >= this.#snapshotAt;
    const isUrgent = this.#isWatchDue && !platform.isNearLimit;
    if (!isDue && (watched.length === 0 || !isUrgent)) return;
    if (isDue) this.#snapshotAt = Date.now() + settings.snapshotInterval;
    this.#isWatchDue = false;
    const logins = watched.map(({ login }) => login);
    const readings = isDue
      ? await platform.readOpenAccounts(this.#followed, logins)
      : await platform.readAccounts(logins);
    for (const reading of readings) {
      const account = this.#accounts.get(reading.login);
      if (!account?.isReady || !account.openStage) continue;
      const isOpen = account.hasPosition || reading.showsPosition;
      const isWanted = isOpen || this.#toWatch.has(account);
      this.#held.push({ account, reading, isWanted });
    }
    for (const account of watched) this.#toWatch.delete(account);
  }

  #decideHeld(): void {
    const held = this.#held;
    this.#held = [];
    for (const { account, reading, isWanted } of held) {
      const { time, balance, equity } = reading;
      if (!account.isReady || !account.isOfOpenStage({ time })) continue;
      account.isReadingExact = balance !== null && equity !== null;
      this.#clearIfExact(account);
      if (balance === null || equity === null) {
        const message = `The balance or equity of the account ${account.login} has more than two decimals, so it is not fed`;
        this.#options.failures.set("amount_not_exact", account.login, message);
        continue;
      }
      if (!this.#fits(account, balance - account.balanceAt(time)) || !isWanted) continue;
      const item = {
        time: new Date(time).toISOString(),
        balance: formatDecimal(balance),
        equity: formatDecimal(equity),
      };
      this.#options.outbox.add({ type: "snapshot", account, item });
    }
  }

  /**
   * Decides about a reading whose balance differs by so much from the records: it is taken again if a deal has overtaken
   * it; otherwise, the account is read again, and then it is fed as it is, and reported.
   */
  #fits(account: FollowedAccount, difference: bigint): boolean {
    const { failures } = this.#options;
    if (difference === 0n || difference === account.knownDifference) {
      account.misfits = 0;
      account.wasReread = false;
      account.knownDifference = difference;
      if (difference === 0n) failures.clear("balance_differs", account.login);
      return true;
    }
    const isOvertaken = this.#toWatch.has(account);
    this.#toWatch.add(account);
    this.#isWatchDue = true;
    account.misfits += 1;
    // A deal that was read since has overtaken the reading, or the next one.
    if (isOvertaken && account.misfits < MOST_MISFITS) return false;
    account.misfits = 0;
    if (!account.wasReread) {
      account.wasReread = true;
      this.#readAgain(account);
      return false;
    }
    account.knownDifference = difference;
    const message = `The balance of the account ${account.login} at the platform is ${formatDecimal(difference)} more than by its records`;
    failures.set("balance_differs", account.login, message);
    return true;
  }

  /** Reads the last days again, and the first time on a UTC day everything. */
  async #recheck(): Promise<void> {
    const { platform, settings } = this.#options;
    const now = Date.now();
    if (this.#recheckAt === 0) this.#recheckAt = now + settings.recheckInterval;
    if (now < this.#recheckAt) return;
    this.#recheckAt = now + settings.recheckInterval;
    // First, because the records of an account that the platform no longer knows are not missing one by one.
    await this.#identify([...this.#accounts.values()]);
    const from = now - RECHECKED;
    const records = await this.#readSorted(() => platform.readSince(from, this.#followed));
    const byLogin = Map.groupBy(records, ({ login }) => login);
    for (const account of this.#accounts.values()) {
      if (!account.isRead) continue;
      const shown = byLogin.get(account.login) ?? [];
      for (const record of shown) this.#add(account, record, true);
      this.#compare(account, shown, { from: from + OVERLAP, to: now - OVERLAP });
    }
    for (const account of this.#accounts.values()) {
      for (const [ticket, { time }] of account.known)
        if (time < from - DAY) account.known.delete(ticket);
    }
    if (utcDay(now) === this.#recheckedDay) return;
    this.#recheckedDay = utcDay(now);
    for (const account of this.#accounts.values()) if (account.openStage) this.#readAgain(account);
  }

  /** Feeds all of a period in which the platform no longer shows a record. */
  #compare(account: FollowedAccount, shown: PlatformRecord[], period: Period): void {
    const tickets = new Set(shown.map(({ ticket }) => ticket));
    for (const ticket of account.inexact) if (!tickets.has(ticket)) account.inexact.delete(ticket);
    this.#clearIfExact(account);
    const missing = [...account.known].filter(
      ([ticket, { time, isMissing }]) =>
        !isMissing && period.from <= time && time < period.to && !tickets.has(ticket),
    );
    if (missing.length === 0) return;
    for (const [, known] of missing) known.isMissing = true;
    const from = Math.max(period.from, account.startedAt);
    this.#addComplete(account, shown, { from, to: period.to });
  }

  /** Feeds all records of an account in a period; if one of them is not exact, without saying that they are all. */
  #addComplete(account: FollowedAccount, shown: PlatformRecord[], period: Period): void {
    const fed = shown.flatMap((record) => {
      const place = account.placeOf(record);
      if (place === "elsewhere" || record.kind === "inexact") return [];
      return { account, record, isExpected: false, isClosing: place === "closing" };
    });
    const isExact = shown.every(({ kind }) => kind !== "inexact");
    for (const part of partsOf(fed, period)) {
      this.#options.outbox.add({ type: "records", account, ...part, isComplete: isExact });
    }
  }

  /** Reads some of the accounts from the start of their stages. */
  async #readNext(): Promise<void> {
    const { platform, outbox } = this.#options;
    const next = [...this.#toRead].slice(0, platform.readable);
    if (next.length === 0 || outbox.isFull) return;
    const from = Math.min(...next.map(({ startedAt }) => startedAt));
    const readAt = Date.now();
    const logins = next.map(({ login }) => login);
    const records = await this.#readSorted(() => platform.readRecords(logins, from));
    const byLogin = Map.groupBy(records, ({ login }) => login);
    const kept = Date.now() - RECHECKED - DAY;
    for (const account of next) {
      this.#toRead.delete(account);
      account.isRead = true;
      account.forgetPositions();
      const ofAccount = byLogin.get(account.login) ?? [];
      account.inexact.clear();
      for (const record of ofAccount) {
        const place = account.placeOf(record);
        if (place === "elsewhere" || !this.#isExact(account, record)) continue;
        account.countPosition(record);
        if (record.time < kept) continue;
        const { ticket, time, item } = record;
        const isChanged = account.known.get(ticket)?.isChanged ?? false;
        const content = JSON.stringify(item);
        const state = { isRejected: false, isChanged, isMissing: false };
        account.known.set(ticket, { time, content, ...state });
      }
      this.#clearIfExact(account);
      const period = { from: account.startedAt, to: readAt - OVERLAP };
      this.#addComplete(account, ofAccount, period);
      outbox.add({ type: "read", account });
    }
  }
}

/** What the next turn that succeeds ends. */
const connectionFailures = [
  "platform_away",
  "sign_in_refused",
  "certificate_refused",
  "time_zone_wrong",
] as const;

const utcDay = (time: number) => Math.floor(time / DAY);

const compareTickets = (one: string, other: string) =>
  one.length - other.length || (one < other ? -1 : 1);

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return;
  await sleep(Math.max(milliseconds, SECOND / 20), undefined, { signal }).catch(() => {});
}
