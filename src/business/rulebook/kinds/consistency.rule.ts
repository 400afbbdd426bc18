import { formatDecimal, moneyIn } from "../../../platform/money/money.ts";
import { percent } from "./parts/field.rule.ts";
import { EVERYTHING, percentHundredths, percentWords } from "./parts/figures.rule.ts";
import { objectiveKind, type RuleOfKind } from "./parts/kind.rule.ts";
import { type Account, type Moment, Objective } from "./parts/limit.rule.ts";

export const consistency = objectiveKind({
  kind: "consistency",
  name: "Consistency",
  unit: "share",
  fields: { bestDayAtMostPercent: percent({ label: "Best day, maximum % of the profit" }) },
  words: ({ bestDayAtMostPercent }) =>
    `The best day may make up at most ${percentWords(bestDayAtMostPercent)} of the profit.`,
  warnings({ bestDayAtMostPercent }) {
    const most = percentHundredths(bestDayAtMostPercent);
    if (most === 0n) return ["Consistency: a best day of at most 0% can never be met."];
    return most === EVERYTHING
      ? ["Consistency: a best day of at most 100% is exceeded only after losing days."]
      : [];
  },
});

type ConsistencyRule = RuleOfKind<typeof consistency>;

export interface ConsistencyState {
  profit: bigint;
  /** The best net of a completed day. Cents. */
  best: bigint;
  /** The net of the current day. */
  net: bigint;
}

/** No day may contribute more than a given share of the profit. */
export class Consistency extends Objective<ConsistencyRule, ConsistencyState> {
  static initialState(): ConsistencyState {
    return { profit: 0n, best: 0n, net: 0n };
  }

  constructor(rule: ConsistencyRule, account: Account, state = Consistency.initialState()) {
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
