import type { RuleOf } from "../rules/rules.schema.ts";
import { formatVolume, parseVolume } from "../../trading/timeline/trading-record.rule.ts";
import { instantText, timeInWords } from "./findings.rule.ts";
import { Limit, type LimitState, withoutFloor } from "./limit.rule.ts";
import { type Account, type Moment, ticketsOf } from "./moment.rule.ts";

/** The sum of open volumes must not exceed a limit. */
export class MaxPosition extends Limit<RuleOf<"max_position">> {
  static initialState(): LimitState {
    return { breach: null };
  }

  constructor(rule: RuleOf<"max_position">, account: Account, state = MaxPosition.initialState()) {
    super(rule, account, state);
  }

  override play({ instant }: Moment): void {
    if (this.state.breach || instant.deals.length === 0) return;
    if (instant.openVolume <= parseVolume(this.rule.volume)) return;
    this.state.breach = {
      at: instantText(instant.time),
      value: formatVolume(instant.openVolume),
      floor: null,
      by: ticketsOf(instant),
    };
  }

  report() {
    const { breach } = this.state;
    const most = formatVolume(parseVolume(this.rule.volume));
    const reason = breach
      ? `${breach.value} lots were open at ${timeInWords(breach.at)}; at most ${most} are allowed.`
      : `No more than ${most} lots were open at once.`;
    return { ...withoutFloor, reason };
  }
}
