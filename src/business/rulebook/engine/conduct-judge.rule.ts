import { conductJudges } from "../kinds/conduct/conduct-kinds.rule.ts";
import type { ConductRule } from "../kinds/conduct/conduct.schema.ts";
import { News } from "../kinds/conduct/news.rule.ts";
import {
  type ConductAccount,
  ConductPlay,
  type Found,
} from "../kinds/conduct/parts/conduct-play.rule.ts";
import {
  emptyTradeBook,
  TradeBook,
  type TradeBookState,
} from "../kinds/conduct/parts/trade-book.rule.ts";
import type { Instant } from "../timeline/timeline.rule.ts";
import { type DayStart, tradingDays } from "../timeline/trading-day.rule.ts";
import { reportConduct, type ConductResults } from "./conduct-report.rule.ts";
import { findingKey, isStanding } from "./standing.rule.ts";
import type { Waiver } from "./verdict.schema.ts";

/** The state of the rules of conduct between two instants. */
export interface ConductJudgeState {
  book: TradeBookState;
  /** In the order of the rules. */
  rules: object[];
}

/** What rules of conduct are judged with, besides the records. */
export interface ConductInputs extends ConductAccount {
  day: DayStart;
  waivers: readonly Waiver[];
  /** The positions that prove nothing, as `contestedOf` returns them. */
  contested: readonly string[];
}

type PlayOf = new (
  rule: ConductRule,
  account: ConductAccount,
  book: TradeBook,
  state?: object,
) => ConductPlay;

/** Judges how the trades of a stage were traded. It plays the same instants as the judge of the limits. */
export class ConductJudge {
  readonly #inputs: ConductInputs;
  readonly #book: TradeBook;
  readonly #rules: ConductPlay[];
  /** Those that snapshots can break. */
  readonly #watching: ConductPlay[];
  readonly #waived: ReadonlySet<string>;
  readonly #dayAt: ReturnType<typeof tradingDays>;
  /** The days with a finding that counts as a strike, for each rule with strikes; `null` until they are counted. */
  readonly #strikeDays: (Set<number> | null)[];
  /** The next due time after another one, until other trades are open. */
  #due: { since: number; at: number } | null = null;
  #isFailed = false;
  #report: ConductResults | undefined;

  constructor(rules: readonly ConductRule[], inputs: ConductInputs, state?: ConductJudgeState) {
    this.#inputs = inputs;
    this.#book = new TradeBook(state?.book ?? emptyTradeBook(), inputs.contested);
    this.#rules = rules.map((rule, index) => {
      const Play = conductJudges[rule.kind] as unknown as PlayOf;
      return new Play(rule, inputs, this.#book, state?.rules[index]);
    });
    const { playSnapshots } = ConductPlay.prototype;
    this.#watching = this.#rules.filter((rule) => rule.playSnapshots !== playSnapshots);
    this.#waived = new Set(inputs.waivers.map(({ key }) => key));
    this.#dayAt = tradingDays(inputs.day);
    this.#strikeDays = rules.map(() => null);
  }

  get state(): ConductJudgeState {
    return { book: this.#book.state, rules: this.#rules.map(({ state }) => state) };
  }

  /** Whether the last instant, or the last time that passed, ended the evaluation. */
  get isFailed(): boolean {
    return this.#isFailed;
  }

  play(instant: Instant): void {
    const { deals, snapshots } = instant;
    // Most instants are snapshots while nothing is open, which no rule of conduct is about.
    if (deals.length === 0 && this.#book.open.size === 0) return;
    if (deals.length > 0) this.#playDeals(instant);
    if (snapshots.length > 0 && this.#book.open.size > 0) {
      for (const rule of this.#watching) rule.playSnapshots(instant);
    }
    this.#count();
  }

  #playDeals(instant: Instant): void {
    this.#due = null;
    const step = this.#book.play(instant);
    for (const rule of this.#rules) {
      rule.playDeals(step);
      if (rule instanceof News)
        rule.watchPeriods(
          instant.time,
          instant.deals.map(({ symbol }) => symbol),
        );
    }
    const released = this.#rules.flatMap((rule) => rule.released.splice(0));
    this.#book.forget([...step.closed, ...released], (position) =>
      this.#rules.some((rule) => rule.refersTo(position)),
    );
  }

  /** The next time after `time` at which trades can offend without a record; infinite if there is none. */
  dueAfter(time: number): number {
    if (this.#book.open.size === 0) return Number.POSITIVE_INFINITY;
    if (this.#due === null || this.#due.since > time || this.#due.at <= time) {
      let at = Number.POSITIVE_INFINITY;
      for (const rule of this.#rules) at = Math.min(at, rule.dueAfter(time));
      this.#due = { since: time, at };
    }
    return this.#due.at;
  }

  /** @param time must be called after the records of that instant */
  passDueTimes(time: number): void {
    for (const rule of this.#rules) if (rule.dueAfter(time - 1) <= time) rule.passTime(time);
    this.#count();
  }

  /** Determines whether what was just found ends the evaluation. */
  #count(): void {
    for (let index = 0; index < this.#rules.length; index += 1) {
      const play = this.#rules[index]!;
      if (play.isExtended) {
        // A trade that sources disagree about takes the strike of its idea back.
        this.#strikeDays[index] = null;
        play.isExtended = false;
      }
      if (play.found.length === 0) continue;
      const standing = play.found.splice(0).filter((finding) => this.#stands(index, finding));
      const { consequence, strikes } = play.rule;
      if (standing.length === 0) continue;
      if (consequence === "fail") this.#isFailed = true;
      if (strikes === null) continue;
      const days = this.#daysOf(index);
      for (const { at } of standing) days.add(this.#dayAt(at).from);
      if (days.size >= strikes) this.#isFailed = true;
    }
  }

  #stands(index: number, finding: Found): boolean {
    const { kind } = this.#rules[index]!.rule;
    if (this.#waived.has(findingKey({ kind, index }, finding))) return false;
    return isStanding(finding, this.#book);
  }

  #daysOf(index: number): Set<number> {
    const counted = this.#strikeDays[index];
    if (counted) return counted;
    const { findings } = this.#rules[index]!.state;
    const standing = findings.filter((finding) => this.#stands(index, finding));
    const days = new Set(standing.map(({ at }) => this.#dayAt(at).from));
    this.#strikeDays[index] = days;
    return days;
  }

  /** Whether a rule ended the evaluation, now or earlier. */
  get isBreached(): boolean {
    return this.report().conduct.some(({ status }) => status === "breached");
  }

  /** The judge cannot be used afterwards. */
  report(): ConductResults {
    this.#report ??= reportConduct(this.#rules, this.#book, this.#inputs);
    return this.#report;
  }
}
