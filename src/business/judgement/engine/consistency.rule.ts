import { formatDecimal, moneyIn } from "../../../platform/money/money.ts";
import { percentHundredths } from "../rules/rule-figures.rule.ts";
import type { RuleOf } from "../rules/rules.schema.ts";
import type { Account, Moment } from "./moment.rule.ts";
import { Objective } from "./limit.rule.ts";

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
