import type { Action, Executed, Platform } from "../../../examples/bridge/bridge.ts";
import { newPassword } from "../../connectors/new-password.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { formatDecimal, formatDollars, parseCents } from "../../platform/money/money.ts";
import { accountOf, type FeedItem } from "../replay/feed-items.ts";
import { DAY, MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import type { Market } from "../trading/market.ts";
import { type PlatformAccount, SimulatedAccount } from "./simulated-account.ts";

/** Records returned at once: far below the limit of 10,000 items of a call. */
const MOST_ITEMS = 5000;

/** The shares of the daily limit at which a loss is reported. */
const MILESTONES = [0.5, 0.8, 0.95, 1];

/** Deals and operations are kept for a day, because Propdesk may have rejected them. */
const KEPT = DAY;

/** How long the first account that was opened here trades, before its trader loses too much. */
const TRADED_FOR = 2 * MINUTE;

/** The logins of the accounts that the simulator opens follow this number, each by that of its action. */
const FIRST_LOGIN = 5_900_000;

/** Returns the login of the account that an action opens, the same if it arrives again. */
export const loginOfCreated = (actionId: number) => String(FIRST_LOGIN + actionId);

/** An account that is about to lose too much, and the milestones ahead. */
interface Ruined {
  account: SimulatedAccount;
  milestones: number[];
  fellAt?: number;
}

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
  readonly #ruined: Ruined[] = [];
  /** The actions that opened accounts, by login, until Propdesk names the account. */
  readonly #created = new Map<string, { actionId: number; masterPassword: string }>();
  /** The first account that was opened here, and when it is to lose too much. */
  #doomed: { login: string; at: number } | undefined;

  constructor(market: Market, clock: Clock, report: (line: string) => void) {
    this.#market = market;
    this.#clock = clock;
    this.#report = report;
  }

  /** Takes over accounts where their records end, and again if a new stage was started. */
  adopt(accounts: readonly PlatformAccount[]): void {
    for (const account of accounts) {
      const { login } = account;
      if (this.#accounts.get(login)?.stageId === account.stageId) continue;
      const created = this.#created.get(login);
      if (created && account.bookings.length === 0) this.#fund(account, created.actionId);
      else this.#accounts.set(login, new SimulatedAccount(this.#market, account));
      this.#created.delete(login);
    }
  }

  /** Books the initial balance of an account that was opened here, now that Propdesk takes its records. */
  #fund(account: PlatformAccount, actionId: number): void {
    const { login, name, initialBalance } = account;
    const now = this.#tick();
    const empty = { balance: 0n, dayOpening: 0n, until: now };
    const funded = new SimulatedAccount(this.#market, { ...account, ...empty });
    this.#accounts.set(login, funded);
    this.#add(funded, funded.bookAction(actionId, initialBalance, now));
    this.#report(`Booked ${formatDollars(formatDecimal(initialBalance))} for ${name} (${login}).`);
    this.#doomed ??= { login, at: now + TRADED_FOR };
  }

  /** Lets the trader of an account lose more than the daily limit within the next minutes. */
  ruin(login: string): void {
    const account = this.#accountOf(login);
    this.#advance();
    this.#startRuin(account, this.#lastTime);
  }

  #startRuin(account: SimulatedAccount, now: number): void {
    account.ruin(now);
    this.#ruined.push({ account, milestones: [...MILESTONES] });
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

  async execute(action: Action): Promise<string | Executed> {
    if (action.kind === "create_account") return this.#create(action);
    const account = this.#accountOf(action.login ?? "");
    switch (action.kind) {
      case "disable_trading":
        return this.#disable(account);
      case "enable_trading":
        account.enable();
        return "Trading is enabled";
      case "close_positions":
        return this.#close(account);
      case "withdraw":
      case "deposit":
        return this.#book(account, action);
      case "reset_password":
        return {
          message: "The password is set anew",
          account: { masterPassword: newPassword() },
        };
      case "change_account":
        return "The account is changed";
      default:
        throw new Error("The simulator cannot do this");
    }
  }

  /** Opens an account, which is funded once Propdesk names it. */
  #create({ id, account: asked }: Action): Executed {
    const { server, balance } = asked ?? {};
    if (!server || !balance) throw new Error("The action does not say what account to create");
    const login = loginOfCreated(id);
    const { masterPassword } = this.#created.get(login) ?? { masterPassword: newPassword() };
    this.#created.set(login, { actionId: id, masterPassword });
    return {
      message: `The account ${login} is created`,
      account: { login, server, masterPassword },
    };
  }

  #disable(account: SimulatedAccount): string {
    account.disable();
    const { fellAt } = this.#ruined.find((each) => each.account === account) ?? {};
    if (fellAt !== undefined) {
      const seconds = ((this.#tick() - fellAt) / SECOND).toFixed(1);
      this.#report(`Disabled ${account.name} ${seconds} s after that.`);
    }
    return "Trading is disabled";
  }

  #close(account: SimulatedAccount): string {
    const now = this.#tick();
    const count = account.closeAll(now);
    this.#advanceAccount(account, now);
    return `Closed ${count} ${count === 1 ? "position" : "positions"}`;
  }

  #book(account: SimulatedAccount, { id, kind, amount }: Action): string {
    const cents = parseCents(amount!)!;
    const booked = account.bookAction(id, kind === "withdraw" ? -cents : cents, this.#tick());
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
    this.#doomWhenDue(now);
    for (const ruined of this.#ruined) this.#reportLoss(ruined, now);
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

  #doomWhenDue(now: number): void {
    if (!this.#doomed || now < this.#doomed.at) return;
    const account = this.#accountOf(this.#doomed.login);
    this.#doomed.at = Number.POSITIVE_INFINITY;
    this.#startRuin(account, now);
    this.#report(`${account.name} (account ${account.login}) is about to double down, too.`);
  }

  #reportLoss(ruined: Ruined, now: number): void {
    const { account, milestones } = ruined;
    const loss = account.lossAt(now);
    const reached = milestones.filter((milestone) => loss >= milestone);
    const last = reached.at(-1);
    if (last === undefined) return;
    milestones.splice(0, reached.length);
    if (last < 1) this.#report(`${account.name} has used ${last * 100}% of the daily loss limit.`);
    else {
      ruined.fellAt = now;
      this.#report(`${account.name} has lost more than the daily loss limit: a breach.`);
    }
  }
}
