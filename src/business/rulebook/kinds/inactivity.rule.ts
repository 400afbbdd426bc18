import { DAY } from "../../../platform/time/durations.rule.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import { choice, consequence, days } from "./parts/field.rule.ts";
import { counted, dayCount } from "./parts/figures.rule.ts";
import { limitKind, type RuleOfKind } from "./parts/kind.rule.ts";
import {
  type Account,
  Limit,
  type LimitState,
  type Moment,
  withoutFloor,
} from "./parts/limit.rule.ts";

export const inactivity = limitKind({
  kind: "inactivity",
  name: "Inactivity",
  fields: {
    days: days({ label: "Days" }),
    counts: choice(
      { label: "Counts", changed: "counted by" },
      {
        deals: { label: "Any deal", changed: "any deal" },
        opened: { label: "Opened positions", changed: "positions opened" },
      },
    ),
    consequence,
  },
  words(rule) {
    const act = rule.counts === "opened" ? "open a position" : "open or close a position";
    return `The trader must ${act} at least once in every ${dayCount(rule.days)} of 24 hours.`;
  },
  warnings: (rule) =>
    rule.days > 0 ? [] : ["Inactivity: a period of 0 days is over as soon as the stage starts."],
});

type InactivityRule = RuleOfKind<typeof inactivity>;

export interface InactivityState extends LimitState {
  /** The time of the last deal that counts, or of the start. */
  last: number | null;
}

/** A deal must follow the previous one, or the start, within a given number of 24-hour days. */
export class Inactivity extends Limit<InactivityRule, InactivityState> {
  static initialState(): InactivityState {
    return { breach: null, last: null };
  }

  constructor(rule: InactivityRule, account: Account, state = Inactivity.initialState()) {
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
    return breach || last === null ? Number.POSITIVE_INFINITY : last + this.#period;
  }

  /** After a breach that was set aside, even a period of 0 days takes one, so that it does not end at once again. */
  get #period(): number {
    const { days: most } = this.rule;
    return (this.state.waived ? Math.max(most, 1) : most) * DAY;
  }

  override passTime(time: number): void {
    // A deal at this very instant is in time.
    if (time < this.dueAfter()) return;
    if (this.breach(time, { value: null, floor: null, by: [] })) return;
    // It counts anew from a breach that was set aside, which covers nothing else.
    this.state.last = time;
    this.endCover();
  }

  report() {
    const { breach, last } = this.state;
    const { days: most, counts } = this.rule;
    const noun = counts === "opened" ? "position was opened" : "deal was made";
    const since = last === null ? "" : ` after ${timeInWords(last)}`;
    const reason = breach
      ? `No ${noun} within ${counted(most, "day")}${since}.`
      : last === null
        ? `A deal is due within ${counted(most, "day")}.`
        : `The next one is due by ${timeInWords(last + this.#period)}.`;
    return { ...withoutFloor, reason };
  }
}
