import type { StoredCalendar } from "../../rulebook/calendar/calendar.queries.ts";
import { type DayStart, tradingDays } from "../../rulebook/timeline/trading-day.rule.ts";
import type { Rules } from "../../rulebook/rules/rules.schema.ts";
import type { LimitUse } from "../../rulebook/kinds/parts/floor.rule.ts";
import { Judge, type JudgedAccount } from "../../rulebook/engine/judge.rule.ts";
import { observeInDay } from "../../rulebook/timeline/coverage.rule.ts";
import { EquityRange, equityPointOf } from "./equity.rule.ts";
import type { DayDraft, HourDraft, StageState, StateInputs } from "./stage-state.rule.ts";
import {
  engineOf,
  type Instant,
  isBooked,
  type RecordGroup,
  Timeline,
} from "../../rulebook/timeline/timeline.rule.ts";
import { HOUR } from "../../../platform/time/durations.rule.ts";

/** The settings by which a stage is divided into days and judged. */
export interface FoldSettings extends JudgedAccount {
  rules: Rules | null;
  calendar: StoredCalendar | null;
  dayStart: DayStart;
  /** Equity counts as observed between two observations that are at most this far apart. */
  maxGapSeconds: number;
}

/** A day after the last instant played, with the state before its first one. */
export interface FoldedDay {
  draft: DayDraft;
  /** Absent if the fold began within the day. */
  checkpoint?: StageState;
}

export interface FoldedHour extends HourDraft {
  day: string;
}

/** Continues the timeline of a stage. @param funding as for a fold */
export function timelineFrom(
  stage: StateInputs,
  { timeline }: StageState,
  funding: readonly string[] = [],
): Timeline {
  const { initialBalance, carriedBalance } = stage;
  const carried =
    carriedBalance === null ? undefined : { balance: carriedBalance, tickets: funding };
  return new Timeline(initialBalance, timeline, engineOf(stage, stage.rules), carried);
}

/**
 * Plays the records of a stage into its trading days, its equity curve and its judgement. It can continue from any
 * state, so that only new records must be played, and late ones are replayed from their day on.
 */
export class StageFold {
  readonly #settings: FoldSettings;
  readonly #dayAt: ReturnType<typeof tradingDays>;
  readonly #timeline: Timeline;
  readonly #judge: Judge;
  #state: StageState;
  #days: FoldedDay[] = [];
  #hours: FoldedHour[] = [];

  /** @param funding the operations that fund a stage with a carried balance, if the state has not decided that */
  constructor(settings: FoldSettings, state: StageState, funding: readonly string[] = []) {
    this.#settings = settings;
    this.#dayAt = tradingDays(settings.dayStart);
    this.#timeline = timelineFrom(settings, state, funding);
    this.#judge = new Judge(settings, settings.rules, state.judge);
    this.#state = { ...state };
    if (state.day) this.#begin(state.day);
  }

  get state(): StageState {
    return { ...this.#state, timeline: this.#timeline.state, judge: this.#judge.state };
  }

  /** What the records that were played have used of the limits. */
  get uses(): LimitUse[] {
    return this.#judge.uses;
  }

  /** Returns the days and hours that changed since the last call. The current ones are returned again later. */
  takeChanges(): { days: FoldedDay[]; hours: FoldedHour[] } {
    const changes = { days: this.#days, hours: this.#hours };
    this.#days = [];
    this.#hours = [];
    const { day } = this.#state;
    if (day) this.#begin(day);
    return changes;
  }

  /** @param group must be later than all previous groups */
  play(group: RecordGroup): void {
    const day = this.#enterDay(group.time);
    const hour = this.#enterHour(day, group.time);
    const instant = this.#timeline.play(group);
    observeInDay(day, instant, this.#settings.maxGapSeconds);
    this.#state.openSince = day.openSince;
    const point = equityPointOf(instant);
    day.range.add(point);
    hour.range.add(point);
    day.closingBalance = instant.balance;
    day.net += instant.net;
    day.hasDeals ||= instant.deals.length > 0;
    for (const { value } of instant.equity) {
      if (day.equityLow === null || value < day.equityLow) day.equityLow = value;
      if (day.equityHigh === null || value > day.equityHigh) day.equityHigh = value;
    }
    this.#addResult(instant);
    this.#judge.play(instant);
  }

  #addResult(instant: Instant): void {
    const state = this.#state;
    state.time = instant.time;
    const isOperation = instant.operations.some(({ kind }) => kind !== "credit");
    if (instant.deals.length > 0 || isOperation) state.lastBooked = instant.time;
    if (!isBooked(instant)) return;
    state.net += instant.net;
    const { peak, maxDrawdown } = state.result;
    const fall = peak - state.net;
    state.result = {
      peak: state.net > peak ? state.net : peak,
      maxDrawdown: fall > maxDrawdown ? fall : maxDrawdown,
    };
  }

  #enterDay(time: number): DayDraft {
    const current = this.#state.day;
    if (current && time < current.endsAt) return current;
    const checkpoint = { ...this.state, day: null };
    const { name, from, to } = this.#dayAt(time);
    const { balance } = checkpoint.timeline;
    const draft: DayDraft = {
      day: name,
      startsAt: from,
      endsAt: to,
      openingBalance: balance,
      closingBalance: balance,
      net: 0n,
      hasDeals: false,
      equityLow: null,
      equityHigh: null,
      carriedSince: checkpoint.openSince,
      firstObservation: null,
      openSince: checkpoint.openSince,
      openSeconds: 0,
      observedSeconds: 0,
      range: new EquityRange(),
      hour: { hour: Math.floor((time - from) / HOUR), range: new EquityRange() },
    };
    this.#state.day = draft;
    this.#begin(draft, checkpoint);
    return draft;
  }

  #enterHour(day: DayDraft, time: number): HourDraft {
    const hour = Math.floor((time - day.startsAt) / HOUR);
    if (day.hour.hour !== hour) {
      day.hour = { hour, range: new EquityRange() };
      this.#hours.push({ ...day.hour, day: day.day });
    }
    return day.hour;
  }

  #begin(draft: DayDraft, checkpoint?: StageState): void {
    this.#days.push({ draft, ...(checkpoint && { checkpoint }) });
    this.#hours.push({ ...draft.hour, day: draft.day });
  }
}
