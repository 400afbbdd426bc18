import { DAY } from "../../../platform/time/durations.rule.ts";
import type { StoredCalendar } from "../../rulebook/calendar/calendar.queries.ts";
import { usesCalendar } from "../../rulebook/engine/judge.rule.ts";
import type { Rules } from "../../rulebook/rules/rules.schema.ts";
import {
  initialJudgeState,
  type StoredJudge,
  storeJudge,
} from "../../rulebook/engine/judge-state.rule.ts";
import { EquityRange, readPoint, type StoredPoint, storePoint } from "./equity.rule.ts";
import type { DayTimes } from "../../rulebook/timeline/coverage.rule.ts";
import {
  type EngineInputs,
  engineOf,
  type TimelineState,
} from "../../rulebook/timeline/timeline.rule.ts";

/** A trading day while its instants are played. Amounts are cents, times milliseconds since 1970 UTC. */
export interface DayDraft extends DayTimes {
  day: string;
  openingBalance: bigint;
  closingBalance: bigint;
  /** Sum of the deals, without operations. */
  net: bigint;
  hasDeals: boolean;
  equityLow: bigint | null;
  equityHigh: bigint | null;
  range: EquityRange;
  hour: HourDraft;
}

/** Lows and highs of one hour of a trading day, counted from the day's start. */
export interface HourDraft {
  hour: number;
  range: EquityRange;
}

/** The state of a stage after an instant: everything that the next instants depend on. */
export interface StageState {
  /** The time of the last instant; `null` before the first one. */
  time: number | null;
  timeline: TimelineState;
  /** Sum of all deals. */
  net: bigint;
  /** The time of the last deal, or of the last operation other than a credit. */
  lastBooked: number | null;
  /** The peak of the result without operations, and the largest drawdown from a peak. */
  result: { peak: bigint; maxDrawdown: bigint };
  /** The last observation of equity, if a position has been open since then. */
  openSince: number | null;
  /** The day of the last instant; `null` at the start of a day. */
  day: DayDraft | null;
  /** The state from which the verdict is derived. */
  judge: StoredJudge;
}

/** What the state of a stage depends on, besides its rules and records. */
export interface StateInputs extends EngineInputs {
  /** Cents. */
  initialBalance: bigint;
  rules: Rules | null;
  calendar: StoredCalendar | null;
}

/** @param contested as `contestedOf` returns it */
export function initialState(inputs: StateInputs, contested: string[] = []): StageState {
  const { initialBalance, carriedBalance, rules } = inputs;
  return {
    time: null,
    timeline: {
      balance: initialBalance,
      positions: {},
      hasBooked: carriedBalance === initialBalance,
      engine: engineOf(inputs, rules),
      ...(carriedBalance !== null && { carried: carriedBalance }),
    },
    net: 0n,
    lastBooked: null,
    result: { peak: 0n, maxDrawdown: 0n },
    openSince: null,
    day: null,
    judge: storeJudge(initialJudgeState(initialBalance, contested)),
  };
}

/**
 * Whether the records were played by another version of the engine, or with other breaches set aside or another balance
 * carried over, or before events were imported that may concern them, so that they must be played again.
 */
export function isOutdated(state: StageState, inputs: StateInputs): boolean {
  const { timeline, judge } = state;
  const keys = inputs.waivers.map(({ key }) => key);
  return (
    timeline.engine !== engineOf(inputs, inputs.rules) ||
    (timeline.carried ?? null) !== inputs.carriedBalance ||
    JSON.stringify(judge.waivers ?? []) !== JSON.stringify(keys) ||
    isBeforeImport(state, inputs)
  );
}

/** A window begins at most a day before its event. */
export function isBeforeImport({ time, judge }: StageState, inputs: StateInputs): boolean {
  if (!usesCalendar(inputs.rules)) return false;
  const played = Number(judge["calendar"] ?? 0);
  const present = inputs.calendar?.versionId ?? 0;
  if (played > present) return true;
  const changes = inputs.calendar?.changes ?? [];
  return changes.some(
    ({ versionId, from }) => versionId > played && time !== null && from <= time + DAY,
  );
}

/**
 * Whether it is decided what the funding of a stage is. Until then, further operations may fund a stage that keeps its
 * login together with earlier ones, so its records must be played from the beginning.
 */
export function isFundingDecided({ timeline }: StageState, inputs: StateInputs): boolean {
  return inputs.carriedBalance === null || timeline.hasBooked;
}

/** A value as JSON: amounts are text. */
export type Stored<Value> = Value extends bigint
  ? string
  : Value extends EquityRange
    ? StoredPoint[]
    : Value extends object
      ? { [Name in keyof Value]: Stored<Value[Name]> }
      : Value;

export type StoredState = Stored<Omit<StageState, "judge">> & Pick<StageState, "judge">;

export function storeState(state: StageState): StoredState {
  const { timeline, net, result, day } = state;
  const { carried, ...others } = timeline;
  return {
    ...state,
    timeline: {
      ...others,
      balance: String(timeline.balance),
      ...(carried !== undefined && { carried: String(carried) }),
    },
    net: String(net),
    result: { peak: String(result.peak), maxDrawdown: String(result.maxDrawdown) },
    day: day && storeDay(day),
  };
}

function storeDay(day: DayDraft): Stored<DayDraft> {
  const { openingBalance, closingBalance, net, equityLow, equityHigh, range, hour } = day;
  return {
    ...day,
    openingBalance: String(openingBalance),
    closingBalance: String(closingBalance),
    net: String(net),
    equityLow: equityLow === null ? null : String(equityLow),
    equityHigh: equityHigh === null ? null : String(equityHigh),
    range: range.points.map(storePoint),
    hour: { hour: hour.hour, range: hour.range.points.map(storePoint) },
  };
}

export function readState(stored: StoredState): StageState {
  const { timeline, net, result, day } = stored;
  const { carried, ...others } = timeline;
  return {
    ...stored,
    timeline: {
      ...others,
      balance: BigInt(timeline.balance),
      ...(carried !== undefined && { carried: BigInt(carried) }),
    },
    net: BigInt(net),
    result: { peak: BigInt(result.peak), maxDrawdown: BigInt(result.maxDrawdown) },
    day: day && readDay(day),
  };
}

function readDay(day: Stored<DayDraft>): DayDraft {
  const { openingBalance, closingBalance, net, equityLow, equityHigh, range, hour } = day;
  return {
    ...day,
    openingBalance: BigInt(openingBalance),
    closingBalance: BigInt(closingBalance),
    net: BigInt(net),
    equityLow: equityLow === null ? null : BigInt(equityLow),
    equityHigh: equityHigh === null ? null : BigInt(equityHigh),
    range: new EquityRange(range.map(readPoint)),
    hour: { hour: hour.hour, range: new EquityRange(hour.range.map(readPoint)) },
  };
}
