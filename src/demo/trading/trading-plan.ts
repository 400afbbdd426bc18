import type { TradingStyle } from "./trading-style.ts";

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
