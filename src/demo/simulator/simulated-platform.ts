import type { Action, Platform } from "../../../examples/bridge/bridge.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { formatDollars, parseCents } from "../../platform/money/money.ts";
import { accountOf, type FeedItem } from "../replay/feed-items.ts";
import { DAY } from "../../platform/time/durations.rule.ts";
import type { Market } from "../trading/market.ts";
import { type PlatformAccount, SimulatedAccount } from "./simulated-account.ts";

/** Records returned at once: far below the limit of 10,000 items of a call. */
const MOST_ITEMS = 5000;

/** The shares of the daily limit at which a loss is reported. */
const MILESTONES = [0.5, 0.8, 0.95, 1];

/** Deals and operations are kept for a day, because Propdesk may have rejected them. */
const KEPT = DAY;

interface NumberedItem {
  number: number;
  login: string;
  item: FeedItem;
}

/** A trading platform with the accounts of the demo, to which the example bridge connects Propdesk. */
export class SimulatedPlatform implements Platform {
  readonly #market: Market;
  readonly #clock: Clock;
  readonly #report: (line: string) => void;
  readonly #accounts = new Map<string, SimulatedAccount>();
  #items: NumberedItem[] = [];
  #lastNumber = 0;
  #lastTime = 0;
  /** The account that is about to lose too much, and the milestones ahead. */
  #ruined: { account: SimulatedAccount; milestones: number[]; fellAt?: number } | undefined;

  constructor(market: Market, clock: Clock, report: (line: string) => void) {
    this.#market = market;
    this.#clock = clock;
    this.#report = report;
  }

  /** Takes over accounts where their records end, and again if a new stage was started. */
  adopt(accounts: readonly PlatformAccount[]): void {
    for (const account of accounts) {
      if (this.#accounts.get(account.login)?.stageId === account.stageId) continue;
      this.#accounts.set(account.login, new SimulatedAccount(this.#market, account));
    }
  }

  /** Lets the trader of an account lose more than the daily limit within the next minutes. */
  ruin(login: string): void {
    const account = this.#accountOf(login);
    this.#advance();
    account.ruin(this.#lastTime);
    this.#ruined = { account, milestones: [...MILESTONES] };
  }

  async recordsSince(cursor = "0") {
    const confirmed = Number(cursor);
    this.#forget(confirmed);
    this.#advance();
    const sent = this.#items.filter(({ number }) => number > confirmed).slice(0, MOST_ITEMS);
    const byLogin = Map.groupBy(sent, ({ login }) => login);
    const accounts = [...byLogin].map(([login, items]) =>
      accountOf(
        login,
        items.map(({ item }) => item),
      ),
    );
    return { accounts, cursor: String(sent.at(-1)?.number ?? confirmed) };
  }

  async execute({ id, login, kind, amount }: Action): Promise<string> {
    const account = this.#accountOf(login);
    const now = this.#tick();
    if (kind === "disable_trading") {
      account.disable();
      const { account: ruined, fellAt } = this.#ruined ?? {};
      if (ruined === account && fellAt !== undefined)
        this.#report(
          `Disabled ${account.name} ${((now - fellAt) / 1000).toFixed(1)} s after that.`,
        );
      return "Trading is disabled";
    }
    if (kind === "enable_trading") {
      account.enable();
      return "Trading is enabled";
    }
    if (kind === "close_positions") {
      const count = account.closeAll(now);
      this.#advanceAccount(account, now);
      return `Closed ${count} ${count === 1 ? "position" : "positions"}`;
    }
    // Propdesk also asks for accounts to be created and changed, which the example does not know.
    if (amount === null) throw new Error("The simulator creates and changes no accounts");
    const cents = parseCents(amount)!;
    const booked = account.bookAction(id, kind === "withdraw" ? -cents : cents, now);
    this.#add(account, booked);
    return booked.length > 0 ? `Booked ${formatDollars(amount)}` : "It was booked before";
  }

  /** @throws Error with a sentence for administrators if the platform has no such account */
  #accountOf(login: string): SimulatedAccount {
    const account = this.#accounts.get(login);
    if (!account) throw new Error(`The platform has no account ${login}`);
    return account;
  }

  /** Returns the time, later than the last one: two snapshots of a millisecond would contradict each other. */
  #tick(): number {
    this.#lastTime = Math.max(this.#clock.now().getTime(), this.#lastTime + 1);
    return this.#lastTime;
  }

  #advance(): void {
    const now = this.#tick();
    for (const account of this.#accounts.values()) this.#advanceAccount(account, now);
    this.#reportLoss(now);
  }

  #forget(confirmed: number): void {
    const from = this.#lastTime - KEPT;
    this.#items = this.#items.filter(
      ({ number, item }) => number > confirmed || (item.kind !== "snapshots" && item.time > from),
    );
  }

  #advanceAccount(account: SimulatedAccount, now: number): void {
    this.#add(account, account.advance(now));
  }

  #add({ login }: SimulatedAccount, items: FeedItem[]): void {
    for (const item of items) {
      this.#lastNumber += 1;
      this.#items.push({ number: this.#lastNumber, login, item });
    }
  }

  #reportLoss(now: number): void {
    if (!this.#ruined) return;
    const { account, milestones } = this.#ruined;
    const loss = account.lossAt(now);
    const reached = milestones.filter((milestone) => loss >= milestone);
    const last = reached.at(-1);
    if (last === undefined) return;
    milestones.splice(0, reached.length);
    if (last < 1) this.#report(`${account.name} has used ${last * 100}% of the daily loss limit.`);
    else {
      this.#ruined.fellAt = now;
      this.#report(`${account.name} has lost more than the daily loss limit: a breach.`);
    }
  }
}
