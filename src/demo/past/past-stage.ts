import { DAY, HOUR, MINUTE, SECOND } from "../../platform/time/durations.rule.ts";
import { instruments, isWeekday, type Market, startOfDay } from "../trading/market.ts";
import { netOfPosition, type Position, profitAt } from "../trading/position.ts";
import type { Random } from "../trading/random.ts";

/** How a stage of the past ended. `left`: its trader stopped before any rule decided. */
export type PastOutcome = "passed" | "daily-loss" | "overall-loss" | "left";

/** What is to be traded in a stage of the past. */
export interface PastPlan {
  outcome: PastOutcome;
  /** The size of the account in whole dollars. */
  size: number;
  /** Milliseconds since 1970 UTC. */
  startedAt: number;
  /** No position is opened later, so a stage that ends by a rule ends before. */
  until: number;
  /** Percent of the size: the profit at which a stage passes or is left. */
  target: number;
  /** Within how many days with trades a stage is left, or comes to the day that exceeds the daily limit. */
  days: readonly [fewest: number, most: number];
}

/** The usual limits of the firm, in percent of the size. */
const DAILY = 5;
const OVERALL = 10;

/** The rules ask for as many days with trades. */
const FEWEST_DAYS = 4;
/** More than any plan needs. */
const MOST_DAYS = 60;

const traded = instruments.filter(({ symbol }) => symbol === "EURUSD" || symbol === "XAUUSD");

/**
 * Trades a stage of the past coarsely: a few positions of at most fifty minutes, one after the other, so that each of them
 * counts as observed without any snapshot.
 * @returns `undefined` if the plan cannot be reached in time
 */
export function tradePast(market: Market, random: Random, plan: PastPlan): Position[] | undefined {
  const trader = new PastTrader(market, random, plan);
  let day = startOfDay(plan.startedAt) + DAY;
  for (let count = 1; count <= MOST_DAYS && day + DAY < plan.until; day += DAY) {
    if (!isWeekday(day) || random.chance(0.3)) continue;
    if (trader.tradeDay(day, count)) return trader.positions;
    count += 1;
  }
  return undefined;
}

class PastTrader {
  readonly positions: Position[] = [];
  readonly #market: Market;
  readonly #random: Random;
  readonly #plan: PastPlan;
  /** Cents won or lost since the start. */
  #result = 0;
  readonly #days: number;

  constructor(market: Market, random: Random, plan: PastPlan) {
    this.#market = market;
    this.#random = random;
    this.#plan = plan;
    this.#days = random.integer(...plan.days);
  }

  /** @returns whether the stage is over */
  tradeDay(day: number, count: number): boolean {
    const { outcome, target } = this.#plan;
    if (outcome === "daily-loss") {
      if (count <= this.#days) return this.#tradeQuietly(day);
      return this.#loseAtLeast(day, DAILY);
    }
    if (outcome === "overall-loss") {
      // The last day takes the rest, which is less than the daily limit.
      const rest = OVERALL - this.#lostPercent();
      if (rest < 2.5) return this.#loseAtLeast(day, rest);
      this.#tradeFor(day, 0, -this.#random.between(1.4, 2.2));
      return false;
    }
    const isGood = this.#random.chance(0.78);
    // Who leaves has traded with less.
    const factor = outcome === "left" ? 0.4 : 1;
    const won = isGood ? this.#random.between(1, 2) : -this.#random.between(0.4, 0.9);
    this.#tradeFor(day, 0, factor * won);
    if (outcome === "left") return count >= this.#days;
    return count >= FEWEST_DAYS && this.#result > this.#share(target);
  }

  /** Loses a little, so that the account never had a profit when it exceeds the daily limit. */
  #tradeQuietly(day: number): false {
    const isAhead = this.#result > -this.#share(0.8);
    this.#tradeFor(
      day,
      0,
      isAhead ? -this.#random.between(0.3, 0.9) : this.#random.between(0.2, 0.5),
    );
    return false;
  }

  /** @returns whether the loss was reached within the day */
  #loseAtLeast(day: number, percent: number): boolean {
    const before = this.#result;
    for (let number = 0; number < 7; number += 1) {
      const missing = percent - this.#percentOf(before - this.#result);
      if (missing < 0) return true;
      this.#tradeFor(day, number, -Math.min(missing + 0.15, this.#random.between(1.5, 2.4)));
    }
    return this.#percentOf(before - this.#result) > percent;
  }

  /** Opens and closes one position that brings about a share of the size, in percent. */
  #tradeFor(day: number, number: number, percent: number): void {
    const wanted = this.#share(percent);
    const opening = day + (8 + 1.5 * number) * HOUR;
    const candidates = Array.from({ length: 4 }, () => this.#findPosition(opening, wanted));
    // The one with the largest move needs the smallest volume.
    const [best] = candidates.toSorted((one, other) => one.volume - other.volume);
    this.positions.push(best!);
    this.#result += Number(netOfPosition(best!));
  }

  #findPosition(opening: number, wanted: number): Position {
    const instrument = this.#random.pick(traded);
    const openTime = wholeSecond(opening + this.#random.between(0, 35) * MINUTE);
    const time = wholeSecond(openTime + this.#random.between(12, 50) * MINUTE);
    const isRising =
      this.#market.bidAt(instrument, time) > this.#market.bidAt(instrument, openTime);
    const side = isRising === wanted > 0 ? "buy" : "sell";
    const openPrice = this.#market.openPriceAt(instrument, side, openTime);
    const exit = { time, price: this.#market.closePriceAt(instrument, side, time) };
    const ofLot = Number(profitAt({ instrument, side, volume: 100, openPrice }, exit.price));
    const net = ofLot - instrument.commission;
    // A move that the spread or the commission eats up would need an endless volume.
    const volume =
      Math.sign(net) === Math.sign(wanted)
        ? Math.ceil((100 * wanted) / net)
        : Number.MAX_SAFE_INTEGER;
    return { instrument, side, volume: Math.min(volume, MOST_VOLUME), openTime, openPrice, exit };
  }

  #share(percent: number): number {
    return this.#plan.size * percent;
  }

  #percentOf(cents: number): number {
    return cents / this.#plan.size;
  }

  #lostPercent(): number {
    return this.#percentOf(-this.#result);
  }
}

/** In hundredths of a lot. */
const MOST_VOLUME = 20_000;

const wholeSecond = (time: number) => Math.floor(time / SECOND) * SECOND;
