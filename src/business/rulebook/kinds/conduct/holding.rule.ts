import { DAY } from "../../../../platform/time/durations.rule.ts";
import { timeInWords } from "../../../../platform/time/local-time.rule.ts";
import { tradingDays } from "../../timeline/trading-day.rule.ts";
import { instantText } from "../parts/limit.rule.ts";
import { weekdayNames } from "./conduct-names.rule.ts";
import type { ConductRuleOf } from "./conduct.schema.ts";
import { conductKind } from "./parts/conduct-kind.rule.ts";
import {
  type ConductAccount,
  ConductPlay,
  type Found,
  tradeWords,
} from "./parts/conduct-play.rule.ts";
import type { TradeBook } from "./parts/trade-book.rule.ts";

type HoldingRule = ConductRuleOf<"holding">;
type Weekday = HoldingRule["days"][number];

/** In the order of `Date.prototype.getUTCDay`. */
const byNumber: readonly Weekday[] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

function daysInWords({ days }: Pick<HoldingRule, "days">): string {
  if (days.length === byNumber.length) return "any day";
  return days.length === 0 ? "no day" : days.map((day) => weekdayNames[day]).join(", ");
}

export const holdingKind = conductKind({
  kind: "holding",
  words: (rule, { day }) =>
    `No trade may be open at ${rule.time} in ${day.timeZone} on ${daysInWords(rule)}.`,
  warnings: ({ days }) => (days.length === 0 ? ["without a day, nothing breaks it."] : []),
});

/** No trade may be open at a local time of some days of the week, such as before a weekend. */
export class Holding extends ConductPlay<HoldingRule> {
  /** Days that begin at the time of the rule. */
  readonly #dayAt: ReturnType<typeof tradingDays>;
  readonly #days: ReadonlySet<number>;

  constructor(
    rule: HoldingRule,
    account: ConductAccount,
    book: TradeBook,
    state = { findings: [] },
  ) {
    super(rule, account, book, state);
    this.#dayAt = tradingDays({ timeZone: account.timeZone, startsAt: rule.time });
    this.#days = new Set(rule.days.map((day) => byNumber.indexOf(day)));
  }

  #held() {
    return this.book.open
      .values()
      .filter((trade) => this.concerns(trade) && !this.refersTo(trade.position));
  }

  override dueAfter(time: number): number {
    if (this.#days.size === 0 || this.#held().next().done) return Number.POSITIVE_INFINITY;
    let day = this.#dayAt(this.#dayAt(time).to);
    while (!this.#days.has(this.#weekdayOf(day.name))) day = this.#dayAt(day.to);
    return day.from;
  }

  /** @param name of a day that begins at the time of the rule: the date of its end, unless it begins at midnight */
  #weekdayOf(name: string): number {
    const ends = Date.parse(name);
    return new Date(this.rule.time === "00:00" ? ends : ends - DAY).getUTCDay();
  }

  override passTime(time: number): void {
    for (const { position } of this.#held()) {
      this.add({ positions: [position], at: time, deals: [] });
    }
  }

  get keptReason() {
    return `No trade was open at ${this.rule.time} on ${daysInWords(this.rule)}.`;
  }

  report({ positions, at }: Found) {
    const trade = this.book.tradeOf(positions[0]!);
    const reason = `${tradeWords(trade)} was open at ${timeInWords(at)}, which is ${this.rule.time} in ${this.account.timeZone}.`;
    return {
      value: null,
      limit: null,
      exonerating: { closedBy: instantText(at) },
      events: [],
      reason,
    };
  }
}
