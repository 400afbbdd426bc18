import { type TradingDay, tradingDays } from "../timeline/trading-day.rule.ts";
import type { Rules } from "../rules/rules.schema.ts";
import {
  type EngineInputs,
  engineOf,
  type Instant,
  isBooked,
  type Observation,
} from "../timeline/timeline.rule.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import { CoverageMeter } from "../timeline/coverage.rule.ts";
import { findingsOf, gradeOf, outcomeOf } from "./findings.rule.ts";
import {
  initialJudgeState,
  type JudgeState,
  readJudge,
  type StoredJudge,
  storeJudge,
} from "./judge-state.rule.ts";
import { FloorLimit, isWatched, type LimitRoom, type LimitUse } from "../kinds/parts/floor.rule.ts";
import { createLimits, createObjectives } from "./judged-rules.rule.ts";
import {
  type Account,
  instantText,
  type Limit,
  type Moment,
  type Objective,
  type ZonedAccount,
} from "../kinds/parts/limit.rule.ts";
import type { LimitRule, ObjectiveRule } from "../kinds/kinds.rule.ts";
import { ConductJudge } from "./conduct-judge.rule.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import type { Calendar } from "../timeline/calendar.rule.ts";
import type { Judgement, StageEvidence, Waiver } from "./verdict.schema.ts";

/** A stage to be judged. Times are milliseconds since 1970 UTC. */
export interface JudgedAccount extends Account, EngineInputs {
  /** The id of the stage. */
  id: number;
  startedAt: number;
  /** `null` while the stage is open. What closes positions after the end is not judged. */
  endedAt: number | null;
  rulesVersionId: number | null;
  waivers: readonly Waiver[];
  /** The version of the calendar that rules about news refer to; `null` if nothing has been imported. */
  calendar: Calendar | null;
}

/** A stage without rules is only measured. */
const noRules: Rules = {
  day: { timeZone: "UTC", startsAt: "00:00" },
  observation: { maxGapSeconds: 300 },
  limits: [],
  objectives: [],
  payout: null,
};

const NEVER = Number.POSITIVE_INFINITY;
const none: Observation[] = [];

/**
 * Judges a stage by its rules. It plays the instants of the record one by one, and can continue from a stored
 * state: the same records lead to the same verdict, regardless of how they are batched.
 */
export class Judge {
  readonly #stage: JudgedAccount;
  readonly #rules: Rules;
  readonly #state: JudgeState;
  readonly #dayAt: (instant: number) => TradingDay;
  readonly #limits: Limit<LimitRule>[];
  readonly #objectives: Objective<ObjectiveRule>[];
  readonly #conduct: ConductJudge | null;
  readonly #coverage: CoverageMeter;
  /** The time of the last breach that was set aside. */
  readonly #lastWaived: number;
  /** The next time at which the mere passage of time matters: the end of a day, or a deadline of a limit. */
  #nextEvent = Number.NEGATIVE_INFINITY;

