import type { LimitRule } from "../rules/rules.schema.ts";
import type { Account, DayBeginning, Moment } from "./moment.rule.ts";
import type { Breach, LimitVerdict, VerdictFinding } from "./verdict.schema.ts";

/** What every limit remembers. */
export interface LimitState {
  /** The first breach, which stays. */
  breach: Breach | null;
}

/** A limit while the records of a stage are played. Only `state` changes, and it holds all that matters. */
export abstract class Limit<
  Rule extends LimitRule = LimitRule,
  State extends LimitState = LimitState,
> {
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

  beginDay(_beginning: DayBeginning): void {}

  /** @param _at the start of the next day @param _closingBalance before the records of that instant */
  endDay(_at: number, _closingBalance: bigint): void {}

  play(_moment: Moment): void {}

  /** The next time at which this limit can be broken without a record; infinite if there is none. */
  dueAfter(_time: number, _isFlat: boolean): number {
    return Number.POSITIVE_INFINITY;
  }

  /** @param _time as `dueAfter` returned it, after the records of that instant */
  passTime(_time: number): void {}

  /** Whether a reference was unknown, so that it cannot be said if the limit was kept. */
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
