import type { Breach } from "../../../src/business/rulebook/kinds/parts/report.schema.ts";
import {
  figureCents,
  type MoneyWords,
  percentWords,
  ruleCents,
} from "../../../src/business/rulebook/kinds/parts/figures.rule.ts";
import type { LimitRule } from "../../../src/business/rulebook/kinds/kinds.rule.ts";
import {
  type DayStart,
  tradingDays,
} from "../../../src/business/rulebook/timeline/trading-day.rule.ts";
import { moneyIn, storedCents } from "../../../src/platform/money/money.ts";
import { formatExactMoment, momentIn } from "../format/dates.ts";

interface StageMoney {
  initialBalance: string;
  currency: string;
}

const references = {
  balance: "the balance at the start of the trading day",
  equity: "the equity at the start of the trading day",
  higher: "the higher of balance and equity at the start of the trading day",
  day_high_equity: "the highest equity of the trading day",
};

const peaks = {
  static: "the initial balance",
  trailing_day_end: "the highest balance at the end of a trading day",
  trailing_closed: "the highest balance",
  trailing_equity: "the highest equity",
};

/** Explains how the floor of a limit came about; `null` for limits without a floor. */
export function floorOrigin(
  rule: LimitRule,
  breach: Breach,
  stage: StageMoney,
  day: DayStart,
): string | null {
  if (breach.floor === null) return null;
  const money = moneyIn(stage.currency);
  const floor = storedCents(breach.floor);
  if (rule.kind === "daily_loss") {
    const { from } = tradingDays(day)(Date.parse(breach.at));
    const began = `The trading day began on ${momentIn(from, day.timeZone)}.`;
    return `${lessLimit(rule.limit, references[rule.from], { floor, stage, money })} ${began}`;
  }
  if (rule.kind === "open_loss") {
    return lessLimit(rule.limit, "the balance at that moment", { floor, stage, money });
  }
  if (rule.kind !== "max_loss") return null;
  if (rule.locksAt && ruleCents(rule.locksAt.amount) === floor) {
    return `The floor had risen with ${peaks[rule.mode]} to ${money(floor)}, where it stays.`;
  }
  const words = lessLimit(rule.limit, peaks[rule.mode], { floor, stage, money });
  const isMoved =
    rule.mode === "static" &&
    floor + figureCents(rule.limit, storedCents(stage.initialBalance)) !==
      storedCents(stage.initialBalance);
  return isMoved ? `${words} Withdrawals have moved it.` : words;
}

type Limit = { amount: string } | { percent: string; of: string };

interface FloorContext {
  floor: bigint;
  stage: StageMoney;
  money: MoneyWords;
}

/** A percentage of something other than the initial balance is not an amount that the verdict states. */
function lessLimit(limit: Limit, base: string, { floor, stage, money }: FloorContext): string {
  if ("percent" in limit && limit.of !== "initial") {
    return `The floor was ${percentWords(limit.percent)} below ${base}.`;
  }
  const cents = figureCents(limit, storedCents(stage.initialBalance));
  const share =
    "percent" in limit ? ` (${percentWords(limit.percent)} of the initial balance)` : "";
  return `${money(floor)} is ${base}, ${money(floor + cents)}, less the limit of ${money(cents)}${share}.`;
}

/** What a limit compares with its floor. */
export function measuredName(rule: LimitRule | undefined): string {
  if (!rule || !("measured" in rule)) return "Equity";
  if (rule.measured === "equity") return "Equity";
  return rule.measured === "balance" ? "Balance" : "Balance at the end of the day";
}

/** Describes the records that show a breach, which are tickets or times of snapshots. */
export function seenIn({ by }: Pick<Breach, "by">, timeZone: string): string {
  if (by.length === 0) return "The end of the trading day, or the passing of time";
  return by
    .map((each) =>
      /^\d{4}-\d\d-\d\dT/.test(each)
        ? `Snapshot of ${momentIn(Date.parse(each), timeZone)}`
        : `Deal ${each}`,
    )
    .join(", ");
}

/** The same instant for the viewer; `null` if their clock shows the same time. */
export function viewersMoment(time: number, timeZone: string): string | null {
  const clock = (zone: string | undefined) =>
    new Date(time).toLocaleString("en-US", zone === undefined ? {} : { timeZone: zone });
  return clock(undefined) === clock(timeZone) ? null : formatExactMoment(new Date(time));
}
