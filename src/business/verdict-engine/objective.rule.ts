import type { ObjectiveRule } from "../rules/rules.schema.ts";
import type { Account, Moment } from "./moment.rule.ts";
import type { ObjectiveVerdict } from "./verdict.schema.ts";

/** An objective while the records of a stage are played. Only `state` changes, and it holds all that matters. */
export abstract class Objective<
  Rule extends ObjectiveRule = ObjectiveRule,
  State extends object = object,
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

  endDay(): void {}

  play(_moment: Moment): void {}

  abstract report(): Omit<ObjectiveVerdict, "kind" | "index">;
}
