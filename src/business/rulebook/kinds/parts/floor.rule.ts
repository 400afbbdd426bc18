import { formatDecimal, moneyIn } from "../../../../platform/money/money.ts";
import { timeInWords } from "../../../../platform/time/local-time.rule.ts";
import type { Observation } from "../../timeline/timeline.rule.ts";
import type { TradingDay } from "../../timeline/trading-day.rule.ts";
import type { breachedWhen, ValueOf } from "./field.rule.ts";
import {
  type AnyLimit,
  instantText,
  Limit,
  type LimitState,
  type Moment,
  sourcesOf,
} from "./limit.rule.ts";
import type { LimitFinding, LimitReport } from "./report.schema.ts";

/**
 * The limits whose use is watched: it is shown in lists and charts, and traders are warned of it. Their kinds are also
 * listed by a check of the database.
 */
export const watchedLimits = ["daily_loss", "max_loss"] as const;
export type WatchedLimit = (typeof watchedLimits)[number];

export function isWatched(kind: string): kind is WatchedLimit {
  return watchedLimits.some((each) => each === kind);
}

interface FloorRule extends AnyLimit {
  breachedWhen: ValueOf<typeof breachedWhen>;
}

/** The comparison of a value with the floor at that time. Cents. */
interface Comparison {
  room: bigint;
  value: bigint;
  floor: bigint;
  at: number;
}

/** A comparison that used more of a limit than all others that were played of the same trading day or stage. */
export interface LimitUse extends Comparison {
  kind: WatchedLimit;
  /** The position of the limit in its list. */
  index: number;
  /** The whole percent of the limit that was used, rounded down. */
  percent: number;
  /** `null` if the limit applies to the whole stage. */
  day: TradingDay | null;
}

/** What is left of a limit at present. Cents. */
export interface LimitRoom {
  kind: WatchedLimit;
  /** What may be lost. */
  amount: bigint;
  room: bigint;
}

export interface FloorState extends LimitState {
  /** The last value compared. */
  value: bigint | null;
  /** The comparison with the smallest room; the first one, if several are equal. */
  tightest: Comparison | null;
  /** A balance at or below the floor while a position was open and equity was not observed. */
  possibleBreach: { at: number; balance: bigint; floor: bigint } | null;
}

export const initialFloorState: FloorState = {
  value: null,
  tightest: null,
  possibleBreach: null,
  breach: null,
};

/** A limit that compares values with a floor. */
export abstract class FloorLimit<
  Rule extends FloorRule = FloorRule,
  State extends FloorState = FloorState,
