import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import { formatVolume, parseVolume } from "../timeline/trading-record.rule.ts";
import { consequence, volume } from "./parts/field.rule.ts";
import { limitKind, type RuleOfKind } from "./parts/kind.rule.ts";
import {
  type Account,
  Limit,
  type LimitState,
  type Moment,
  ticketsOf,
  withoutFloor,
} from "./parts/limit.rule.ts";

export const maxPosition = limitKind({
  kind: "max_position",
  name: "Largest position",
  fields: { volume: volume({ label: "Lots" }), consequence },
  words: (rule) => `Open positions must not exceed ${rule.volume} lots in total.`,
  warnings: (rule) =>
    /[1-9]/.test(rule.volume)
      ? []
      : ["Largest position: a volume of 0 makes every open position a breach."],
});

type MaxPositionRule = RuleOfKind<typeof maxPosition>;

/** The sum of open volumes must not exceed a limit. */
export class MaxPosition extends Limit<MaxPositionRule> {
  static initialState(): LimitState {
    return { breach: null };
  }

  constructor(rule: MaxPositionRule, account: Account, state = MaxPosition.initialState()) {
    super(rule, account, state);
  }

  override play({ instant }: Moment): void {
    if (this.state.breach || instant.deals.length === 0) return;
    if (instant.openVolume <= parseVolume(this.rule.volume)) {
      this.endCover();
      return;
    }
    const value = formatVolume(instant.openVolume);
    this.breach(instant.time, { value, floor: null, by: ticketsOf(instant) });
  }

  report() {
    const breach = this.state.breach ?? this.state.waived;
    const most = formatVolume(parseVolume(this.rule.volume));
    const reason = breach
      ? `${breach.value} lots were open at ${timeInWords(breach.at)}; at most ${most} are allowed.`
      : `No more than ${most} lots were open at once.`;
    return { ...withoutFloor, reason };
  }
}
