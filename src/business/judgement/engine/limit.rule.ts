import type { LimitRule } from "../rules/rules.schema.ts";
import type { DayBeginning } from "./moment.rule.ts";
import { PlayedRule } from "./played-rule.rule.ts";
import type { Breach, LimitVerdict, VerdictFinding } from "./verdict.schema.ts";

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
