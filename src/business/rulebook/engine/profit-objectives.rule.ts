import { formatDecimal, moneyIn } from "../../../platform/money/money.ts";
import { figureCents, percentHundredths } from "../rules/rule-figures.rule.ts";
import type { RuleOf } from "../rules/rules.schema.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import { instantText } from "./findings.rule.ts";
import { type Account, type Moment, Objective } from "./limit.rule.ts";

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

export interface ConsistencyState {
  profit: bigint;
  /** The best net of a completed day. Cents. */
  best: bigint;
  /** The net of the current day. */
  net: bigint;
}

/** No day may contribute more than a given share of the profit. */
export class Consistency extends Objective<RuleOf<"consistency">, ConsistencyState> {
  static initialState(): ConsistencyState {
    return { profit: 0n, best: 0n, net: 0n };
  }

  constructor(rule: RuleOf<"consistency">, account: Account, state = Consistency.initialState()) {
    super(rule, account, state);
  }

  override play({ instant: { net } }: Moment): void {
    this.state.profit += net;
    this.state.net += net;
  }

  override endDay(): void {
    this.state.best = this.#best;
    this.state.net = 0n;
  }

  get #best(): bigint {
    const { best, net } = this.state;
    return net > best ? net : best;
  }

  report() {
    const { profit } = this.state;
    const most = percentHundredths(this.rule.bestDayAtMostPercent);
    // Hundredths of a percent, rounded up. If there is a profit, the best day is above 0.
    const share = profit > 0n ? (this.#best * 10_000n + profit - 1n) / profit : null;
    const missing = share === null ? null : share > most ? share - most : 0n;
    return {
      status: missing === 0n ? ("met" as const) : ("not_met" as const),
      value: share === null ? null : formatDecimal(share),
      target: formatDecimal(most),
      missing: missing === null ? null : formatDecimal(missing),
      reachedAt: null,
      reason: this.#reason(share, most),
    };
  }

  #reason(share: bigint | null, most: bigint): string {
    const limit = `${formatDecimal(most)}%`;
    if (share === null) return `There is no profit yet; the best day may bring ${limit} of it.`;
    const words = moneyIn(this.account.currency);
    return `The best day brought ${words(this.#best)}, ${formatDecimal(share)}% of the profit of ${words(this.state.profit)}; at most ${limit} is allowed.`;
  }
}
