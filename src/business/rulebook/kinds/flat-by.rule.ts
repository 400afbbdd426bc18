import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import { tradingDays } from "../timeline/trading-day.rule.ts";
import { consequence, timeOfDay } from "./parts/field.rule.ts";
import { limitKind, type RuleOfKind } from "./parts/kind.rule.ts";
import { Limit, type LimitState, withoutFloor, type ZonedAccount } from "./parts/limit.rule.ts";

export const flatBy = limitKind({
  kind: "flat_by",
  name: "Flat by",
  fields: {
    time: timeOfDay({
      label: "Time",
      hint: "In the zone of the trading day.",
      initial: "15:10",
    }),
    consequence,
  },
  words: ({ time }, { day }) =>
    `No position may be open at ${time} in ${day.timeZone}, on any day.`,
});

type FlatByRule = RuleOfKind<typeof flatBy>;

/** No position may be open at a given local time of any day. */
export class FlatBy extends Limit<FlatByRule> {
  static initialState(): LimitState {
    return { breach: null };
  }

  readonly #timeZone: string;
  /** Days that begin at the time of the rule. */
  readonly #dayAt: ReturnType<typeof tradingDays>;

  constructor(rule: FlatByRule, account: ZonedAccount, state = FlatBy.initialState()) {
    super(rule, account, state);
    this.#timeZone = account.timeZone;
    this.#dayAt = tradingDays({ timeZone: account.timeZone, startsAt: rule.time });
  }

  override dueAfter(time: number, isFlat: boolean): number {
    return this.state.breach || isFlat ? Number.POSITIVE_INFINITY : this.#dayAt(time).to;
  }

  override passTime(time: number): void {
    this.breach(time, { value: null, floor: null, by: [] });
  }

  report() {
    const breach = this.state.breach ?? this.state.waived;
    const when = `${this.rule.time} in ${this.#timeZone}`;
    const reason = breach
      ? `A position was open at ${timeInWords(breach.at)}; all must be closed by ${when}.`
      : `No position was open at ${when}.`;
    return { ...withoutFloor, reason };
  }
}
