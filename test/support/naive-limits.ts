import type { LimitRule } from "../../src/business/rulebook/kinds/kinds.rule.ts";
import type { RuleOf } from "../../src/business/rulebook/rules/rules.schema.ts";
import { formatVolume } from "../../src/business/rulebook/timeline/trading-record.rule.ts";
import { formatDecimal } from "../../src/platform/money/money.ts";
import { zoneClock } from "../../src/platform/time/local-time.rule.ts";
import type { TradingDay } from "../../src/business/rulebook/timeline/trading-day.rule.ts";
import { cents } from "./judged.ts";
import { isoTime, type NaiveAccount, type Observation, sum } from "./naive-account.ts";

/** A value with the floor at its time; `null` if the floor is unknown. */
export interface Comparison extends Observation {
  at: number;
  floor: bigint | null;
}

type FloorRule = RuleOf<"daily_loss"> | RuleOf<"max_loss"> | RuleOf<"open_loss">;
/** Whether the records of an instant count; at the end of a day they do not. */
type Side = "before" | "after";

/** Rounds half away from zero to the cent. */
export function percentOf(amount: bigint, percent: string): bigint {
  const product = amount * cents(percent);
  const half = product < 0n ? -5_000n : 5_000n;
  return (product + half) / 10_000n;
}

function limitOf(limit: { amount: string } | { percent: string }, base: bigint): bigint {
  return "amount" in limit ? cents(limit.amount) : percentOf(base, limit.percent);
}

const baseOf = (limit: object, initial: bigint, moved: bigint) =>
  "of" in limit && limit.of !== "initial" ? moved : initial;

/**
 * Returns the equity just before a day starts: the balance if flat, else the latest snapshot within the allowed gap.
 */
function equityAtStart(account: NaiveAccount, { from }: TradingDay): bigint | null {
  if (account.isFlatBefore(from)) return account.balanceBefore(from);
  const gap = account.rules.observation.maxGapSeconds * 1000;
  const near = account.records.snapshots.filter(({ time }) => time >= from - gap && time <= from);
  return near.at(-1)?.equity ?? null;
}

function startingReference(account: NaiveAccount, rule: RuleOf<"daily_loss">, day: TradingDay) {
  if (day.from <= account.start) return account.initial;
  const balance = account.balanceBefore(day.from);
  if (rule.from === "balance" || rule.from === "day_high_equity") return balance;
  const equity = equityAtStart(account, day);
  if (rule.from === "equity" || equity === null) return equity;
  return equity > balance ? equity : balance;
}

function dailyFloor(account: NaiveAccount, rule: RuleOf<"daily_loss">, time: number, side: Side) {
  const day = account.dayOf(side === "before" ? time - 1 : time);
  let reference = startingReference(account, rule, day);
  if (reference === null) return null;
  for (const instant of account.instants) {
    if (instant < day.from || instant > time || (side === "before" && instant === time)) continue;
    reference += sum(account.operationsOf(instant).map(({ amount }) => amount));
    if (rule.from !== "day_high_equity") continue;
    for (const { value } of account.observedAt(instant)) {
      if (value > reference) reference = value;
    }
  }
  return reference - limitOf(rule.limit, baseOf(rule.limit, account.initial, reference));
}

/** Returns the events that move a trailing peak, in order: a day ends before the records of the same instant. */
function peakEvents(account: NaiveAccount, mode: RuleOf<"max_loss">["mode"]) {
  const dayEnds = account.completedDays.map(({ to }) => ({
    at: to,
    side: "before" as Side,
    moves: [] as bigint[],
    values: mode === "trailing_day_end" ? [account.balanceBefore(to)] : [],
  }));
  const instants = account.instants.map((at) => ({
    at,
    side: "after" as Side,
    moves: account.operationsOf(at).map(({ amount }) => amount),
    values:
      mode === "trailing_closed"
        ? [account.balanceAt(at)]
        : mode === "trailing_equity"
          ? [account.balanceAt(at), ...account.observedAt(at).map(({ value }) => value)]
          : [],
  }));
  return [...dayEnds, ...instants].toSorted((a, b) => a.at - b.at);
}

function maxLossFloor(account: NaiveAccount, rule: RuleOf<"max_loss">, time: number, side: Side) {
  const { initial } = account;
  const lock = rule.locksAt && initial + cents(rule.locksAt.amount);
  let peak = initial;
  let isLocked = false;
  const floor = () => {
    const free = peak - limitOf(rule.limit, baseOf(rule.limit, initial, peak));
    isLocked ||= lock !== null && free >= lock;
    return isLocked ? lock! : free;
  };
  floor();
  if (rule.mode === "static") return floor();
  for (const event of peakEvents(account, rule.mode)) {
    if (event.at > time) break;
    if (event.at === time && side === "before" && event.side === "after") break;
    peak += sum(event.moves.filter((amount) => amount > 0n || rule.onWithdrawal === "follow"));
    for (const value of [...event.values, initial]) if (value > peak) peak = value;
    floor();
  }
  return floor();
}

