import { formatDecimal, moneyIn } from "../../../platform/money/money.ts";
import {
  type BestDayFormula,
  profitForBest,
  raisedByDay,
  requiresProfit,
} from "./parts/best-day.rule.ts";
import { choice, percent, omittable } from "./parts/field.rule.ts";
import { EVERYTHING, percentHundredths, percentWords } from "./parts/figures.rule.ts";
import { objectiveKind, type RuleOfKind } from "./parts/kind.rule.ts";
import { type Moment, Objective, type ObjectiveAccount } from "./parts/limit.rule.ts";

export const consistency = objectiveKind({
  kind: "consistency",
  name: "Consistency",
  unit: "share",
  fields: {
    bestDayAtMostPercent: percent({ label: "Best day, maximum % of the profit" }),
    formula: omittable(
      choice({ label: "Compared with", changed: "formula", none: "The profit" }, {
        total: { label: "The profit, by formula", changed: "part of the profit" },
        winning_days: {
          label: "The sum of the days with a profit",
          changed: "part of the days with a profit",
        },
        target: {
          label: "A profit of which it is that part",
          changed: "profit that the best day requires",
        },
        excess: {
          label: "A target that it raises",
          changed: "target raised by what days exceed",
        },
      } satisfies Record<BestDayFormula, unknown>),
    ),
  },
  words(rule) {
    const { bestDayAtMostPercent } = rule;
    const formula = formulaOf(rule);
    const most = percentWords(bestDayAtMostPercent);
    switch (formula) {
      case "winning_days":
        return `The best day may make up at most ${most} of the sum of the days with a profit.`;
      case "target":
        return `The profit must reach the target, and be so large that the best day is at most ${most} of it.`;
      case "excess":
        return `Each day that exceeds ${most} of the profit target raises the target by what it exceeds. The profit must reach the raised target.`;
      default:
        return `The best day may make up at most ${most} of the profit.`;
    }
  },
  warnings({ bestDayAtMostPercent }) {
    const most = percentHundredths(bestDayAtMostPercent);
    if (most === 0n) return ["Consistency: a best day of at most 0% can never be met."];
    return most === EVERYTHING
      ? ["Consistency: a best day of at most 100% is exceeded only after losing days."]
      : [];
  },
});

type ConsistencyRule = RuleOfKind<typeof consistency>;

/** Returns how the best day is compared: with the profit, unless the rule names a formula. */
export function formulaOf({ formula = "total" }: ConsistencyRule): BestDayFormula {
  return formula;
}

export interface ConsistencyState {
  profit: bigint;
  /** The best net of a completed day. Cents. */
  best: bigint;
  /** The net of the current day. */
  net: bigint;
  /** The sum of the completed days above 0; only with the formula `winning_days`. */
  won?: bigint;
  /** The profit target, raised by the completed days; only with the formula `excess`. */
  required?: bigint;
}

/** No day may contribute more than a given share of the profit. */
export class Consistency extends Objective<ConsistencyRule, ConsistencyState> {
  /** In cents; 0 if the rules have no profit target. Formulas that need one are refused without it. */
  readonly #target: bigint;

  static initialState(): ConsistencyState {
    return { profit: 0n, best: 0n, net: 0n };
  }

  constructor(
    rule: ConsistencyRule,
    account: ObjectiveAccount,
    state = Consistency.initialState(),
  ) {
    super(rule, account, state);
    this.#target = account.profitTarget ?? 0n;
    if (rule.formula === "winning_days") state.won ??= 0n;
    if (rule.formula === "excess") state.required ??= this.#target;
  }

  override play({ instant: { net } }: Moment): void {
    this.state.profit += net;
    this.state.net += net;
  }

  override endDay(): void {
    const { state } = this;
    if (state.won !== undefined) state.won = this.#won;
    if (state.required !== undefined) state.required = this.#raised;
    state.best = this.#best;
    state.net = 0n;
  }

  /** Whether the rule requires a profit, instead of limiting a part of one. */
  get #isAboutProfit(): boolean {
    return requiresProfit(formulaOf(this.rule));
  }

  get #won(): bigint {
    const { won = 0n, net } = this.state;
    return net > 0n ? won + net : won;
  }

  get #raised(): bigint {
    const { required = this.#target, net } = this.state;
    return raisedByDay(required, net, this.rule.bestDayAtMostPercent);
  }

  /** The profit that is required; `null` if no profit is enough. */
  get #required(): bigint | null {
    if (this.rule.formula === "excess") return this.#raised;
    const forBest = profitForBest(this.#best, this.rule.bestDayAtMostPercent);
    return forBest === null || forBest > this.#target ? forBest : this.#target;
  }

  get #best(): bigint {
    const { best, net } = this.state;
    return net > best ? net : best;
  }

  report() {
    return this.#isAboutProfit ? this.#reportProfit() : this.#reportShare();
  }

  #reportProfit() {
    const { profit } = this.state;
    const required = this.#required;
    const missing = required === null ? null : profit >= required ? 0n : required - profit;
    return {
      status: missing === 0n ? ("met" as const) : ("not_met" as const),
      value: formatDecimal(profit),
      target: formatDecimal(required ?? this.#target),
      missing: missing === null ? null : formatDecimal(missing),
      reachedAt: null,
      reason: this.#profitReason(required, missing),
    };
  }

  #profitReason(required: bigint | null, missing: bigint | null): string {
    const words = moneyIn(this.account.currency);
    const best = `The best day brought ${words(this.#best)}`;
    if (required === null) return `${best}; no profit is enough for that.`;
    const needed = `${best}, so the profit must reach ${words(required)}; it is ${words(this.state.profit)}`;
    return missing! > 0n ? `${needed}, and ${words(missing!)} is missing.` : `${needed}.`;
  }

  #reportShare() {
    const whole = this.rule.formula === "winning_days" ? this.#won : this.state.profit;
    const most = percentHundredths(this.rule.bestDayAtMostPercent);
    // Hundredths of a percent, rounded up. If there is a profit, the best day is above 0.
    const share = whole > 0n ? (this.#best * 10_000n + whole - 1n) / whole : null;
    const missing = share === null ? null : share > most ? share - most : 0n;
    return {
      status: missing === 0n ? ("met" as const) : ("not_met" as const),
      value: share === null ? null : formatDecimal(share),
      target: formatDecimal(most),
      missing: missing === null ? null : formatDecimal(missing),
      reachedAt: null,
      reason: this.#reason(share, whole, most),
    };
  }

  #reason(share: bigint | null, whole: bigint, most: bigint): string {
    const limit = `${formatDecimal(most)}%`;
    if (share === null) return `There is no profit yet; the best day may bring ${limit} of it.`;
    const words = moneyIn(this.account.currency);
    const of =
      this.rule.formula === "winning_days" ? "days with a profit, which sum to" : "profit of";
    return `The best day brought ${words(this.#best)}, ${formatDecimal(share)}% of the ${of} ${words(whole)}; at most ${limit} is allowed.`;
  }
}
