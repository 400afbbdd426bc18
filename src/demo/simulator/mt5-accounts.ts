import { type FeedItem } from "../replay/feed-items.ts";
import { formatDecimal, parseCents } from "../../platform/money/money.ts";
import { MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { formatPrice, type Market } from "../trading/market.ts";
import { SimulatedAccount } from "./simulated-account.ts";

/** An object of the Web API, whose values are text. */
export type Mt5Row = Record<string, string>;

/** The first account that is opened trades so long before its trader loses too much. */
const TRADED_FOR = 2 * MINUTE;
const TRADING_DISABLED = 4;
const FIRST_LOGIN = 6_000_000;
const LOGINS = 3_000_000;
/** Of the initial balance: what an account of the demo may lose on a day. */
const DAILY_LOSS = 0.05;

interface Mt5Account {
  user: Mt5Row;
  password: string;
  /** Absent until the account is funded. */
  trader?: SimulatedAccount;
  deals: Mt5Row[];
}

/** The accounts of a server of MetaTrader 5 that are opened through it, and whose traders trade. */
export class Mt5Accounts {
  readonly #market: Market;
  readonly #clock: Clock;
  readonly #report: (line: string) => void;
  readonly #accounts = new Map<string, Mt5Account>();
  #logins: number;
  #tickets = 40_000_000;
  #lastTime = 0;
  #doomed: { account: Mt5Account; at: number } | undefined;

  constructor(market: Market, clock: Clock, report: (line: string) => void) {
    this.#market = market;
    this.#clock = clock;
    this.#report = report;
    // Other logins than those of earlier starts, whose accounts Propdesk still knows.
    this.#logins = FIRST_LOGIN + (Math.floor(clock.now().getTime() / SECOND) % LOGINS);
  }

  get(login: string): Mt5Account | undefined {
    return this.#accounts.get(login);
  }

  /** Lets all traders trade until now. */
  advance(): void {
    const now = this.#tick();
    if (this.#doomed && now >= this.#doomed.at) {
      const { user, trader } = this.#doomed.account;
      this.#doomed.at = Number.POSITIVE_INFINITY;
      trader!.ruin(now);
      this.#report(
        `${user.Name} (account ${user.Login}) is about to double down and lose too much.`,
      );
    }
    for (const account of this.#accounts.values()) this.#advanceAccount(account, now);
  }

  add({ PassMain = "", PassInvestor: _, ...user }: Mt5Row): string {
    this.#logins += 1;
    const login = String(this.#logins);
    this.#accounts.set(login, {
      user: { ...user, Login: login },
      password: PassMain,
      deals: [],
    });
    this.#report(`Opened the account ${login} for ${user.Name} in ${user.Group}.`);
    return login;
  }

  update(account: Mt5Account, changes: Mt5Row): void {
    const { user, trader } = account;
    Object.assign(user, changes);
    if (changes.Rights === undefined || !trader) return;
    const isEnabled = (Number(user.Rights) & TRADING_DISABLED) === 0;
    if (isEnabled === trader.isEnabled) return;
    if (isEnabled) trader.enable();
    else trader.disable();
    this.#report(`${isEnabled ? "Enabled" : "Disabled"} trading on the account ${user.Login}.`);
  }

  /** Books money. @returns the ticket; `undefined` if there is not enough */
  book(account: Mt5Account, amount: string, comment: string): string | undefined {
    const cents = parseCents(amount.replace(/^-/, ""))! * (amount.startsWith("-") ? -1n : 1n);
    if (cents < 0n && this.#freeOf(account) < -cents) return undefined;
    const now = this.#tick();
    const ticket = this.#nextTicket();
    if (account.trader) account.trader.bookAction(Number(ticket), cents, now);
    else this.#fund(account, cents, now);
    account.deals.push({
      ...this.#named(account, ticket, now),
      Action: "2",
      Entry: "0",
      Symbol: "",
      PositionID: "0",
      Comment: comment,
      Price: "0",
      Volume: "0",
      VolumeExt: "0",
      Profit: formatDecimal(cents),
      Commission: "0.00",
      Storage: "0.00",
      Fee: "0.00",
    });
    this.#report(`Booked ${formatDecimal(cents)} on the account ${account.user.Login}.`);
    return ticket;
  }

  /** @returns whether it was open */
  close(account: Mt5Account, position: string): boolean {
    const now = this.#tick();
    const closed = account.trader?.closeAll(now, position) ?? 0;
    this.#advanceAccount(account, now);
    return closed > 0;
  }

  users(): Mt5Row[] {
    return [...this.#accounts.values()].map((account) => ({
      ...account.user,
      Balance: formatDecimal(this.#figuresOf(account).balance),
      Credit: "0.00",
    }));
  }

  figures(): Mt5Row[] {
    return [...this.#accounts.values()].map((account) => {
      const { balance, equity } = this.#figuresOf(account);
      const [shown, floating] = [formatDecimal(equity), formatDecimal(equity - balance)];
      return {
        Login: account.user.Login!,
        Balance: formatDecimal(balance),
        Credit: "0.00",
        Margin: "0.00",
        MarginFree: shown,
        Floating: floating,
        Profit: floating,
        Equity: shown,
      };
    });
  }

  deals(): Mt5Row[] {
    return [...this.#accounts.values()].flatMap(({ deals }) => deals);
  }

  positions(): Mt5Row[] {
    return [...this.#accounts.values()].flatMap((account) =>
      this.#figuresOf(account).positions.map(({ id, instrument, side, volume }) => {
        const price = this.#market.closePriceAt(instrument, side, this.#lastTime);
        return {
          Position: id,
          Login: account.user.Login!,
          Symbol: instrument.symbol,
          Action: side === "buy" ? "0" : "1",
          Digits: String(instrument.digits),
          PriceCurrent: formatPrice(instrument, price),
          Volume: String(volume * 100),
          VolumeExt: String(volume * 1_000_000),
        };
      }),
    );
  }

  #fund(account: Mt5Account, cents: bigint, now: number): void {
    const { user } = account;
    account.trader = new SimulatedAccount(this.#market, {
      userId: 0,
      stageId: 0,
      login: user.Login!,
      name: user.Name!,
      initialBalance: cents,
      balance: cents,
      // Most win, so that there is something to pay out.
      aim: (cents * 103n) / 100n,
      dayOpening: cents,
      dailyLimit: Number(cents) * DAILY_LOSS,
      positions: [],
      until: now,
      lastTicket: Number(this.#nextTicket()),
      bookings: [],
      isEnabled: true,
    });
    this.#doomed ??= { account, at: now + TRADED_FOR };
  }

  #advanceAccount(account: Mt5Account, now: number): void {
    for (const { kind, item, time } of account.trader?.advance(now) ?? []) {
      if (kind === "deals") account.deals.push(this.#dealOf(account, item, time));
    }
  }

  #dealOf(account: Mt5Account, deal: DealItem, time: number): Mt5Row {
    const hundredths = Math.round(Number(deal.volume) * 100);
    return {
      ...this.#named(account, deal.ticket, time),
      Action: deal.side === "buy" ? "0" : "1",
      Entry: deal.entry === "in" ? "0" : "1",
      Symbol: deal.symbol,
      Price: deal.price,
      Volume: String(hundredths * 100),
      VolumeExt: String(hundredths * 1_000_000),
      Profit: deal.profit,
      Commission: deal.commission,
      Storage: deal.swap,
      Fee: deal.fee,
      PositionID: deal.position,
      Comment: "",
    };
  }

  #named({ user }: Mt5Account, ticket: string, time: number): Mt5Row {
    const seconds = String(Math.floor(time / 1000));
    return { Deal: ticket, Login: user.Login!, Time: seconds, TimeMsc: String(time) };
  }

  #figuresOf({ trader }: Mt5Account) {
    return trader?.figuresAt(this.#lastTime) ?? { balance: 0n, equity: 0n, positions: [] };
  }

  #freeOf(account: Mt5Account): bigint {
    const { balance, equity } = this.#figuresOf(account);
    return balance < equity ? balance : equity;
  }

  #nextTicket(): string {
    this.#tickets += 1;
    return String(this.#tickets);
  }

  /** Returns the time, later than the last one. */
  #tick(): number {
    this.#lastTime = Math.max(this.#clock.now().getTime(), this.#lastTime + 1);
    return this.#lastTime;
  }
}

type DealItem = Extract<FeedItem, { kind: "deals" }>["item"];
