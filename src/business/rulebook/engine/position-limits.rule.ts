import { figureCents } from "../rules/rule-figures.rule.ts";
import type { RuleOf } from "../rules/rules.schema.ts";
import { FloorLimit, type FloorState, initialFloorState } from "./floor.rule.ts";
import {
  type Account,
  Limit,
  type LimitState,
  type Moment,
  ticketsOf,
  withoutFloor,
} from "./limit.rule.ts";
import { formatVolume, parseVolume } from "../timeline/trading-record.rule.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import { instantText } from "./findings.rule.ts";
import { tradingDays } from "../timeline/trading-day.rule.ts";

/**
 * Open positions together must not lose more than a limit: equity minus the balance is compared with the negative
 * limit.
 */
export class OpenLoss extends FloorLimit<RuleOf<"open_loss">> {
  override readonly floor: bigint;

  static initialState(): FloorState {
    return { ...initialFloorState };
  }

  constructor(rule: RuleOf<"open_loss">, account: Account, state = OpenLoss.initialState()) {
    super(rule, account, state);
    this.floor = -figureCents(rule.limit, account.initialBalance);
  }

  override play(moment: Moment): void {
    const { balance } = moment.instant;
    const open = moment.equity.map(({ value, source }) => ({ value: value - balance, source }));
    this.compareAll(open, moment);
  }

  protected override get subject(): string {
    return "The result of open positions";
  }

  report() {
    return this.reportFloor(null, null);
  }
}

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