> extends Limit<Rule, State> {
  /** What has been used since this object was created; not part of the state. */
  readonly uses: Omit<LimitUse, "kind" | "index">[] = [];
  /** The highest percent among those of the present trading day or stage. */
  #usedPercent = 0;

  /** Cents; `null` if it is not known. */
  abstract get floor(): bigint | null;

  /** What may be lost, in cents; `null` if it is not known or if its use is not reported. */
  protected get amount(): bigint | null {
    return null;
  }

  /** The present trading day; `null` for a limit of the whole stage. */
  protected get usedDay(): TradingDay | null {
    return null;
  }

  /** What is left of the limit; `null` if it is breached, if it is not known or if nothing has been compared. */
  get left(): Omit<LimitRoom, "kind"> | null {
    const { floor, amount } = this;
    const { value, breach } = this.state;
    if (breach || floor === null || value === null) return null;
    return amount === null || amount <= 0n ? null : { amount, room: value - floor };
  }

  protected beginUse(): void {
    this.#usedPercent = 0;
  }

  /** What is compared, as the beginning of a sentence: "Equity". */
  protected abstract get subject(): string;

  protected words(cents: bigint): string {
    return moneyIn(this.account.currency)(cents);
  }

  protected compareAll(observations: Observation[], { instant }: Moment): void {
    let lowest: bigint | null = null;
    for (const { value, source } of observations) {
      const counts = this.#compare(value, instant.time, () => sourcesOf(instant, source));
      if (counts && (lowest === null || value < lowest)) lowest = value;
    }
    if (lowest !== null) this.#use(lowest, instant.time);
  }

  protected compareDayEnd(closingBalance: bigint, at: number): void {
    if (this.#compare(closingBalance, at, () => [])) this.#use(closingBalance, at);
  }

  /** @param value the lowest value compared at an instant, which has used the most */
  #use(value: bigint, at: number): void {
    const { floor, amount } = this;
    if (floor === null || amount === null || amount <= 0n || this.state.breach !== null) return;
    const room = value - floor;
    if (room >= amount) return;
    const percent = Number((100n * (amount - room)) / amount);
    if (percent <= this.#usedPercent) return;
    this.#usedPercent = percent;
    this.uses.push({ room, value, floor, at, percent, day: this.usedDay });
  }

  /**
   * Compares a value with the floor, and stores a breach and the smallest room.
   * @param sources of the value
   * @returns whether the comparison counts, which a breach that was set aside and what it covers do not
   */
  #compare(value: bigint, at: number, sources: () => string[]): boolean {
    const { state, floor } = this;
    if (floor === null) return true;
    const room = value - floor;
    state.value = value;
    const isBreach = this.rule.breachedWhen === "below" ? room < 0n : room <= 0n;
    if (!isBreach) this.endCover();
    else if (!this.isSettled && !this.#breachBy(value, floor, at, sources)) return false;
    if (state.tightest === null || room < state.tightest.room) {
      state.tightest = { room, value, floor, at };
    }
    return true;
  }

  #breachBy(value: bigint, floor: bigint, at: number, sources: () => string[]): boolean {
    const figures = { value: formatDecimal(value), floor: formatDecimal(floor) };
    return this.breach(at, { ...figures, by: sources() });
  }

  /** Equity is never inferred, so a low balance while positions are open is only reported as a finding. */
  protected watchBalance({ instant }: Moment): void {
    const { state, floor } = this;
    const { time, balance, isFlat, snapshots } = instant;
    if (state.possibleBreach || state.breach || state.isCovered || floor === null) return;
    if (isFlat || snapshots.length > 0 || balance > floor) return;
    state.possibleBreach = { at: time, balance, floor };
  }

  override findings(): LimitFinding[] {
    const { possibleBreach } = this.state;
    if (!possibleBreach) return [];
    const { at, balance, floor } = possibleBreach;
    const message = `The balance was ${this.words(balance)} at ${timeInWords(at)}, at or under the floor of ${this.words(floor)}, while a position was open; equity at that time is not known`;
    return [{ code: "possible_breach", message, at: instantText(at) }];
  }

  protected reportFloor(resetsAt: number | null, unknown: string | null) {
    const { floor } = this;
    const { value, tightest } = this.state;
    const room = floor === null || value === null ? null : value - floor;
    const text = (cents: bigint | null) => (cents === null ? null : formatDecimal(cents));
    return {
      floor: text(floor),
      value: text(value),
      room: text(room),
      resetsAt: resetsAt === null ? null : instantText(resetsAt),
      tightest: tightest && {
        room: formatDecimal(tightest.room),
        value: formatDecimal(tightest.value),
        floor: formatDecimal(tightest.floor),
        at: instantText(tightest.at),
      },
      reason: this.#reason(room, unknown),
    } satisfies LimitReport;
  }

  #reason(room: bigint | null, unknown: string | null): string {
    const { breach, value } = this.state;
    const { subject, floor } = this;
    if (breach) return this.#breachReason(breach);
    if (unknown !== null) return unknown;
    if (floor === null) return "The floor is not known.";
    if (value === null || room === null) {
      return `Nothing was compared yet; the floor is ${this.words(floor)}.`;
    }
    const side = room < 0n ? `${this.words(-room)} under` : `${this.words(room)} above`;
    return `${subject} of ${this.words(value)} is ${side} the floor of ${this.words(floor)}.`;
  }

  #breachReason(breach: NonNullable<State["breach"]>): string {
    const cents = (text: string | null) => BigInt((text ?? "0").replace(".", ""));
    const value = cents(breach.value);
    const floor = cents(breach.floor);
    const side = value < floor ? `below the floor of` : `at the floor of`;
    return `${this.subject} was ${this.words(value)} at ${timeInWords(breach.at)}, ${side} ${this.words(floor)}.`;
  }
}
