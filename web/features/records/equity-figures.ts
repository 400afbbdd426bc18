import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { parseLimit } from "../../../src/business/traders/accounts/account.rule.ts";
import { kindOf } from "../../../src/business/rulebook/kinds/kinds.rule.ts";
import type { Floor } from "../../../src/business/record/verdicts/verdicts.schema.ts";
import type { EquityPoint } from "../../../src/business/record/results/result.schema.ts";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import {
  formatDecimal,
  formatMoney,
  formatResult,
  moneyIn,
  parseCents,
  storedCents,
} from "../../../src/platform/money/money.ts";
import { DAY } from "../../../src/platform/time/durations.rule.ts";
import type { ChartData } from "../../components/chart/create-plot.ts";
import type { Level, LevelStep } from "../../components/chart/level-scale.ts";
import { formatShortTradingDay } from "./record-words.ts";
import { formatSharePoints } from "../../domain/format/figures.ts";

/** The limits of an account, as entered by administrators. */
export type AccountLimits = Pick<
  TradingAccount,
  "dailyDrawdownLimit" | "overallLossLimit" | "profitTarget"
>;

/** What the amounts of a stage are compared with, and their currency. */
export type StageMoney = Pick<Stage, "initialBalance" | "currency">;

/** Converts a curve to positions on the chart. They are never shown as amounts, so floats are precise enough. */
export function toChartData(points: readonly EquityPoint[]): ChartData {
  const hasEquity = isEquityObserved(points);
  const isFlat = (point: EquityPoint | undefined) => point?.equity === point?.balance;
  return {
    times: points.map(({ time }) => time.getTime()),
    main: points.map(({ balance }) => Number(balance)),
    second: points.map(({ equity }) => (hasEquity && equity !== null ? Number(equity) : null)),
    // Interrupts equity that only changed with the balance: it was not observed while the position was open.
    breaks: points.flatMap((point, index) => {
      const next = points[index + 1];
      return next && isFlat(point) && isFlat(next) && point.balance !== next.balance ? [index] : [];
    }),
  };
}

/** Without snapshots, equity is only known while no position is open, and then equals the balance. */
export function isEquityObserved(points: readonly EquityPoint[]): boolean {
  return points.some(({ balance, equity }) => equity !== null && equity !== balance);
}

/** Returns the start, the target and the limits of an account as levels. A limit without an amount has no level. */
export function equityLevels(
  { initialBalance, currency }: StageMoney,
  limits: AccountLimits | undefined,
  dayStart?: { day: string; openingBalance: string },
): Level[] {
  const start = parseCents(initialBalance) ?? 0n;
  const amountOf = (text: string | null | undefined) =>
    parseLimit(text ?? null, { balance: initialBalance, profitLoss: "0.00" });
  const level = (look: Level["look"], name: string, cents: bigint | null | undefined): Level[] => {
    if (cents === null || cents === undefined) return [];
    const amount = formatDecimal(cents);
    return [
      { key: look, look, label: `${name} ${formatMoney(amount, currency)}`, value: Number(amount) },
    ];
  };
  const below = (from: bigint, limit: bigint | null) => (limit && limit > 0n ? from - limit : null);
  const target = amountOf(limits?.profitTarget);
  const opening = dayStart && (parseCents(dayStart.openingBalance) ?? null);
  return [
    ...level("start", "Start", start),
    ...level("target", "Target", target && target > 0n ? start + target : null),
    ...level("limit", "Maximum loss", below(start, amountOf(limits?.overallLossLimit))),
    ...(opening == null
      ? []
      : level(
          "soft-limit",
          `Daily limit of ${formatShortTradingDay(dayStart!.day)}`,
          below(opening, amountOf(limits?.dailyDrawdownLimit)),
        )),
  ];
}

/** The formatted figures of one point. */
export interface EquityFigures {
  balance: string;
  /** `null` if equity was not observed. */
  equity: string | null;
  /** The change of the balance since the start of the stage. */
  change: string;
  percent: string | null;
  tone: "gain" | "loss" | undefined;
}

