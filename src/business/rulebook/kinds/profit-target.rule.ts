import { formatDecimal, moneyIn } from "../../../platform/money/money.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import { figure } from "./parts/field.rule.ts";
import { figureCents, figureInMoney } from "./parts/figures.rule.ts";
import { objectiveKind, type RuleOfKind } from "./parts/kind.rule.ts";
import { type Account, instantText, type Moment, Objective } from "./parts/limit.rule.ts";

export const profitTarget = objectiveKind({
  kind: "profit_target",
  name: "Profit target",
  unit: "money",
  fields: { target: figure({ label: "Target" }) },
  words: ({ target }, { initialBalance, money }) =>
    `The profit must reach ${figureInMoney(target, initialBalance, money)}, with every position closed.`,
  brief: (target) => `${target} target`,
  warnings: ({ target }, { initialBalance }) =>
    figureCents(target, initialBalance) === 0n
      ? ["Profit target: a target of 0 is met from the start."]
      : [],
});

type ProfitTargetRule = RuleOfKind<typeof profitTarget>;

/** Returns the greatest target among objectives, in cents; `null` if none of them is one. */
export function profitTargetOf(
  objectives: readonly { kind: string; target?: ProfitTargetRule["target"] }[],
  initialBalance: bigint,
): bigint | null {
  return objectives.reduce<bigint | null>((greatest, { kind, target }) => {
    if (kind !== profitTarget.kind || target === undefined) return greatest;
    const cents = figureCents(target, initialBalance);
    return greatest === null || cents > greatest ? cents : greatest;
  }, null);
}

export interface ProfitTargetState {
  /** The balance minus the initial balance and later operations. Cents. */
  profit: bigint;
  isFlat: boolean;
  /** The first instant with the target's profit and no open position. */
  reachedAt: number | null;
}

/** The target is met while the profit is at or above it and no position is open. */
export class ProfitTarget extends Objective<ProfitTargetRule, ProfitTargetState> {
  /** Cents. */
  readonly #target: bigint;

  static initialState(): ProfitTargetState {
    return { profit: 0n, isFlat: true, reachedAt: null };
  }

  constructor(rule: ProfitTargetRule, account: Account, state = ProfitTarget.initialState()) {
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
