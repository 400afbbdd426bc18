import type { RuleOf } from "../rules/rules.schema.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import { counted, instantText } from "./findings.rule.ts";
import {
  type Account,
  Limit,
  type LimitState,
  type Moment,
  Objective,
  withoutFloor,
} from "./limit.rule.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import { figureCents } from "../rules/rule-figures.rule.ts";
import { moneyIn } from "../../../platform/money/money.ts";

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

export interface MinTradingDaysState {
  /** Completed days that count. */
  days: number;
  /** Whether the current day has a deal that counts; `profitable` also depends on its net. */
  hasCounted: boolean;
  /** The net of the current day. Cents. */
  net: bigint;
  /** The days on which open trades were opened, by `keyOf` of their positions. */
  openedOn: Record<string, string>;
}

/** A platform may give positions any name, even `__proto__`, which is unsafe as the key of an object. */
const keyOf = (position: string) => `#${position}`;

/** The trader must trade on a number of days. */
export class MinTradingDays extends Objective<RuleOf<"min_trading_days">, MinTradingDaysState> {
  static initialState(): MinTradingDaysState {
    return { days: 0, hasCounted: false, net: 0n, openedOn: {} };
  }

  constructor(
    rule: RuleOf<"min_trading_days">,
    account: Account,
    state = MinTradingDays.initialState(),
  ) {
    super(rule, account, state);
  }

  override play(moment: Moment): void {
    const { deals, net } = moment.instant;
    if (deals.length === 0) return;
    this.state.net += net;
    if (this.#countsNow(moment)) this.state.hasCounted = true;
  }

  #countsNow(moment: Moment): boolean {
    const { counts } = this.rule;
    const { deals } = moment.instant;
    if (counts === "opened") return deals.some(({ entry }) => entry !== "out");
    if (counts === "closed") return deals.some(({ entry }) => entry !== "in");
    return counts !== "opened_and_closed" || this.#closesTradeOfToday(moment);
  }

  #closesTradeOfToday({ instant, day }: Moment): boolean {
    const { openedOn } = this.state;
    let closes = false;
    for (const { position, event } of instant.legs) {
      const key = keyOf(position);
      if (event === "opened") openedOn[key] = day.name;
      else {
        closes ||= openedOn[key] === day.name;
        delete openedOn[key];
      }
    }
    return closes;
  }

  get #countsToday(): boolean {
    if (!this.state.hasCounted) return false;
    return this.rule.counts !== "profitable" || this.state.net >= this.#minimumProfit;
  }

  /** If the rule has none, a day with any profit counts. */
  get #minimumProfit(): bigint {
    const { minimumProfit } = this.rule;
    return minimumProfit === null ? 1n : figureCents(minimumProfit, this.account.initialBalance);
  }

  override endDay(): void {
    if (this.#countsToday) this.state.days += 1;
    this.state.hasCounted = false;
    this.state.net = 0n;
  }

  report() {
    const value = this.state.days + (this.#countsToday ? 1 : 0);
    const target = this.rule.days;
    const missing = Math.max(0, target - value);
    return {
      status: missing === 0 ? ("met" as const) : ("not_met" as const),
      value,
      target,
      missing,
      reachedAt: null,
      reason: `${counted(value, "day")} ${value === 1 ? "counts" : "count"} of ${target}: days ${this.#words()}.`,
    };
  }

  #words(): string {
    const words = {
      opened: "on which a position was opened",
      closed: "on which a position was closed",
      traded: "with a deal",
      opened_and_closed: "on which a trade was opened and closed",
      profitable: `with a profit of at least ${moneyIn(this.account.currency)(this.#minimumProfit)}`,
    };
    return words[this.rule.counts];
  }
}
