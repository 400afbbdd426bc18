import { figureCents, ruleCents } from "../rules/rule-figures.rule.ts";
import type { RuleOf } from "../rules/rules.schema.ts";
import { FloorLimit, type FloorState, initialFloorState, measuredWords } from "./floor.rule.ts";
import type { Account, Moment } from "./limit.rule.ts";

export interface MaxLossState extends FloorState {
  /** Cents. */
  peak: bigint;
  /** A floor that has reached its lock stays there. */
  isLocked: boolean;
}

/** The account must not lose more than a limit from its initial balance or its peak. */
export class MaxLoss extends FloorLimit<RuleOf<"max_loss">, MaxLossState> {
  readonly #lockedFloor: bigint | null;
  /** Derived from the peak. */
  #floor = 0n;

  static initialState({ initialBalance }: Account): MaxLossState {
    return { ...initialFloorState, peak: initialBalance, isLocked: false };
  }

  constructor(rule: RuleOf<"max_loss">, account: Account, state = MaxLoss.initialState(account)) {
    super(rule, account, state);
    const { locksAt } = rule;
    this.#lockedFloor = locksAt && account.initialBalance + ruleCents(locksAt.amount);
    this.#setPeak(state.peak);
  }

  override get floor(): bigint {
    return this.#floor;
  }

  #setPeak(peak: bigint): void {
    const { state } = this;
    state.peak = peak;
    const floor = this.#floorBelow(peak);
    const locked = this.#lockedFloor;
    if (locked !== null && floor >= locked) state.isLocked = true;
    this.#floor = locked !== null && state.isLocked ? locked : floor;
  }

  #floorBelow(peak: bigint): bigint {
    return peak - this.#limit(peak);
  }

  #limit(peak: bigint): bigint {
    const { limit } = this.rule;
    const isOfPeak = "of" in limit && limit.of === "peak";
    return figureCents(limit, isOfPeak ? peak : this.account.initialBalance);
  }

  protected override get amount(): bigint {
    return this.#limit(this.state.peak);
  }

  #raise(value: bigint): void {
    if (value > this.state.peak) this.#setPeak(value);
  }

  override endDay(at: number, closingBalance: bigint): void {
    if (this.rule.mode === "trailing_day_end") this.#raise(closingBalance);
    if (this.rule.measured === "day_end_balance") this.compareDayEnd(closingBalance, at);
  }

  override play(moment: Moment): void {
    const { mode, measured } = this.rule;
    if (mode !== "static" && moment.instant.moves.length > 0) this.#followMoves(moment);
    if (mode === "trailing_closed" || mode === "trailing_equity") {
      this.#raise(moment.instant.balance);
    }
    if (mode === "trailing_equity") {
      for (const { value } of moment.equity) this.#raise(value);
    }
    if (measured === "equity") {
      this.compareAll(moment.equity, moment);
      this.watchBalance(moment);
    }
    if (measured === "balance") this.compareAll(moment.balance, moment);
  }

  /**
   * Operations are not part of the result: they move the peak by the same amount as the balance. Those of one
   * instant count together, so that the order of their tickets does not matter.
   */
  #followMoves({ instant }: Moment): void {
    const follows = this.rule.onWithdrawal === "follow";
    const moved = instant.moves.reduce(
      (sum, { amount }) => (amount > 0n || follows ? sum + amount : sum),
      0n,
    );
    if (moved > 0n) this.#raise(this.state.peak + moved);
    else if (moved < 0n) this.#lower(moved);
  }

  #lower(amount: bigint): void {
    const { initialBalance } = this.account;
    const lowered = this.state.peak + amount;
    this.#setPeak(lowered > initialBalance ? lowered : initialBalance);
  }

  protected override get subject(): string {
    return measuredWords[this.rule.measured];
  }

  report() {
    return this.reportFloor(null, null);
  }
}
