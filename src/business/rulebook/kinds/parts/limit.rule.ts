import { compareText } from "../../../../platform/fields/compare-text.rule.ts";
import type { TradingDay } from "../../timeline/trading-day.rule.ts";
import type { Instant, Observation } from "../../timeline/timeline.rule.ts";
import type { consequence, ValueOf } from "./field.rule.ts";
import type { Breach, LimitFinding, LimitReport, ObjectiveReport } from "./report.schema.ts";

/** The properties of an account that rules refer to. */
export interface Account {
  currency: string;
  /** Cents. */
  initialBalance: bigint;
}

/** An account with the zone of its trading day, in which times of rules are. */
export interface ZonedAccount extends Account {
  timeZone: string;
}

/** An account as objectives see it. */
export interface ObjectiveAccount extends Account {
  /** The greatest target of the objectives about the profit, in cents; `null` without one. */
  profitTarget: bigint | null;
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

/** Formats a time as in a verdict. */
export function instantText(time: number | string): string {
  return new Date(time).toISOString();
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
  Rule extends { kind: string } = { kind: string },
  State extends object = object,
> extends PlayedRule<Rule, State> {
  abstract report(): ObjectiveReport;
}

/** What all limits say. */
export interface AnyLimit {
  kind: string;
  consequence: ValueOf<typeof consequence>;
}

/** The state that all limits have. */
export interface LimitState {
  /** The first breach that was not set aside; never replaced. */
  breach: Breach | null;
  /** The last breach that was set aside; absent without one. */
  waived?: Breach;
  /** Whether a breach that was set aside still covers those that follow it. */
  isCovered?: true;
}

/** A limit while the records of a stage are played. */
export abstract class Limit<
  Rule extends AnyLimit = AnyLimit,
  State extends LimitState = LimitState,
> extends PlayedRule<Rule, State> {
  /** The times of breaches that people have set aside, as in a verdict. */
  waivedTimes: ReadonlySet<string> = new Set();

  /**
   * Records a breach. One that was set aside does not count, nor do those that follow it, until `endCover`.
   * @returns whether it counts
   */
  protected breach(at: number, { value, floor, by }: Omit<Breach, "at" | "waived">): boolean {
    const state: LimitState = this.state;
    if (state.isCovered) return false;
    const breach = { at: instantText(at), value, floor, by };
    if (this.waivedTimes.has(breach.at)) {
      state.waived = { ...breach, waived: true };
      state.isCovered = true;
      return false;
    }
    state.breach ??= breach;
    return true;
  }

  /** Whether a breach stands and none was set aside, so that further ones change nothing. */
  protected get isSettled(): boolean {
    return this.state.breach !== null && this.waivedTimes.size === 0;
  }

  /** Must be called after a comparison that is no breach, and before anything is compared in another trading day. */
  endCover(): void {
    const state: LimitState = this.state;
    if (state.isCovered) delete state.isCovered;
  }

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

  findings(): LimitFinding[] {
    return [];
  }

  abstract report(): LimitReport;
}

/** A limit that compares no value with a floor. */
export const withoutFloor = {
  floor: null,
  value: null,
  room: null,
  resetsAt: null,
  tightest: null,
} as const;
