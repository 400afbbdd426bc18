import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import type { TradingDay } from "../timeline/trading-day.rule.ts";
import type { Instant, Observation } from "../timeline/timeline.rule.ts";
import { instantText } from "./findings.rule.ts";
import type { LimitRule, ObjectiveRule } from "../rules/rules.schema.ts";
import type { Breach, LimitVerdict, ObjectiveVerdict, VerdictFinding } from "./verdict.schema.ts";

/** The properties of an account that rules refer to. */
export interface Account {
  currency: string;
  /** Cents. */
  initialBalance: bigint;
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

/**
 * A rule while the records of a stage are played. Only `state` changes, and it contains everything needed to
 * continue.
 */
export abstract class PlayedRule<Rule, State extends object> {
  readonly rule: Rule;
  readonly account: Account;
  readonly state: State;

  constructor(rule: Rule, account: Account, state: State) {
    this.rule = rule;
    this.account = account;
    this.state = state;
  }

  /** @param _start when the stage begins */
  begin(_start: number): void {}

  /** @param _at the start of the next day @param _closingBalance before the records of that instant */
  endDay(_at: number, _closingBalance: bigint): void {}

  play(_moment: Moment): void {}
}

/**
 * An objective while the records of a stage are played. Only instants with deals are played, because nothing else
 * counts.
 */
export abstract class Objective<
  Rule extends ObjectiveRule = ObjectiveRule,
  State extends object = object,
> extends PlayedRule<Rule, State> {
  abstract report(): Omit<ObjectiveVerdict, "kind" | "index">;
}

/** The state that all limits have. */
export interface LimitState {
  /** The first breach, which is never replaced. */
  breach: Breach | null;
}

/** A limit while the records of a stage are played. */
export abstract class Limit<
  Rule extends LimitRule = LimitRule,
  State extends LimitState = LimitState,
> extends PlayedRule<Rule, State> {
  beginDay(_beginning: DayBeginning): void {}

  /** The next time at which this limit can be broken without a record; infinite if there is none. */
  dueAfter(_time: number, _isFlat: boolean): number {
    return Number.POSITIVE_INFINITY;
  }

  /** @param _time as `dueAfter` returned it, after the records of that instant */
  passTime(_time: number): void {}

  /** Whether a reference was unknown, so that it cannot be determined whether the limit was kept. */
  get isUndetermined(): boolean {
    return false;
  }

  findings(): Pick<VerdictFinding, "code" | "message" | "at">[] {
    return [];
  }

  abstract report(): Omit<LimitVerdict, "kind" | "index" | "status" | "breach">;
}

/** A limit that compares no value with a floor. */
export const withoutFloor = {
  floor: null,
  value: null,
  room: null,
  resetsAt: null,
  tightest: null,
} as const;
