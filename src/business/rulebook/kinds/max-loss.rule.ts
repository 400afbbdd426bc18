import {
  breachedWhen,
  choice,
  consequence,
  type FieldTexts,
  figure,
  level,
  measured,
  optional,
} from "./parts/field.rule.ts";
import { figureCents, figureInMoney, ruleCents } from "./parts/figures.rule.ts";
import { FloorLimit, type FloorState, initialFloorState } from "./parts/floor.rule.ts";
import { type DescribedStage, limitKind, type RuleWith } from "./parts/kind.rule.ts";
import type { Account, Moment } from "./parts/limit.rule.ts";
import { comparedWords, floorWords, measuredWords, sizeWarnings } from "./parts/loss.rule.ts";

/** Only a floor that moves can lock, and only then does a withdrawal matter. */
const hasMovingFloor = ({ mode }: FieldTexts) => mode !== "static";

const fields = {
  limit: figure({ label: "Limit" }, "peak"),
  mode: choice(
    { label: "Floor", changed: "mode" },
    {
      static: { label: "Does not move", changed: "static" },
      trailing_day_end: {
        label: "Trails the balance at the end of each day",
        changed: "trails the balance at the end of the day",
      },
      trailing_closed: { label: "Trails the balance", changed: "trails the balance" },
      trailing_equity: { label: "Trails balance and equity", changed: "trails equity" },
    },
  ),
  locksAt: optional(
    level({
      label: "Locks at",
      hint: "Above the initial balance. Leave empty if the floor never locks.",
      changed: "locks at a profit of",
      appliesTo: hasMovingFloor,
    }),
  ),
  onWithdrawal: optional(
    choice(
      {
        label: "A withdrawal",
        changed: "a withdrawal",
        none: "Not stated (unchanged)",
        appliesTo: hasMovingFloor,
      },
      {
        follow: { label: "Lowers the floor", changed: "lowers the floor" },
        stay: { label: "Leaves the floor unchanged", changed: "leaves the floor unchanged" },
      },
    ),
  ),
  measured,
  breachedWhen,
  consequence,
};

type MaxLossRule = RuleWith<"max_loss", typeof fields>;

export const maxLoss = limitKind({
  kind: "max_loss",
  name: "Maximum loss",
  fields,
  words: maxLossWords,
  brief: (limit, { mode }) => `${limit} max${mode === "static" ? "" : ", trailing"}`,
  warnings: (rule, stage) => [
    ...sizeWarnings("Maximum loss", rule.limit, stage),
    ...(rule.mode === "static" ? staticWarnings(rule) : trailingWarnings(rule)),
  ],
});

const peakWords = {
  trailing_day_end: "the highest balance at the end of any day",
  trailing_closed: "the highest balance",
  trailing_equity: "the highest balance or equity",
};

function maxLossWords(rule: MaxLossRule, { initialBalance, money }: DescribedStage): string {
  const start = `${measuredWords[rule.measured]} ${floorWords[rule.breachedWhen]}`;
  const limit = figureInMoney(rule.limit, initialBalance, money);
  const firstFloor = money(initialBalance - figureCents(rule.limit, initialBalance));
  if (rule.mode === "static") {
    return `${start} ${firstFloor}, the initial balance less ${limit}.`;
  }
  const lock = rule.locksAt && money(initialBalance + ruleCents(rule.locksAt.amount));
  return [
    `${start} ${peakWords[rule.mode]} so far less ${limit}.`,
    `The floor starts at ${firstFloor}${lock ? ` and rises to ${lock} at most` : ""}.`,
    `${withdrawalWords(rule)}.`,
  ].join(" ");
}

function withdrawalWords({ onWithdrawal, locksAt }: MaxLossRule): string {
  if (onWithdrawal !== "follow") return "A withdrawal does not lower the floor";
  const end = locksAt ? ", unless the floor has reached its highest level" : "";
  return `A withdrawal lowers the floor by its amount${end}`;
}

function staticWarnings({ locksAt, onWithdrawal }: MaxLossRule): string[] {
  return [
    ...(locksAt
      ? ["Maximum loss: the lock has no effect, because a static floor does not move."]
      : []),
    ...(onWithdrawal === "follow"
      ? ["Maximum loss: a static floor does not follow a withdrawal, although the rule says so."]
      : []),
  ];
}

function trailingWarnings({ onWithdrawal }: MaxLossRule): string[] {
  return onWithdrawal === null
    ? [
        "Maximum loss: the rule does not specify the effect of a withdrawal, so withdrawals will not lower the trailing floor.",
      ]
    : [];
}

export interface MaxLossState extends FloorState {
  /** Cents. */
  peak: bigint;
  /** A floor that has reached its lock stays there. */
  isLocked: boolean;
}

/** The account must not lose more than a limit from its initial balance or its peak. */
export class MaxLoss extends FloorLimit<MaxLossRule, MaxLossState> {
  readonly #lockedFloor: bigint | null;
  /** Derived from the peak. */
  #floor = 0n;

  static initialState({ initialBalance }: Account): MaxLossState {
    return { ...initialFloorState, peak: initialBalance, isLocked: false };
  }

  constructor(rule: MaxLossRule, account: Account, state = MaxLoss.initialState(account)) {
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
    const { rule } = this;
    const { mode } = rule;
    if (mode !== "static" && moment.instant.moves.length > 0) this.#followMoves(moment);
    if (mode === "trailing_closed" || mode === "trailing_equity") {
      this.#raise(moment.instant.balance);
    }
    if (mode === "trailing_equity") {
      for (const { value } of moment.equity) this.#raise(value);
    }
    if (rule.measured === "equity") {
      this.compareAll(moment.equity, moment);
      this.watchBalance(moment);
    }
    if (rule.measured === "balance") this.compareAll(moment.balance, moment);
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
    return comparedWords[this.rule.measured];
  }

  report() {
    return this.reportFloor(null, null);
  }
}
