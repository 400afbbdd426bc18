import type { TradingStyle } from "./trading-style.ts";

/** What an account must come to, and how. Amounts are cents. */
export interface TradingPlan {
  style: TradingStyle;
  initialBalance: bigint;
  /** The profit at the end. */
  result: number;
  /** The profit at which the days before the last one should arrive. */
  aim: number;
  /** What one trade may lose. */
  risk: number;
  dailyLimit: number;
  overallLimit: number;
  ending: Ending;
  openPositions: number;
}

/** The last day of a breached account exceeds the daily or the overall limit; no other day does. */
export type Ending = "within-limits" | "daily-loss" | "overall-loss";
