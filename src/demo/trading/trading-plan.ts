import { HOUR, MINUTE } from "../../platform/time/durations.rule.ts";
import type { DemoSnapshot } from "./position.ts";
import { startOfDay } from "./market.ts";

/** The planned result of an account, and how it is reached. Amounts are in cents. */
export interface TradingPlan {
  style: TradingStyle;
  initialBalance: bigint;
  /** The profit at the end. */
  result: number;
  /** The profit to be reached before the last day. */
  aim: number;
  /** The amount that one trade may lose. */
  risk: number;
  dailyLimit: number;
  overallLimit: number;
  ending: Ending;
  openPositions: number;
}

/** The last day of a breached account exceeds the daily or the overall limit; no other day does. */
export type Ending = "within-limits" | "daily-loss" | "overall-loss";

/** How a trader trades. Distances are shares of an instrument's daily move, sizes shares of the balance. */
interface TradingStyle {
  tradesPerDay: number;
  /** Risked by one trade, as a share of the initial balance. */
  risk: number;
  stop: readonly [low: number, high: number];
  /** The distance of the target, as a multiple of that of the stop. */
  reward: readonly [low: number, high: number];
  /** Milliseconds after which a position is closed at the price of that moment. */
  holding: readonly [low: number, high: number];
  /** Otherwise positions are closed before the session ends. */
  holdsOvernight?: true;
  /** Trades at any hour, also at night. */
  isRestless?: true;
  /** Opens a position in the seconds after figures are published, as many do. */
  tradesReleases?: true;
  symbols: readonly string[];
}

const scalper: TradingStyle = {
  tradesPerDay: 3.3,
  risk: 0.0025,
  stop: [0.14, 0.24],
  reward: [0.9, 1.5],
  holding: [6 * MINUTE, 45 * MINUTE],
  tradesReleases: true,
  symbols: ["EURUSD", "GBPUSD", "XAUUSD", "NAS100"],
};

const dayTrader: TradingStyle = {
  tradesPerDay: 2.4,
  risk: 0.005,
  stop: [0.28, 0.5],
  reward: [1, 2.2],
  holding: [50 * MINUTE, 6 * HOUR],
  tradesReleases: true,
  symbols: ["EURUSD", "GBPUSD", "USDJPY", "XAUUSD", "US30", "NAS100"],
};

const swingTrader: TradingStyle = {
  tradesPerDay: 1.1,
  risk: 0.006,
  stop: [0.7, 1.2],
  reward: [1.2, 2.5],
  holding: [20 * HOUR, 100 * HOUR],
  holdsOvernight: true,
  symbols: ["EURUSD", "USDJPY", "XAUUSD", "US30", "BTCUSD"],
};

/** A program that trades automatically, many times a day and with small positions. */
const expertAdvisor: TradingStyle = {
  tradesPerDay: 56,
  risk: 0.0007,
  stop: [0.12, 0.2],
  reward: [0.8, 1.4],
  holding: [3 * MINUTE, 18 * MINUTE],
  symbols: ["EURUSD", "GBPUSD", "USDJPY", "XAUUSD", "NAS100"],
};

/** How everyone trades while the simulator runs: in minutes, so that it can be watched. */
export const liveTrader: TradingStyle = {
  tradesPerDay: 200,
  risk: 0.001,
  stop: [0.04, 0.08],
  reward: [0.8, 1.6],
  holding: [2 * MINUTE, 8 * MINUTE],
  isRestless: true,
  symbols: ["EURUSD", "GBPUSD", "USDJPY", "XAUUSD", "US30", "NAS100", "BTCUSD"],
};

/** The account with the longest statement; a rule forbids it to trade the news. */
export const EXPERT_ADVISOR_LOGIN = 5_002_020;

/** Returns the style of an account, which depends on its login. */
export function styleOf(login: number): TradingStyle {
  if (login === EXPERT_ADVISOR_LOGIN) return expertAdvisor;
  if (login % 8 === 3) return swingTrader;
  return login % 3 === 1 ? scalper : dayTrader;
}

/** Losses of one day in cents; positive numbers. */
interface DayLoss {
  /** Loss of equity since the start of the day. */
  ofDay: number;
  /** Loss of equity since the funding. */
  overall: number;
  /** Loss of the balance from the start to the end of the day. */
  closed: number;
}

/** The share of each limit within which accounts stay until the day of a breach. */
const MARGIN = 0.9;

/** Returns whether the last day of a breached account exceeds the limit, and no other day does. */
export function endsAsPlanned(plan: TradingPlan, snapshots: readonly DemoSnapshot[]): boolean {
  const { ending, result, dailyLimit, overallLimit, initialBalance } = plan;
  const losses = lossesByDay(snapshots, initialBalance);
  const last = losses.at(-1);
  const isWithin = ({ ofDay, overall }: DayLoss) =>
    ofDay < MARGIN * dailyLimit && overall < MARGIN * overallLimit;
  if (!last || !losses.slice(0, -1).every(isWithin)) return false;
  if (ending === "daily-loss") return last.closed > dailyLimit && last.overall < overallLimit;
  if (ending === "overall-loss") return -result > overallLimit && last.ofDay < dailyLimit;
  return isWithin(last);
}

function lossesByDay(snapshots: readonly DemoSnapshot[], initialBalance: bigint): DayLoss[] {
  let opening = initialBalance;
  const losses: DayLoss[] = [];
  for (const ofDay of Map.groupBy(snapshots, ({ time }) => startOfDay(time)).values()) {
    const lowest = ofDay.reduce((low, { equity }) => (equity < low ? equity : low), opening);
    const closing = ofDay.at(-1)!.balance;
    losses.push({
      ofDay: Number(opening - lowest),
      overall: Number(initialBalance - lowest),
      closed: Number(opening - closing),
    });
    opening = closing;
  }
  return losses;
}
