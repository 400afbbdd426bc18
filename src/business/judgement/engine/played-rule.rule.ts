import type { Account, Moment } from "./moment.rule.ts";

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
