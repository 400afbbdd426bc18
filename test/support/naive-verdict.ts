import type { ObjectiveRule } from "../../src/business/rulebook/kinds/kinds.rule.ts";
import type { RuleOf, Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import type { Engine } from "../../src/business/rulebook/timeline/timeline.rule.ts";
import {
  netOf,
  type TradingRecord,
} from "../../src/business/rulebook/timeline/trading-record.rule.ts";
import type {
  Coverage,
  Grade,
  JudgedStage,
} from "../../src/business/rulebook/engine/verdict.schema.ts";
import { formatDecimal } from "../../src/platform/money/money.ts";
import type { TradingDay } from "../../src/business/rulebook/timeline/trading-day.rule.ts";
import { cents } from "./judged.ts";
import { isoTime, NaiveAccount, sum, volumeAfter } from "./naive-account.ts";
import { breachOf, coversOf, floorAt, judgeLimit, percentOf } from "./naive-limits.ts";

function targetAmount(account: NaiveAccount, target: { amount: string } | { percent: string }) {
  return "amount" in target ? cents(target.amount) : percentOf(account.initial, target.percent);
}

const atLeastZero = (amount: bigint) => (amount > 0n ? amount : 0n);

function judgeProfitTarget(account: NaiveAccount, rule: RuleOf<"profit_target">) {
  const target = targetAmount(account, rule.target);
  const isMetAt = (time: number) => account.profitAt(time) >= target && account.isFlatAt(time);
  const reachedAt = [account.start, ...account.instants].find(isMetAt);
  const profit = account.profitAt(account.end);
  return {
    status: isMetAt(account.end) ? "met" : "not_met",
    value: formatDecimal(profit),
    target: formatDecimal(target),
    missing: formatDecimal(atLeastZero(target - profit)),
    reachedAt: reachedAt === undefined ? null : isoTime(reachedAt),
  };
}

/** Returns whether a position was opened and completely closed on one day. */
function hasWholeTrade(account: NaiveAccount, day: TradingDay): boolean {
  const positions = new Set(account.records.deals.map(({ position }) => position));
  return [...positions].some((position) => {
    let open = 0n;
    let openedAt = Number.NaN;
    return account.records.deals
      .filter((deal) => deal.position === position)
      .some((deal) => {
        const before = open;
        open = volumeAfter(before, deal);
        const closes = before > 0n && (open === 0n || deal.entry === "inout");
        const isWhole =
          closes && openedAt >= day.from && deal.time >= day.from && deal.time < day.to;
        if (open > 0n && (before === 0n || deal.entry === "inout")) openedAt = deal.time;
        return isWhole;
      });
  });
}

function countsDay(account: NaiveAccount, rule: RuleOf<"min_trading_days">, day: TradingDay) {
  const deals = account.dealsWithin(day);
  if (rule.counts === "opened") return deals.some(({ entry }) => entry !== "out");
  if (rule.counts === "closed") return deals.some(({ entry }) => entry !== "in");
  if (rule.counts === "traded") return deals.length > 0;
  if (rule.counts === "opened_and_closed") return hasWholeTrade(account, day);
  const minimum = targetAmount(account, rule.minimumProfit ?? { amount: "0.01" });
  return deals.length > 0 && sum(deals.map(netOf)) >= minimum;
}

function judgeTradingDays(account: NaiveAccount, rule: RuleOf<"min_trading_days">) {
  const value = account.days.filter((day) => countsDay(account, rule, day)).length;
  const missing = Math.max(rule.days - value, 0);
  return {
    status: missing === 0 ? "met" : "not_met",
    value,
    target: rule.days,
    missing,
    reachedAt: null,
  };
}

function judgeConsistency(account: NaiveAccount, rule: RuleOf<"consistency">) {
  const profit = account.profitAt(account.end);
  const most = cents(rule.bestDayAtMostPercent);
  const target = formatDecimal(most);
  if (profit <= 0n)
    return { status: "not_met", value: null, target, missing: null, reachedAt: null };
  const nets = account.days.map((day) => sum(account.dealsWithin(day).map(netOf)));
  const best = nets.reduce((a, b) => (a > b ? a : b));
  // Hundredths of a percent, rounded up.
  const value = (best * 10_000n + profit - 1n) / profit;
  return {
    status: best * 10_000n <= most * profit ? "met" : "not_met",
    value: formatDecimal(value),
    target,
    missing: formatDecimal(atLeastZero(value - most)),
    reachedAt: null,
  };
}

function judgeObjective(account: NaiveAccount, rule: ObjectiveRule, index: number) {
  const place = { kind: rule.kind, index };
  if (rule.kind === "profit_target") return { ...place, ...judgeProfitTarget(account, rule) };
  if (rule.kind === "min_trading_days") return { ...place, ...judgeTradingDays(account, rule) };
  return { ...place, ...judgeConsistency(account, rule) };
}

/** Returns the intervals with open positions between two observations: flat instants, snapshots and the end. */
function openStretches(account: NaiveAccount): number[] {
  const marks = [...new Set([...account.instants, account.end])];
  const isSeen = (time: number) =>
    account.isFlatBefore(time) ||
    account.isFlatAt(time) ||
    time === account.end ||
    account.records.snapshots.some((snapshot) => snapshot.time === time);
  const seen = marks.filter(isSeen);
  return seen.slice(1).flatMap((to, index) => {
    const from = seen[index]!;
    return account.isFlatAt(from) ? [] : [to - from];
  });
}

function judgeEvidence(account: NaiveAccount, { evidence }: JudgedStage) {
  const gap = account.rules.observation.maxGapSeconds * 1000;
  const all = openStretches(account);
  const observed = all.filter((length) => length <= gap);
  const seconds = (list: number[]) =>
    list.reduce((total, length) => total + Math.floor(length / 1000), 0);
  const coverage = {
    openSeconds: seconds(all),
    observedSeconds: seconds(observed),
    longestGapSeconds: Math.floor(Math.max(0, ...all) / 1000),
  };
  const { snapshots } = account.records;
  const isKnown = (time: string) => Date.parse(time) <= account.end;
  const isIncomplete =
    evidence.inconsistentStatements.some(({ from }) => from === null || isKnown(from)) ||
    evidence.conflicts.some(({ time }) => isKnown(time)) ||
    snapshots.some(({ time, balance }) => balance !== account.balanceAt(time));
  return { coverage, grade: gradeOf(account, coverage, isIncomplete) };
}

/** Grades by the whole seconds of the coverage, so that the grade is consistent with them. */
function gradeOf(account: NaiveAccount, coverage: Coverage, isIncomplete: boolean): Grade {
  const { openSeconds, observedSeconds } = coverage;
  if (account.instants.length === 0) return "stated";
  if (isIncomplete) return "incomplete";
  if (observedSeconds === openSeconds) return "observed";
  return observedSeconds > 0 ? "partly_observed" : "closed_results";
}

/**
 * Returns for each rule the first instant without a snapshot at which positions are open and the balance is at or below
 * the equity floor. Breached rules are omitted.
 */
function possibleBreaches(account: NaiveAccount, waivers: readonly string[]) {
  return account.rules.limits.flatMap((rule, index) => {
    if (rule.kind !== "daily_loss" && rule.kind !== "max_loss") return [];
    if (rule.measured !== "equity") return [];
    const breachedAt = breachOf(account, rule, index, waivers)?.at ?? Number.POSITIVE_INFINITY;
    const covers = coversOf(account, rule, index, waivers);
    const first = account.instants.find((time) => {
      const floor = floorAt(account, rule, time, "after");
      const isSeen = account.records.snapshots.some((snapshot) => snapshot.time === time);
      const isUnder = floor !== null && account.balanceAt(time) <= floor;
      const isCovered = covers.some(({ from, to }) => from <= time && time < to);
      return isUnder && !isSeen && !isCovered && !account.isFlatAt(time);
    });
    if (first === undefined || first >= breachedAt) return [];
    return [{ code: "possible_breach", at: isoTime(first), kind: rule.kind, index }];
  });
}

/** Returns the first instant at which a failing limit is breached. */
function firstFailure(account: NaiveAccount, waivers: readonly string[]): number | null {
  const times = account.rules.limits.flatMap((rule, index) =>
    rule.consequence === "fail" ? (breachOf(account, rule, index, waivers)?.at ?? []) : [],
  );
  return times.length > 0 ? Math.min(...times) : null;
}

/**
 * Judges a record according to the wording of the contract, without regard to speed. Sentences are omitted.
 * Interpretations of cases that the contract does not define: days before the first and after the last record count as
 * days; a credit is not a booking; within an instant, positions open before they close; the volume and the flatness of
 * an instant are those after all of its deals; nothing is compared with an unknown floor; a snapshot at the start of a
 * day is its reference before the operations of that instant; a rule's first possible breach is the one reported; the
 * grade follows from the whole seconds of the coverage; a target of 0 is reached at the start; a profitable day without
 * a minimum has a profit of at least one cent; evidence counts up to the end of the judged period; an empty record is
 * `stated`, regardless of its statements; after an inactivity of 0 days that was set aside, a day counts.
 * @param waivers the keys of the breaches that were set aside
 */
export function judgeNaively(
  stage: JudgedStage,
  rules: Rules,
  records: TradingRecord,
  asOf: number,
  engine: Engine,
  waivers: readonly string[] = [],
) {
  const endedAt = firstFailure(new NaiveAccount(stage, rules, records, asOf, engine), waivers);
  const account = new NaiveAccount(stage, rules, records, endedAt ?? asOf, engine);
  const limits = rules.limits.map((rule, index) => judgeLimit(account, rule, index, waivers));
  const objectives = rules.objectives.map((rule, index) => judgeObjective(account, rule, index));
  const isUnknown = limits.some(
    ({ status, index }) => status === "undetermined" && rules.limits[index]!.consequence === "fail",
  );
  const isMet = objectives.length > 0 && objectives.every(({ status }) => status === "met");
  const unbreached = !isMet ? "in_progress" : isUnknown ? "undetermined" : "passed";
  return {
    outcome: endedAt === null ? unbreached : "breached",
    endedAt: endedAt === null ? null : isoTime(endedAt),
    ...judgeEvidence(account, stage),
    limits,
    objectives,
    possibleBreaches: possibleBreaches(account, waivers),
  };
}