export function equityFigures(
  point: EquityPoint,
  { initialBalance, currency }: StageMoney,
): EquityFigures {
  const start = parseCents(initialBalance) ?? 0n;
  const change = (parseCents(point.balance) ?? 0n) - start;
  return {
    balance: formatMoney(point.balance, currency),
    equity: point.equity === null ? null : formatMoney(point.equity, currency),
    change: formatResult(formatDecimal(change), currency),
    percent: start > 0n ? formatSharePoints(change, start) : null,
    tone: change > 0n ? "gain" : change < 0n ? "loss" : undefined,
  };
}

/** Describes a point in one sentence, for screen readers. */
export function describePoint(time: string, figures: EquityFigures): string {
  const { balance, equity, change, percent } = figures;
  const share = percent === null ? "" : `, ${percent}`;
  return `${time}: balance ${balance}, equity ${equity ?? "not observed"}, change ${change}${share}`;
}

/** The parts of a record that the chart can show, each up to the last point of the record. */
export const equityRanges = { week: "1 W", month: "1 M", all: "All" } as const;
/** Of a chart that points out a moment, also the trading day of the moment. */
export type EquityRange = keyof typeof equityRanges | "day";

const lengths: Record<keyof typeof equityRanges, number | undefined> = {
  week: 7 * DAY,
  month: 30 * DAY,
  all: undefined,
};

/** A part of the time, in milliseconds since 1970 UTC; `to` is no longer in it. */
export interface Span {
  from: number;
  to: number;
}

/**
 * Returns the start of a range; `undefined` if it covers the whole record.
 * @param day the trading day that the range `day` shows
 */
export function rangeStart(
  points: readonly EquityPoint[],
  range: EquityRange,
  day?: Span,
): Date | undefined {
  if (range === "day") return day && new Date(day.from);
  const [first, last] = [points[0], points.at(-1)];
  const length = lengths[range];
  if (!first || !last || length === undefined) return undefined;
  const start = last.time.getTime() - length;
  return start > first.time.getTime() ? new Date(start) : undefined;
}

/** Returns the coarse points of a range, shown until the finer ones arrive. */
export function pointsFrom(points: readonly EquityPoint[], start: Date): readonly EquityPoint[] {
  return points.filter(({ time }) => time >= start);
}

/** Whether a curve can be drawn of a day: it has at least two points. */
export function showsDay(points: readonly EquityPoint[], day: Span | undefined): day is Span {
  return day !== undefined && pointsWithin(points, day).length > 1;
}

export function pointsWithin(
  points: readonly EquityPoint[],
  { from, to }: Span,
): readonly EquityPoint[] {
  return points.filter(({ time }) => time.getTime() >= from && time.getTime() < to);
}

/**
 * Returns the floors within the time range of a curve. The label states the floor at its end, where the line is drawn;
 * the floor of a later day is shown beside the rule.
 */
export function floorLevels(
  floors: readonly Floor[],
  currency: string,
  { from, to }: { from: number; to: number },
): Level[] {
  return floors.flatMap(({ kind, index, points }): Level[] => {
    const steps = stepsWithin(points, from, to);
    const last = points.findLast(({ time }) => time.getTime() <= to);
    if (!last) return [];
    return [
      {
        key: `${kind}-${index}`,
        look: kind === "daily_loss" ? "soft-limit" : "limit",
        label: `${kindOf(kind).name} ${moneyIn(currency)(storedCents(last.floor))}`,
        value: Number(last.floor),
        steps,
      },
    ];
  });
}

/** Returns the floor that applied at the start of the curve, and the later ones. */
function stepsWithin(points: Floor["points"], from: number, to: number): LevelStep[] {
  const first = points.findLastIndex(({ time }) => time.getTime() <= from);
  return points
    .slice(Math.max(first, 0))
    .filter(({ time }) => time.getTime() <= to)
    .map(({ time, floor }) => ({ time: Math.max(time.getTime(), from), value: Number(floor) }));
}
