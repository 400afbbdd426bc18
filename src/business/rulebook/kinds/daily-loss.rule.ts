import type { TradingDay } from "../timeline/trading-day.rule.ts";
import { breachedWhen, choice, consequence, figure, measured } from "./parts/field.rule.ts";
import { figureCents, figureInMoney } from "./parts/figures.rule.ts";
import { FloorLimit, type FloorState, initialFloorState } from "./parts/floor.rule.ts";
import { limitKind, type RuleOfKind } from "./parts/kind.rule.ts";
import type { Account, DayBeginning, Moment } from "./parts/limit.rule.ts";
import { comparedWords, floorWords, measuredWords, sizeWarnings } from "./parts/loss.rule.ts";

const references = {
  balance: "the balance at the start of the day",
  equity: "the equity at the start of the day",
  higher: "the higher of balance and equity at the start of the day",
  day_high_equity: "the highest equity of the day",
};

export const dailyLoss = limitKind({
  kind: "daily_loss",
  name: "Daily loss",
  fields: {
    limit: figure({ label: "Limit" }, "reference"),
    from: choice(
      { label: "Below", changed: "from" },
      {
        balance: { label: "Balance at the start of the day", changed: "balance" },
        equity: { label: "Equity at the start of the day", changed: "equity" },
        higher: {
          label: "Higher of balance and equity",
          changed: "the higher of balance and equity",
        },
        day_high_equity: {
          label: "Highest equity of the day",
          changed: "the highest equity of the day",
        },
      },
    ),
    measured,
    breachedWhen,
    consequence,
  },
  words: (rule, { initialBalance, money, day }) =>
    `${measuredWords[rule.measured]} ${floorWords[rule.breachedWhen]} ${references[rule.from]} ` +
    `less ${figureInMoney(rule.limit, initialBalance, money)}; ` +
    `the day starts at ${day.startsAt} in ${day.timeZone}.`,
  brief: (limit) => `${limit} daily`,
  warnings: ({ limit }, stage) => sizeWarnings("Daily loss", limit, stage),
});

type DailyLossRule = RuleOfKind<typeof dailyLoss>;

export interface DailyLossState extends FloorState {
  /** The amount from which the day's loss is measured; `null` if it is unknown. Cents. */
  reference: bigint | null;
  /** The current day. */
  day: TradingDay | null;
  /** The first day on which a value could not be compared because the reference was unknown. */
  unknownDay: string | null;
}

/**
 * The account must not lose more than a limit within one trading day: the floor is the day's reference minus the
 * limit.
 */
export class DailyLoss extends FloorLimit<DailyLossRule, DailyLossState> {
  /** Derived from the reference. */
  #floor: bigint | null = null;

  static initialState(): DailyLossState {
    return { ...initialFloorState, reference: null, day: null, unknownDay: null };
  }

  constructor(rule: DailyLossRule, account: Account, state = DailyLoss.initialState()) {
    super(rule, account, state);
    this.#setReference(state.reference);
  }

  override get floor(): bigint | null {
    return this.#floor;
  }

  protected override get amount(): bigint | null {
    const { reference } = this.state;
    return reference === null ? null : this.#limit(reference);
  }

  protected override get usedDay(): TradingDay | null {
    return this.state.day;
  }

  #setReference(reference: bigint | null): void {
    this.state.reference = reference;
    this.#floor = reference === null ? null : reference - this.#limit(reference);
  }

  #limit(reference: bigint): bigint {
    const { limit } = this.rule;
    const isOfReference = "of" in limit && limit.of === "reference";
    return figureCents(limit, isOfReference ? reference : this.account.initialBalance);
  }

  override beginDay(beginning: DayBeginning): void {
    this.state.day = beginning.day;
    this.beginUse();
    const { initialBalance } = this.account;
    this.#setReference(beginning.isFirst ? initialBalance : this.#referenceOf(beginning));
  }

  #referenceOf({ balance, isFlat, snapshotEquity }: DayBeginning): bigint | null {
    const { from } = this.rule;
    if (from === "balance" || from === "day_high_equity") return balance;
    const equity = isFlat ? balance : snapshotEquity;
    if (from === "equity" || equity === null) return equity;
    return equity > balance ? equity : balance;
  }

  override endDay(at: number, closingBalance: bigint): void {
    if (this.rule.measured !== "day_end_balance") return;
    this.#requireReference();
    this.compareDayEnd(closingBalance, at);
  }

  override play(moment: Moment): void {
    const { rule } = this;
    this.#moveReference(moment);
    if (rule.measured === "day_end_balance") return;
    const observations = rule.measured === "equity" ? moment.equity : moment.balance;
    if (observations.length > 0) this.#requireReference();
    this.compareAll(observations, moment);
    if (rule.measured === "equity") this.watchBalance(moment);
  }

  /** Operations are not part of the result: they move the reference by the same amount as the balance. */
  #moveReference({ instant, equity }: Moment): void {
    let { reference } = this.state;
    if (reference === null) return;
    for (const { amount } of instant.moves) reference += amount;
    if (this.rule.from === "day_high_equity") {
      for (const { value } of equity) if (value > reference) reference = value;
    }
    if (reference !== this.state.reference) this.#setReference(reference);
  }

  /** Must be called before a comparison: it remembers the day if the reference is unknown. */
  #requireReference(): void {
    if (this.state.reference === null) this.state.unknownDay ??= this.state.day!.name;
  }

  override get isUndetermined(): boolean {
    return this.state.unknownDay !== null;
  }

  protected override get subject(): string {
    return comparedWords[this.rule.measured];
  }

  report() {
    const { unknownDay, day } = this.state;
    const unknown =
      unknownDay === null
        ? null
        : `Equity at the start of ${unknownDay} is not known: a position was open, and no snapshot was recent enough. The loss of that day cannot be judged.`;
    return this.reportFloor(day?.to ?? null, unknown);
  }
}
