import { tradingDays } from "../../../platform/time/trading-day.rule.ts";
import type { RuleOf } from "../rules/rules.schema.ts";
import { instantText, timeInWords } from "./findings.rule.ts";
import { Limit, type LimitState, withoutFloor } from "./limit.rule.ts";
import type { Account } from "./moment.rule.ts";

/** No position may be open at a given local time of any day. */
export class FlatBy extends Limit<RuleOf<"flat_by">> {
  static initialState(): LimitState {
    return { breach: null };
  }

  readonly #timeZone: string;
  /** Days that begin at the time of the rule. */
  readonly #dayAt: ReturnType<typeof tradingDays>;

  constructor(
    rule: RuleOf<"flat_by">,
    account: Account & { timeZone: string },
    state = FlatBy.initialState(),
  ) {
    super(rule, account, state);
    this.#timeZone = account.timeZone;
    this.#dayAt = tradingDays({ timeZone: account.timeZone, startsAt: rule.time });
  }

  override dueAfter(time: number, isFlat: boolean): number {
    return this.state.breach || isFlat ? Number.POSITIVE_INFINITY : this.#dayAt(time).to;
  }

  override passTime(time: number): void {
    this.state.breach ??= { at: instantText(time), value: null, floor: null, by: [] };
  }

  report() {
    const { breach } = this.state;
    const when = `${this.rule.time} in ${this.#timeZone}`;
    const reason = breach
      ? `A position was open at ${timeInWords(breach.at)}; all must be closed by ${when}.`
      : `No position was open at ${when}.`;
    return { ...withoutFloor, reason };
  }
}