/** Returns the floor of a rule at a time, before or after the records of that instant. */
export function floorAt(account: NaiveAccount, rule: FloorRule, time: number, side: Side) {
  if (rule.kind === "daily_loss") return dailyFloor(account, rule, time, side);
  if (rule.kind === "max_loss") return maxLossFloor(account, rule, time, side);
  return -limitOf(rule.limit, account.initial);
}

/** Returns every comparison of a rule up to the end of the account, in order. */
export function comparisons(account: NaiveAccount, rule: FloorRule): Comparison[] {
  const measured = rule.kind === "open_loss" ? "equity" : rule.measured;
  if (measured === "day_end_balance") {
    return account.completedDays.map(({ to }) => ({
      at: to,
      value: account.balanceBefore(to),
      by: [],
      floor: floorAt(account, rule, to, "before"),
    }));
  }
  const times = measured === "equity" ? account.instants : account.bookings;
  return times.flatMap((at) => {
    const seen = measured === "equity" ? account.observedAt(at) : [account.bookedAt(at)];
    if (seen.length === 0) return [];
    const floor = floorAt(account, rule, at, "after");
    const less = rule.kind === "open_loss" ? account.balanceAt(at) : 0n;
    return seen.map(({ value, by }) => ({ at, value: value - less, by, floor }));
  });
}

export interface NaiveBreach {
  at: number;
  value: string | null;
  floor: string | null;
  by: string[];
}

const withoutFloor = (at: number | undefined): NaiveBreach | null =>
  at === undefined ? null : { at, value: null, floor: null, by: [] };

function firstFlatBy(account: NaiveAccount, { time }: RuleOf<"flat_by">): number | undefined {
  const clock = zoneClock(account.rules.day.timeZone);
  const [hour, minute] = time.split(":").map(Number) as [number, number];
  const DAY = 86_400_000;
  for (let date = account.start - 2 * DAY; date <= account.end + 2 * DAY; date += DAY) {
    const midnight = new Date(date);
    const at = clock.toInstant({
      year: midnight.getUTCFullYear(),
      month: midnight.getUTCMonth() + 1,
      day: midnight.getUTCDate(),
      hour,
      minute,
      second: 0,
      millisecond: 0,
    });
    if (at <= account.end && !account.isFlatAt(at)) return at;
  }
  return undefined;
}

function firstInactivity(account: NaiveAccount, rule: RuleOf<"inactivity">): number | undefined {
  const counted = account.records.deals.filter(
    ({ entry }) => rule.counts === "deals" || entry !== "out",
  );
  const starts = [account.start, ...counted.map(({ time }) => time)];
  return starts
    .map((from) => ({ from, until: from + rule.days * 86_400_000 }))
    .find(
      ({ from, until }) =>
        until <= account.end && !counted.some(({ time }) => time > from && time <= until),
    )?.until;
}

/** Returns the first breach up to the end of the account. */
export function breachOf(account: NaiveAccount, rule: LimitRule): NaiveBreach | null {
  if (rule.kind === "flat_by") return withoutFloor(firstFlatBy(account, rule));
  if (rule.kind === "inactivity") return withoutFloor(firstInactivity(account, rule));
  if (rule.kind === "max_position") {
    const most = cents(rule.volume) * 1_000_000n;
    const at = account.instants.find((time) => account.volumeAt(time) > most);
    if (at === undefined) return null;
    return {
      at,
      value: formatVolume(account.volumeAt(at)),
      floor: null,
      by: account.bookedAt(at).by,
    };
  }
  const first = comparisons(account, rule).find(
    ({ value, floor }) =>
      floor !== null && (rule.breachedWhen === "below" ? value < floor : value <= floor),
  );
  if (!first) return null;
  const { at, value, floor, by } = first;
  return { at, value: formatDecimal(value), floor: formatDecimal(floor!), by };
}

export function judgeLimit(account: NaiveAccount, rule: LimitRule, index: number) {
  const found = breachOf(account, rule);
  const breach = found && { ...found, at: isoTime(found.at) };
  const figures = "breachedWhen" in rule ? figuresOf(account, rule) : noFigures;
  const { isUnknown, ...shown } = figures;
  const status = breach ? "breached" : isUnknown ? "undetermined" : "kept";
  const resetsAt = rule.kind === "daily_loss" ? isoTime(account.dayOf(account.end).to) : null;
  return { kind: rule.kind, index, status, ...shown, resetsAt, breach };
}

const noFigures = { isUnknown: false, floor: null, value: null, room: null, tightest: null };

function figuresOf(account: NaiveAccount, rule: FloorRule) {
  const all = comparisons(account, rule);
  const known = all.filter((item) => item.floor !== null);
  const rooms = known.map((item) => ({ ...item, room: item.value - item.floor! }));
  const least = rooms.find(({ room }) => rooms.every((other) => room <= other.room));
  const floor = floorAt(account, rule, account.end, "after");
  // Values with an unknown floor are not compared.
  const value = known.at(-1)?.value ?? null;
  const money = (amount: bigint | null) => (amount === null ? null : formatDecimal(amount));
  return {
    isUnknown: known.length < all.length,
    floor: money(floor),
    value: money(value),
    room: floor === null || value === null ? null : money(value - floor),
    tightest: least
      ? {
          room: money(least.room),
          value: money(least.value),
          floor: money(least.floor),
          at: isoTime(least.at),
        }
      : null,
  };
}
