import { MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import { exitOf, netOfPosition, type Position, profitAt } from "./position.ts";
import {
  type Instrument,
  instruments,
  isMarketOpen,
  type Market,
  nextInSession,
  SESSION,
  startOfDay,
} from "./market.ts";
import type { Slot } from "./closing-day.ts";
import type { Random } from "./random.ts";
import type { TradingPlan } from "./trading-plan.ts";

/** Attempts to find an entry with the wanted result. */
const ATTEMPTS = 8;
/** No position is opened shortly before the session ends. */
const LAST_ENTRY = SESSION.to - 25 * MINUTE;
/** What is traded when figures are published. */
const euro = instruments.find(({ symbol }) => symbol === "EURUSD")!;
/** The share of the daily limit after which a trader stops for the day. */
export const DAY_STOP = 0.4;

type Plan = Pick<TradingPlan, "style" | "risk" | "aim" | "dailyLimit">;

/** Simulates a trader, who opens and closes positions on a market and approaches the aim of the plan. */
export class TradingAccount {
  readonly positions: Position[] = [];
  readonly market: Market;
  readonly #plan: Plan;
  readonly #random: Random;
  readonly #instruments: Instrument[];
  readonly #busyUntil = new Map<Instrument, number>();
  #lastWon = true;

  constructor(market: Market, plan: Plan, random: Random) {
    this.market = market;
    this.#plan = plan;
    this.#random = random;
    this.#instruments = instruments.filter(({ symbol }) => plan.style.symbols.includes(symbol));
  }

  /** The profit of all closed positions, in cents. */
  get profit(): number {
    return this.positions.reduce(
      (sum, position) => (position.exit ? sum + Number(netOfPosition(position)) : sum),
      0,
    );
  }

  isFree(instrument: Instrument, time: number): boolean {
    return (this.#busyUntil.get(instrument) ?? 0) < time;
  }

  add(position: Position): void {
    this.positions.push(position);
    this.#busyUntil.set(position.instrument, position.exit?.time ?? Infinity);
  }

  /**
   * Trades through one day.
   * @param progress the share of the aim to be reached by the end of the day
   * @param until the time until which positions are closed
   * @param release when figures are published on which the trader opens a position
   */
  tradeDay(day: number, count: number, progress: number, until: number, release?: number): void {
    const { aim, dailyLimit } = this.#plan;
    const start = this.profit;
    let current = start;
    const times = Array.from({ length: count }, () => this.#entryTime(day));
    if (release !== undefined) times.push(release);
    for (const time of times.toSorted((a, b) => a - b)) {
      // Traders stop for the day long before the daily limit.
      if (current - start < -DAY_STOP * dailyLimit) return;
      const position =
        time === release
          ? this.enterRelease(time, until)
          : this.enter(time, until, aim * progress - current);
      if (!position) continue;
      this.add(position);
      const net = Number(netOfPosition(position));
      this.#lastWon = net > 0;
      current += net;
    }
  }

  /**
   * Returns a position that is opened at about this time, with its exit. The prices that follow are known, so a trader
   * who is behind the aim can be given a winning one.
   * @param missing cents to the aim; the larger, the more likely a winning position is chosen
   */
  enter(time: number, until: number, missing: number): Position | undefined {
    const pull = Math.max(-0.38, Math.min(0.38, missing / (7 * this.#plan.risk)));
    const streak = this.#lastWon ? 0.06 : -0.06;
    const shouldWin = this.#random.chance(0.5 + pull + streak);
    let last: Position | undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const at = this.#second(time + attempt * this.#random.between(1, 5) * MINUTE);
      if (!this.#plan.style.isRestless && at > startOfDay(time) + LAST_ENTRY) break;
      const side = this.#random.chance(0.5) ? "buy" : "sell";
      const position = this.#candidate(at, side, (holding) =>
        // A minute after `until`, so that positions that would still be open are discarded.
        Math.min(this.#closingTime(at, holding), until + MINUTE),
      );
      if (!position || position.exit!.time > until) continue;
      last = position;
      if (netOfPosition(position) > 0n === shouldWin) return position;
    }
    return last;
  }

  /** Returns a position that follows the first move of the price after figures were published. */
  enterRelease(release: number, until: number): Position | undefined {
    const { market } = this;
    const [now, soon] = [release, release + MINUTE].map((time) =>
      market.closePriceAt(euro, "buy", time),
    ) as [number, number];
    const time = release + this.#random.integer(1, 8) * SECOND;
    const closed = (holding: number) => Math.min(time + holding, until);
    return this.#candidate(time, soon < now ? "sell" : "buy", closed, euro);
  }

  /** Opens a position whose stop and target are not reached before this time. */
  openUntil({ from, to }: Slot, until: number): void {
    for (let attempt = 0; attempt < 4 * ATTEMPTS; attempt += 1) {
      const time = this.#second(from + this.#random.between(0.1, 0.8) * (to - from));
      const side = this.#random.chance(0.5) ? "buy" : "sell";
      const candidate = this.#candidate(time, side, () => until);
      if (!candidate || candidate.exit!.time < until) continue;
      const { exit: _exit, ...open } = candidate;
      return this.add(open);
    }
  }

  #entryTime(day: number): number {
    return this.#second(this.#random.between(day + SESSION.from, day + LAST_ENTRY));
  }

  #second(time: number): number {
    return Math.floor(time / SECOND) * SECOND;
  }

  /**
   * Returns a position with its exit; `undefined` if the symbol is in use or the risk is too low for the smallest
   * volume.
   */
  #candidate(
    openTime: number,
    side: "buy" | "sell",
    closeBy: (holding: number) => number,
    instrument = this.#random.pick(this.#instruments),
  ): Position | undefined {
    const { style, risk } = this.#plan;
    const [stopShare, reward, holding] = [style.stop, style.reward, style.holding].map(
      ([low, high]) => this.#random.between(low, high),
    ) as [number, number, number];
    if (!this.isFree(instrument, openTime) || !isMarketOpen(instrument, openTime)) return undefined;
    const openPrice = this.market.openPriceAt(instrument, side, openTime);
    const distance = Math.max(
      Math.round(stopShare * instrument.dailyMove * openPrice),
      3 * instrument.spread,
    );
    const volume = this.#volumeFor(instrument, openPrice, distance, risk);
    if (volume < 1) return undefined;
    const direction = side === "buy" ? 1 : -1;
    const position = { instrument, side, volume, openTime, openPrice };
    const levels = {
      stop: openPrice - direction * distance,
      target: openPrice + direction * Math.round(distance * reward),
    };
    return { ...position, exit: exitOf(this.market, position, levels, closeBy(holding)) };
  }

  /** Returns the hundredths of a lot that lose about the risk at the stop. */
  #volumeFor(instrument: Instrument, openPrice: number, distance: number, risk: number): number {
    const lot = { instrument, side: "sell", volume: 100, openPrice } as const;
    const lossOfLot = Number(-profitAt(lot, openPrice + distance)) + instrument.commission;
    return Math.floor((risk * this.#random.between(0.75, 1.15) * 100) / lossOfLot);
  }

  /**
   * Returns when a position is closed: by the end of the session, or during a later session if it is held overnight.
   */
  #closingTime(openTime: number, holding: number): number {
    const left = this.#random.between(0, 16) * MINUTE;
    const end = this.#second(startOfDay(openTime) + SESSION.to - left);
    const planned = this.#second(openTime + holding);
    if (this.#plan.style.isRestless) return planned;
    return this.#plan.style.holdsOvernight ? nextInSession(planned) : Math.min(planned, end);
  }
}
