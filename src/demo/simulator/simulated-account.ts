import type { FeedItem } from "../replay/feed-items.ts";
import { formatDecimal } from "../../platform/money/money.ts";
import { HOUR, MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import { doubleDown } from "../trading/double-down.ts";
import {
  commissionOf,
  equityLine,
  exitOf,
  INTERVAL,
  netOfPosition,
  type Position,
  profitAt,
  swapOf,
} from "../trading/position.ts";
import { formatPrice, type Market, startOfDay } from "../trading/market.ts";
import { Random } from "../trading/random.ts";
import { DAY_STOP, TradingAccount } from "../trading/trading-account.ts";
import { liveTrader } from "../trading/trading-plan.ts";

/** An account at the end of its record. Amounts are in cents. */
export interface PlatformAccount {
  userId: number;
  stageId: number;
  login: string;
  name: string;
  initialBalance: bigint;
  balance: bigint;
  /** The balance that its trader works towards; the one at the end of its record by default. */
  aim?: bigint;
  /** The balance at the start of the current day (UTC). */
  dayOpening: bigint;
  /** The loss of a day that ends the account. */
  dailyLimit: number;
  positions: OpenPosition[];
  /** The time of the last record. */
  until: number;
  /** The highest number of a ticket. */
  lastTicket: number;
  /** The tickets of operations that executed an action, see `bookingTicket`. */
  bookings: string[];
  isEnabled: boolean;
}

/** A position with the number that its deals state. */
export interface OpenPosition extends Position {
  id: string;
}

/** A position that the trader has planned, is holding, or has just closed. */
interface PlannedPosition extends Position {
  id?: string;
  exit: NonNullable<Position["exit"]>;
}

/** Positions of the history are closed at a level or after this time. */
const LONGEST_HOLDING = 3 * HOUR;
/** A trader holds or plans so many positions, besides those of the history. */
const MOST_POSITIONS = 3;
/** Equity is reported if it has changed by 1 / 20,000 of the initial balance, or after a minute. */
const SHOWN_CHANGE = 20_000n;

/**
 * An account of the simulated platform, whose trader goes on where the record ends. The market is known in advance, so
 * what the trader plans is a list of positions with their exits, which are booked as time passes.
 */
export class SimulatedAccount {
  readonly stageId: number;
  readonly login: string;
  readonly name: string;
  isEnabled: boolean;
  readonly #market: Market;
  readonly #random: Random;
  readonly #trader: TradingAccount;
  readonly #account: PlatformAccount;
  readonly #bookings: Set<string>;
  #planned: PlannedPosition[];
  #balance: bigint;
  #dayOpening: bigint;
  /** The time until which everything is booked. */
  #until: number;
  #lastTicket: number;
  #reported = { time: 0, equity: 0n };
  #isReckless = false;

  constructor(market: Market, account: PlatformAccount) {
    const { initialBalance, dailyLimit, balance, until, lastTicket, positions } = account;
    this.#market = market;
    this.#account = account;
    this.stageId = account.stageId;
    this.login = account.login;
    this.name = account.name;
    this.isEnabled = account.isEnabled;
    this.#random = new Random(lastTicket);
    const risk = liveTrader.risk * Number(initialBalance);
    const plan = { style: liveTrader, initialBalance, dailyLimit, risk, aim: 0 };
    this.#trader = new TradingAccount(market, plan, this.#random);
    this.#balance = balance;
    this.#dayOpening = account.dayOpening;
    this.#until = until;
    this.#lastTicket = lastTicket;
    this.#bookings = new Set(account.bookings);
    this.#planned = positions.map((position) => ({ ...position, exit: this.#exitOf(position) }));
    for (const position of this.#planned) this.#trader.add(position);
  }

  /** The loss of the day as a share of the daily limit; 1 or more is a breach of the usual rules. */
  lossAt(time: number): number {
    return Number(this.#dayOpening - this.#equityAt(time)) / this.#account.dailyLimit;
  }

  /** Lets the trader lose more than the daily limit within the next minutes. */
  ruin(now: number): void {
    this.#isReckless = true;
    this.#planned = this.#open;
    const room = this.#account.dailyLimit * (1 - this.lossAt(now));
    for (const position of doubleDown(this.#market, now, 1.15 * Math.max(room, 0)))
      this.#planned.push({ ...position, exit: position.exit! });
  }

  /** Books what has happened until now. @returns the new records, in the order of time */
  advance(now: number): FeedItem[] {
    const missed = now - this.#until > INTERVAL ? this.#missedSnapshots(now) : [];
    const booked = this.#book(now);
    if (startOfDay(now) > startOfDay(this.#until)) this.#dayOpening = this.#balance;
    this.#until = now;
    this.#planNext(now);
    return [...missed, ...booked, ...this.#snapshot(now, booked.length > 0)];
  }

  /** Enables trading; the losses before no longer keep the trader from trading. */
  enable(): void {
    this.isEnabled = true;
    this.#isReckless = false;
    this.#dayOpening = this.#balance;
  }

  disable(): void {
    this.isEnabled = false;
    this.#planned = this.#planned.filter(({ id }) => id !== undefined);
  }

  /** What a platform shows of the account. Amounts are in cents. */
  figuresAt(time: number): { balance: bigint; equity: bigint; positions: OpenPosition[] } {
    const positions = this.#open.map((position) => ({ ...position, id: position.id! }));
    return { balance: this.#balance, equity: this.#equityAt(time), positions };
  }

  /** Closes all positions, or one, at the prices of now. @returns their number; `advance` books them */
  closeAll(now: number, only?: string): number {
    const open = this.#open.filter(({ id }) => only === undefined || id === only);
    this.#planned = this.#planned.filter(({ id, openTime }) => id !== undefined || openTime > now);
    for (const position of open) {
      const { instrument, side } = position;
      position.exit = { time: now, price: this.#market.closePriceAt(instrument, side, now) };
    }
    return open.length;
  }

  /**
   * Books a deposit, or a withdrawal with a negative amount, for an action. A booking that is repeated changes nothing.
   * @throws Error if the balance is too low
   */
  bookAction(actionId: number, amount: bigint, now: number): FeedItem[] {
    const ticket = bookingTicket(actionId);
    if (this.#bookings.has(ticket)) return [];
    if (this.#balance + amount < 0n)
      throw new Error(`The balance of ${formatDecimal(this.#balance)} is too low`);
    this.#bookings.add(ticket);
    this.#balance += amount;
    this.#dayOpening += amount;
    const kind = amount < 0n ? "withdrawal" : "deposit";
    const item = { ticket, time: isoTime(now), kind, amount: formatDecimal(amount) } as const;
    return [{ kind: "operations", time: now, item }];
  }

  get #open(): PlannedPosition[] {
    return this.#planned.filter(({ id }) => id !== undefined);
  }

  #equityAt(time: number): bigint {
    return this.#open.reduce((sum, position) => {
      const price = this.#market.closePriceAt(position.instrument, position.side, time);
      return sum + profitAt(position, price);
    }, this.#balance);
  }

  /** Returns the exit of a position whose levels the record does not contain, after the end of the record. */
  #exitOf(position: Position) {
    const { instrument, side } = position;
    const from = this.#until;
    const price = this.#market.closePriceAt(instrument, side, from);
    const distance = Math.round(0.3 * instrument.dailyMove * price * (side === "buy" ? 1 : -1));
    const levels = { stop: price - distance, target: price + distance };
    const closeBy = from + Math.round(this.#random.between(0.1, 1) * LONGEST_HOLDING);
    return exitOf(this.#market, { ...position, openTime: from }, levels, closeBy);
  }

  /** Returns the snapshots that no bridge has asked for, for example because none was running. */
  #missedSnapshots(now: number): FeedItem[] {
    const line = equityLine(this.#market, this.#planned, this.#balance, now);
    const missed = line.filter(({ time }) => time > this.#until && time < now);
    return missed.map(({ time, balance, equity }) => snapshotItem(time, balance, equity));
  }

  #book(now: number): FeedItem[] {
    const events = this.#planned.flatMap((position) => [
      ...(position.id === undefined ? [{ time: position.openTime, position, isEntry: true }] : []),
      { time: position.exit.time, position, isEntry: false },
    ]);
    const due = events.filter(({ time }) => time <= now).toSorted((a, b) => a.time - b.time);
    const items = due.map(({ position, isEntry }) =>
      isEntry ? this.#enter(position) : this.#exit(position),
    );
    this.#planned = this.#planned.filter(({ exit }) => exit.time > now);
    return items;
  }

  #enter(position: PlannedPosition): FeedItem {
    const { side, openTime, openPrice } = position;
    const ticket = this.#nextTicket();
    position.id = ticket;
    const deal = { ...dealOf(position), ticket, entry: "in" as const, side, ...noResult };
    const price = formatPrice(position.instrument, openPrice);
    return { kind: "deals", time: openTime, item: { ...deal, time: isoTime(openTime), price } };
  }

  #exit(position: PlannedPosition): FeedItem {
    const { instrument, side, exit } = position;
    this.#balance += netOfPosition(position);
    const item = {
      ...dealOf(position),
      ticket: this.#nextTicket(),
      time: isoTime(exit.time),
      entry: "out" as const,
      side: side === "buy" ? ("sell" as const) : ("buy" as const),
      price: formatPrice(instrument, exit.price),
      profit: formatDecimal(profitAt(position, exit.price)),
      commission: formatDecimal(commissionOf(position)),
      swap: formatDecimal(swapOf(position, exit.time)),
      fee: "0.00",
    };
    return { kind: "deals", time: exit.time, item };
  }

  /** Other accounts of the platform place orders in between. */
  #nextTicket(): string {
    this.#lastTicket += this.#random.integer(3, 400);
    return String(this.#lastTicket);
  }

  /** Plans the next position. Traders stop for the day long before the daily limit. */
  #planNext(now: number): void {
    const { dailyLimit, balance, aim = balance, until } = this.#account;
    if (!this.isEnabled || this.#isReckless) return;
    if (this.#planned.filter(({ openTime }) => openTime > until).length >= MOST_POSITIONS) return;
    if (Number(this.#dayOpening - this.#balance) > DAY_STOP * dailyLimit) return;
    const time = now + this.#random.between(5 * SECOND, MINUTE);
    const position = this.#trader.enter(time, Infinity, Number(aim - this.#balance));
    if (!position) return;
    this.#trader.add(position);
    this.#planned.push({ ...position, exit: position.exit! });
  }

  #snapshot(now: number, isBooked: boolean): FeedItem[] {
    const equity = this.#equityAt(now);
    const change = equity - this.#reported.equity;
    const isShown = (change < 0n ? -change : change) * SHOWN_CHANGE >= this.#account.initialBalance;
    const isDue = this.#isReckless || isShown || now - this.#reported.time >= MINUTE;
    if (!isBooked && !(isDue && this.#open.length > 0)) return [];
    this.#reported = { time: now, equity };
    return [snapshotItem(now, this.#balance, equity)];
  }
}

const noResult = { profit: "0.00", commission: "0.00", swap: "0.00", fee: "0.00" };

const isoTime = (time: number) => new Date(time).toISOString();

function dealOf({ id, instrument, volume }: PlannedPosition) {
  return { position: id!, symbol: instrument.symbol, volume: (volume / 100).toFixed(2) };
}

function snapshotItem(time: number, balance: bigint, equity: bigint): FeedItem {
  const item = {
    time: isoTime(time),
    balance: formatDecimal(balance),
    equity: formatDecimal(equity),
  };
  return { kind: "snapshots", time, item };
}

/** Names the booking of an action, so that an action that arrives again is not booked twice. */
export function bookingTicket(actionId: number | ""): string {
  return `action-${actionId}`;
}
