import type { Account, DayBeginning, Moment } from "./moment.rule.ts";
import type { LimitRule, ObjectiveRule } from "../rules/rules.schema.ts";
import type { Breach, LimitVerdict, ObjectiveVerdict, VerdictFinding } from "./verdict.schema.ts";

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
