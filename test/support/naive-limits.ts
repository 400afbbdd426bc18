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

/** A comparison of any limit, and what its breach would say; `room` only if it has a floor. */
interface Weighed {
  at: number;
  isBreach: boolean;
  breach: Omit<NaiveBreach, "at">;
  comparison?: Comparison & { floor: bigint };
}

const withoutFloor = { value: null, floor: null, by: [] };

/** Returns whether a position is open at the time of the rule, for each day on which it is compared. */
function weighFlatBy(account: NaiveAccount, { time }: RuleOf<"flat_by">): Weighed[] {
  const clock = zoneClock(account.rules.day.timeZone);
  const [hour, minute] = time.split(":").map(Number) as [number, number];
  const DAY = 86_400_000;
  const weighed: Weighed[] = [];
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
    if (at > account.end) continue;
    weighed.push({ at, isBreach: !account.isFlatAt(at), breach: withoutFloor });
  }
  return weighed;
}

function weighPosition(account: NaiveAccount, rule: RuleOf<"max_position">): Weighed[] {
  const most = cents(rule.volume) * 1_000_000n;
  return account.instants
    .filter((time) => account.dealsOf(time).length > 0)
    .map((at) => ({
      at,
      isBreach: account.volumeAt(at) > most,
      breach: {
        value: formatVolume(account.volumeAt(at)),
        floor: null,
        by: account.bookedAt(at).by,
      },
    }));
}

function weighFloor(account: NaiveAccount, rule: FloorRule): Weighed[] {
  return comparisons(account, rule).flatMap((comparison) => {
    const { at, value, floor, by } = comparison;
    // Values with an unknown floor are not compared.
    if (floor === null) return [];
    const isBreach = rule.breachedWhen === "below" ? value < floor : value <= floor;
    const breach = { value: formatDecimal(value), floor: formatDecimal(floor), by };
    return [{ at, isBreach, breach, comparison: { ...comparison, floor } }];
  });
}

/** What the comparisons of a limit come to, when breaches at these times were set aside. */
interface Weighing {
  /** The first that was not set aside, and the last that was. */
  breach: NaiveBreach | null;
  waived: NaiveBreach | null;
  /** Without breaches that were set aside and what they cover. */
  counted: (Comparison & { floor: bigint })[];
  /** From a breach that was set aside until what it covers ends. */
  covers: { from: number; to: number }[];
}

function weighInactivity(
  account: NaiveAccount,
  rule: RuleOf<"inactivity">,
  waivedAt: ReadonlySet<string>,
): Weighing {
  const DAY = 86_400_000;
  const counted = account.records.deals
    .filter(({ entry }) => rule.counts === "deals" || entry !== "out")
    .map(({ time }) => time);
  const weighing: Weighing = { breach: null, waived: null, counted: [], covers: [] };
  let last = account.start;
  for (;;) {
    const at = last + (weighing.waived ? Math.max(rule.days, 1) : rule.days) * DAY;
    const next = counted.find((time) => time > last && time <= at);
    if (next === undefined && at > account.end) return weighing;
    if (next !== undefined) last = next;
    else if (waivedAt.has(isoTime(at))) {
      weighing.waived = { at, ...withoutFloor };
      last = at;
    } else return { ...weighing, breach: { at, ...withoutFloor } };
  }
}

function weigh(
  account: NaiveAccount,
  rule: LimitRule,
  index: number,
  waivers: readonly string[],
): Weighing {
  const start = `${rule.kind}/${index}/`;
  const ofLimit = waivers.filter((key) => key.startsWith(start));
  const waivedAt = new Set(ofLimit.map((key) => key.slice(start.length)));
  if (rule.kind === "inactivity") return weighInactivity(account, rule, waivedAt);
  const all =
    rule.kind === "flat_by"
      ? weighFlatBy(account, rule)
      : rule.kind === "max_position"
        ? weighPosition(account, rule)
        : weighFloor(account, rule);
  const weighing: Weighing = { breach: null, waived: null, counted: [], covers: [] };
  for (const { at, isBreach, breach, comparison } of all) {
    const cover = weighing.covers.at(-1);
    if (!isBreach && cover && at < cover.to) cover.to = at;
    const isCovered = cover !== undefined && at < cover.to;
    if (isCovered) continue;
    if (isBreach && waivedAt.has(isoTime(at))) {
      weighing.waived = { at, ...breach };
      weighing.covers.push({ from: at, to: account.dayOf(at).to });
      continue;
    }
    if (isBreach) weighing.breach ??= { at, ...breach };
    if (comparison) weighing.counted.push(comparison);
  }
  return weighing;
}

/** Returns the first breach up to the end of the account that was not set aside. */
export function breachOf(
  account: NaiveAccount,
  rule: LimitRule,
  index: number,
  waivers: readonly string[],
): NaiveBreach | null {
  return weigh(account, rule, index, waivers).breach;
}

/** Returns the periods in which what a limit shows was set aside. */
export function coversOf(
  account: NaiveAccount,
  rule: LimitRule,
  index: number,
  waivers: readonly string[],
) {
  return weigh(account, rule, index, waivers).covers;
}

export function judgeLimit(
  account: NaiveAccount,
  rule: LimitRule,
  index: number,
  waivers: readonly string[],
) {
  const { breach: standing, waived, counted } = weigh(account, rule, index, waivers);
  const found = standing ?? waived;
  const breach = found && {
    ...found,
    at: isoTime(found.at),
    ...(!standing && { waived: true }),
  };
  const figures = "breachedWhen" in rule ? figuresOf(account, rule, counted) : noFigures;
  const { isUnknown, ...shown } = figures;
  const status = standing ? "breached" : isUnknown ? "undetermined" : "kept";
  const resetsAt = rule.kind === "daily_loss" ? isoTime(account.dayOf(account.end).to) : null;
  return { kind: rule.kind, index, status, ...shown, resetsAt, breach };
}

const noFigures = { isUnknown: false, floor: null, value: null, room: null, tightest: null };

function figuresOf(
  account: NaiveAccount,
  rule: FloorRule,
  counted: (Comparison & { floor: bigint })[],
) {
  const all = comparisons(account, rule);
  const known = all.filter((item) => item.floor !== null);
  const rooms = counted.map((item) => ({ ...item, room: item.value - item.floor }));
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
