import { formatDecimal, moneyIn } from "../../../platform/money/money.ts";
import { figureCents } from "../rules/rule-figures.rule.ts";
import type { RuleOf } from "../rules/rules.schema.ts";
import { instantText, timeInWords } from "./findings.rule.ts";
import type { Account, Moment } from "./moment.rule.ts";
import { Objective } from "./limit.rule.ts";

export interface ProfitTargetState {
  /** The balance minus the initial balance and later operations. Cents. */
  profit: bigint;
  isFlat: boolean;
  /** The first instant with the target's profit and no open position. */
  reachedAt: number | null;
}

/** The target is met while the profit is at or above it and no position is open. */
export class ProfitTarget extends Objective<RuleOf<"profit_target">, ProfitTargetState> {
  /** Cents. */
  readonly #target: bigint;

  static initialState(): ProfitTargetState {
    return { profit: 0n, isFlat: true, reachedAt: null };
  }

  constructor(
    rule: RuleOf<"profit_target">,
    account: Account,
    state = ProfitTarget.initialState(),
  ) {
    super(rule, account, state);
    this.#target = figureCents(rule.target, account.initialBalance);
  }

  get #isMet(): boolean {
    return this.state.isFlat && this.state.profit >= this.#target;
  }

  override begin(start: number): void {
    if (this.#isMet) this.state.reachedAt = start;
  }

  override play({ instant: { time, net, isFlat } }: Moment): void {
    this.state.profit += net;
    this.state.isFlat = isFlat;
    if (this.#isMet) this.state.reachedAt ??= time;
    // A target of nothing counts as reached at the start, unless the deals of that very instant undo it.
    else if (this.state.reachedAt === time) this.state.reachedAt = null;
  }

  report() {
    const { profit, reachedAt } = this.state;
    const missing = profit >= this.#target ? 0n : this.#target - profit;
    return {
      status: this.#isMet ? ("met" as const) : ("not_met" as const),
      value: formatDecimal(profit),
      target: formatDecimal(this.#target),
      missing: formatDecimal(missing),
      reachedAt: reachedAt === null ? null : instantText(reachedAt),
      reason: this.#reason(missing),
    };
  }

  #reason(missing: bigint): string {
    const { profit, reachedAt } = this.state;
    const words = moneyIn(this.account.currency);
    const earned = `The profit is ${words(profit)} of ${words(this.#target)}`;
    if (missing > 0n) return `${earned}; ${words(missing)} is missing.`;
    if (!this.#isMet) return `${earned}; it counts once every position is closed.`;
    return `${earned}, first reached at ${timeInWords(reachedAt!)}.`;
  }
}
