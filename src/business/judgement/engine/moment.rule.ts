import { compareText } from "../../../platform/lib/compare-text.rule.ts";
import type { TradingDay } from "../../../platform/time/trading-day.rule.ts";
import type { Instant } from "../../trading/timeline/timeline.rule.ts";
import { instantText } from "./findings.rule.ts";

/** The properties of an account that rules refer to. */
export interface Account {
  currency: string;
  /** Cents. */
  initialBalance: bigint;
}

/** A value that limits are compared with, and its source. Cents. */
export interface Observation {
  value: bigint;
  source: "booking" | "snapshot";
}

/** One instant as the rules see it, with the trading day it belongs to. */
export interface Moment {
  instant: Instant;
  day: TradingDay;
  /** Observed equity, in the order within the instant. */
  equity: Observation[];
  /** The balance, if a deal or an operation other than the funding could have moved it. */
  balance: Observation[];
}

/** The start of a trading day. */
export interface DayBeginning {
  day: TradingDay;
  /** Whether the stage begins with this day. */
  isFirst: boolean;
  /** The balance just before the day starts. */
  balance: bigint;
  isFlat: boolean;
  /** The equity of the latest snapshot up to and including the start, if it is recent enough. */
  snapshotEquity: bigint | null;
}

/** Returns the sources of an observation: the tickets of its instant, sorted as text, or the time of the snapshot. */
export function sourcesOf({ time, deals, operations }: Instant, source: Observation["source"]) {
  if (source === "snapshot") return [instantText(time)];
  return ticketsOf({ deals, operations });
}

export function ticketsOf({ deals, operations }: Pick<Instant, "deals" | "operations">): string[] {
  return [...deals, ...operations].map(({ ticket }) => ticket).toSorted(compareText);
}