  constructor(stage: JudgedAccount, rules: Rules | null, stored?: StoredJudge) {
    this.#stage = stage;
    this.#rules = rules ?? noRules;
    const state =
      stored === undefined ? initialJudgeState(stage.initialBalance) : readJudge(stored);
    this.#state = state;
    this.#dayAt = tradingDays(this.#rules.day);
    const account = { ...stage, timeZone: this.#rules.day.timeZone };
    this.#limits = createLimits(this.#rules, account, state.limits, stage.waivers);
    this.#objectives = createObjectives(this.#rules, account, state.objectives);
    this.#conduct = createConduct(this.#rules, account, state);
    this.#coverage = new CoverageMeter(this.#rules.observation.maxGapSeconds, state.coverage);
    const waived = this.#limits.flatMap(({ waivedTimes }) => [...waivedTimes].map(Date.parse));
    this.#lastWaived = waived.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  }

  /** A copy of everything that later instants depend on. */
  get state(): StoredJudge {
    const { waivers } = this.#stage;
    return storeJudge({
      ...this.#state,
      ...(waivers.length > 0 && { waivers: waivers.map(({ key }) => key) }),
      limits: this.#limits.map(({ state }) => state),
      objectives: this.#objectives.map(({ state }) => state),
      ...(this.#conduct && { conduct: this.#conduct.state }),
      ...(this.#calendarId !== null && { calendar: this.#calendarId }),
    });
  }

  /** What has been used of the limits since this judge was created, in the order of time for each limit. */
  get uses(): LimitUse[] {
    return this.#limits.flatMap((limit, index) => {
      const { kind } = limit.rule;
      if (!(limit instanceof FloorLimit) || !isWatched(kind)) return [];
      return limit.uses.map((use) => ({ ...use, kind, index }));
    });
  }

  /** The limit of which the smallest share is left; `null` if none has a known room. */
  get closest(): LimitRoom | null {
    let closest: LimitRoom | null = null;
    for (const limit of this.#limits) {
      const { kind } = limit.rule;
      if (!(limit instanceof FloorLimit) || !isWatched(kind)) continue;
      const { left } = limit;
      if (left === null) continue;
      if (closest === null || left.room * closest.amount < closest.room * left.amount) {
        closest = { kind, ...left };
      }
    }
    return closest;
  }

  /** @param instant must be later than all previous instants */
  play(instant: Instant): void {
    const state = this.#state;
    const { time } = instant;
    this.#begin(Math.min(this.#stage.startedAt, time));
    if (state.endedAt !== null || this.#closesAfterEnd(instant)) return;
    if (time >= this.#nextEvent) this.#passTimeUntil(time, instant);
    if (state.endedAt !== null) return;
    state.hasRecords = true;
    state.idleDays = 0;
    state.balance = instant.balance;
    state.isFlat = instant.isFlat;
    for (const { balance, equity } of instant.snapshots) {
      state.snapshot = { time, equity };
      if (balance !== instant.balance) {
        state.unexplained ??= { time, balance, expected: instant.balance };
      }
    }
    this.#coverage.play(instant);
    const moment = momentOf(instant, state.day!);
    for (const limit of this.#limits) limit.play(moment);
    this.#conduct?.play(instant);
    const hasDeals = instant.deals.length > 0;
    if (hasDeals) for (const objective of this.#objectives) objective.play(moment);
    if (hasDeals || time >= this.#nextEvent) {
      this.#passDueTimes(time);
      this.#nextEvent = Math.min(state.day!.to, this.#dueAfter(time));
    }
    state.time = time;
    this.#endIfFailed(time);
  }

  /** Whether an instant closes positions after the end of the stage, unless other records after it are judged. */
  #closesAfterEnd({ time, isClosing }: Instant): boolean {
    const { endedAt } = this.#stage;
    if (!isClosing || endedAt === null || time < endedAt) return false;
    const last = this.#state.time;
    return last === null || last < endedAt;
  }

  /** The time up to which a stage is judged as of a time: not beyond its end, unless later records are judged. */
  #judgedUntil(asOf: number): number {
    const { endedAt } = this.#stage;
    if (endedAt === null) return asOf;
    return Math.min(asOf, Math.max(endedAt, this.#state.time ?? endedAt));
  }

  /**
   * Judges the stage as of a time, which must not be before its last record. The judge cannot be used afterwards.
   * @param evidence conflicts and inconsistencies that the records themselves do not show
   */
  conclude(asOf: number, evidence: StageEvidence): Judgement {
    const state = this.#state;
    this.#begin(this.#stage.startedAt);
    const last = this.#judgedUntil(asOf);
    if (state.endedAt === null) this.#passTimeUntil(last);
    if (state.endedAt === null && (state.time === null || last > state.time)) {
      this.#passDueTimes(last);
      this.#endIfFailed(last);
      state.time = last;
    }
    const until = state.endedAt ?? last;
    const coverage = this.#coverage.conclude(until);
    const findings = findingsOf(
      this.#limits,
      state.unexplained,
      { ...evidence, until },
      this.#stage,
    );
    const isIncomplete = findings.some(({ code }) => code !== "possible_breach");
    const limits = this.#limits.map(reportLimit);
    const objectives = this.#objectives.map((objective) => objective.report());
    return {
      stageId: this.#stage.id,
      asOf: instantText(asOf),
      outcome: outcomeOf(this.#limits, objectives, this.#conduct?.isBreached ?? false),
      endedAt: state.endedAt === null ? null : instantText(state.endedAt),
      grade: gradeOf(coverage, { hasRecords: state.hasRecords, isIncomplete }),
      coverage,
      rules: [
        ...limits.map((report, index) => ({ index, ...report })),
        ...objectives.map((report, index) => ({
          kind: this.#objectives[index]!.rule.kind,
          index,
          ...report,
        })),
      ],
      findings,
      rulesVersionId: this.#stage.rulesVersionId,
      ...this.#results(),
    };
  }

  /** When time alone may change the verdict next; infinite after the evaluation has ended. */
  get nextEventAt(): number {
    const { day, time, endedAt } = this.#state;
    if (endedAt !== null || day === null || time === null) return NEVER;
    if (this.#limits.length + this.#objectives.length === 0 && !this.#conduct) return NEVER;
    return Math.min(day.to, this.#dueAfter(time));
  }

  #begin(start: number): void {
    const state = this.#state;
    if (state.start !== null) return;
    state.start = start;
    for (const limit of this.#limits) limit.begin(start);
    for (const objective of this.#objectives) objective.begin(start);
    this.#beginDay(this.#dayAt(start), null, true);
  }

  /**
   * Lets time pass up to an instant: days end, and deadlines of limits are checked. At the instant itself, only a
   * day's end is handled; everything else is checked after its records.
   */
  #passTimeUntil(time: number, instant?: Instant): void {
    const state = this.#state;
    for (;;) {
      const due = this.#dueAfter(state.time ?? state.start! - 1);
      this.#skipIdleDays(Math.min(time, due));
      const dayEnd = state.day!.to;
      const at = Math.min(dayEnd, due);
      this.#nextEvent = at;
      if (at > time || (at === time && at !== dayEnd)) return;
      if (at === dayEnd) this.#turnDay(dayEnd, at === time ? instant : undefined);
      if (at === time) return;
      this.#passDueTimes(at);
      state.time = at;
      this.#endIfFailed(at);
      if (state.endedAt !== null) return;
    }
  }

  /**
   * After two days without records and positions, all further ones are the same and are skipped, however long the
   * pause; but a breach at the end of a day may have been set aside on one and not on the next.
   */
  #skipIdleDays(time: number): void {
    const { isFlat, idleDays, day } = this.#state;
    if (!isFlat || idleDays < 2 || time < day!.to || day!.from <= this.#lastWaived) return;
    const next = this.#dayAt(time);
    if (next.from > day!.to) this.#beginDay(next, null, false);
  }

  #dueAfter(time: number): number {
    const { isFlat } = this.#state;
    let due = this.#conduct?.dueAfter(time) ?? NEVER;
    for (const limit of this.#limits) due = Math.min(due, limit.dueAfter(time, isFlat));
    return due;
  }

  #passDueTimes(time: number): void {
    const { isFlat } = this.#state;
    for (const limit of this.#limits) {
      if (limit.dueAfter(time - 1, isFlat) <= time) limit.passTime(time);
    }
    this.#conduct?.passDueTimes(time);
  }

  /** Limits compare the day's end before the records of that instant. */
  #turnDay(at: number, instant: Instant | undefined): void {
    for (const limit of this.#limits) limit.endCover();
    for (const rule of [...this.#limits, ...this.#objectives]) rule.endDay(at, this.#state.balance);
    this.#state.idleDays += 1;
    const atStart = instant?.snapshots.at(-1)?.equity;
    this.#beginDay(this.#dayAt(at), atStart ?? this.#recentEquity(at), false);
  }

  #recentEquity(at: number): bigint | null {
    const { snapshot } = this.#state;
    const maxGap = this.#rules.observation.maxGapSeconds * 1000;
    return snapshot !== null && at - snapshot.time <= maxGap ? snapshot.equity : null;
  }

  #beginDay(day: TradingDay, snapshotEquity: bigint | null, isFirst: boolean): void {
    const { balance, isFlat } = this.#state;
    this.#state.day = day;
    const beginning = { day, isFirst, balance, isFlat, snapshotEquity };
    for (const limit of this.#limits) {
      limit.endCover();
      limit.beginDay(beginning);
    }
  }

  #endIfFailed(at: number): void {
    for (const { rule, state } of this.#limits) {
      if (state.breach !== null && rule.consequence === "fail") this.#state.endedAt = at;
    }
    if (this.#conduct?.isFailed) this.#state.endedAt = at;
  }

  /** The version of the calendar that a rule refers to. */
  get #calendarId(): number | null {
    return usesCalendar(this.#rules) ? (this.#stage.calendar?.versionId ?? null) : null;
  }

  /** What version 3 says in addition. */
  #results(): Pick<Judgement, "engine" | "deductions" | "calendar" | "conduct"> {
    const engine = engineOf(this.#stage, this.#rules);
    if (engine !== "3") return { engine };
    const { conduct, deductions } = this.#conduct?.report() ?? { conduct: [], deductions: 0n };
    const versionId = this.#calendarId;
    const calendar = versionId === null ? null : { versionId };
    return { deductions: formatDecimal(deductions), calendar, conduct, engine };
  }
}

/** Whether rules are about news, and so refer to the calendar. */
export function usesCalendar(rules: Pick<Rules, "conduct"> | null): boolean {
  return rules?.conduct?.some(({ kind }) => kind === "news") ?? false;
}

/** @param state the state to continue from */
function createConduct(
  { conduct, day }: Rules,
  account: JudgedAccount & ZonedAccount,
  state: JudgeState,
): ConductJudge | null {
  if (conduct === undefined) return null;
  const { contested = [] } = state;
  return new ConductJudge(conduct, { ...account, day, contested }, state.conduct);
}

function momentOf(instant: Instant, day: TradingDay): Moment {
  const balance: Observation[] = isBooked(instant)
    ? [{ value: instant.balance, source: "booking" }]
    : none;
  return { instant, day, equity: instant.equity, balance };
}

function reportLimit(limit: Limit<LimitRule>) {
  const { breach: standing, waived } = limit.state;
  const status = standing ? "breached" : limit.isUndetermined ? "undetermined" : "kept";
  const { floor, value, room, resetsAt, tightest, reason: present } = limit.report();
  const { kind } = limit.rule;
  const breach = standing ?? waived ?? null;
  const reason = breach?.waived
    ? `${present} The breach at ${timeInWords(breach.at)} was set aside.`
    : present;
  return { kind, status, floor, value, room, resetsAt, tightest, breach, reason } as const;
}
