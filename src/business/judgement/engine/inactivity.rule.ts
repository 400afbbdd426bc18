import type { RuleOf } from "../rules/rules.schema.ts";
import { counted, instantText, timeInWords } from "./findings.rule.ts";
import { type Account, Limit, type LimitState, type Moment, withoutFloor } from "./limit.rule.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";

export interface InactivityState extends LimitState {
  /** The time of the last deal that counts, or of the start. */
  last: number | null;
}

/** A deal must follow the previous one, or the start, within a given number of 24-hour days. */
export class Inactivity extends Limit<RuleOf<"inactivity">, InactivityState> {
  static initialState(): InactivityState {
    return { breach: null, last: null };
  }

  constructor(rule: RuleOf<"inactivity">, account: Account, state = Inactivity.initialState()) {
    super(rule, account, state);
  }

  override begin(start: number): void {
    this.state.last = start;
  }

  override play({ instant: { time, deals } }: Moment): void {
    const isActive =
      this.rule.counts === "opened" ? deals.some(({ entry }) => entry !== "out") : deals.length > 0;
    if (isActive) this.state.last = time;
  }

  override dueAfter(): number {
    const { breach, last } = this.state;
    if (breach || last === null) return Number.POSITIVE_INFINITY;
    return last + this.rule.days * DAY;
  }

  override passTime(time: number): void {
    // A deal at this very instant is in time.
    if (time < this.dueAfter()) return;
    this.state.breach ??= { at: instantText(time), value: null, floor: null, by: [] };
  }

  report() {
    const { breach, last } = this.state;
    const { days, counts } = this.rule;
    const noun = counts === "opened" ? "position was opened" : "deal was made";
    const since = last === null ? "" : ` after ${timeInWords(last)}`;
    const reason = breach
      ? `No ${noun} within ${counted(days, "day")}${since}.`
      : last === null
        ? `A deal is due within ${counted(days, "day")}.`
        : `The next one is due by ${timeInWords(last + days * DAY)}.`;
    return { ...withoutFloor, reason };
  }
}
