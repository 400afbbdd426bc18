import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import { tradingDays } from "../../rulebook/timeline/trading-day.rule.ts";
import type { RecordGroup } from "../../rulebook/timeline/timeline.rule.ts";
import type { LimitUse } from "../../rulebook/engine/floor.rule.ts";
import { deleteDaysFrom, writeFolds } from "./derived-rows.ts";
import { milliseconds, readGroups, type RecordsFrom } from "./read-records.queries.ts";
import type { RecordStage } from "./record-stages.queries.ts";
import { StageFold } from "./stage-fold.rule.ts";
import { initialState, isOutdated, readState, type StageState } from "./stage-state.rule.ts";

/** Before every record. */
export const BEGINNING = Number.NEGATIVE_INFINITY;

/** The state to continue from, and the first record that it does not contain. */
interface Start extends RecordsFrom {
  state: StageState;
}

interface Replayed {
  /** The names of the days that were written. */
  days: string[];
  /** The state after the last record. */
  state: StageState;
  /** What the played records have used of the limits. */
  uses: LimitUse[];
}

/**
 * Derives the days of a stage again, from the day of a time on.
 * @param stored the state after the last record, as it is stored; if an earlier engine stored it, all records are played
 */
export async function replayRecords(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  from: number,
  stored: StageState | undefined,
): Promise<Replayed> {
  const first = stored && isOutdated(stored) ? BEGINNING : from;
  const start = await rewind(kysely, stage, first, stored);
  const fold = new StageFold(stage, start.state);
  const days: string[] = [];
  for await (const groups of readGroups(kysely, start)) {
    await playGroups(fold, groups);
    days.push(...(await writeFolds(kysely, [{ stage, fold, state: fold.state }])));
  }
  const { state, uses } = fold;
  // No records remain in the deleted days, so the day before them is replayed and becomes the current day again.
  if (state.day !== null || state.time === null) return { days, state, uses };
  const rest = await replayRecords(kysely, stage, state.time, state);
  return { days: [...days, ...rest.days], state: rest.state, uses: rest.uses };
}

/** Deletes the derived days from a time on. @returns the state before them */
async function rewind(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  from: number,
  last: StageState | undefined,
): Promise<Start> {
  const start = { stage, state: initialState(stage.initialBalance), from: BEGINNING };
  if (from === BEGINNING) {
    await deleteDaysFrom(kysely, stage, undefined);
    return start;
  }
  const day = tradingDays(stage.dayStart)(from);
  const checkpoints = await deleteDaysFrom(kysely, stage, day.name);
  const checkpoint = checkpoints.toSorted((a, b) => compareText(a.day, b.day))[0];
  if (checkpoint) return { stage, state: readState(checkpoint.checkpoint), from: day.from };
  if (last && last.time !== null && last.time < day.from) {
    return { stage, state: last, from: last.time + 1 };
  }
  return start;
}

/** Yields to the event loop, so that a long record does not block other calls. */
async function playGroups(fold: StageFold, groups: RecordGroup[]): Promise<void> {
  for (const [index, group] of groups.entries()) {
    fold.play(group);
    if (index % 2_000 === 1_999) await setImmediate();
  }
}

/** Returns the state after all records of a stage, and writes nothing. */
export async function replayAll(kysely: Kysely<Tables>, stage: RecordStage): Promise<StageState> {
  const start = { stage, from: BEGINNING, state: initialState(stage.initialBalance) };
  return replayWithoutWriting(kysely, start);
}

/** Returns the state after the last record up to a time, replayed from the start of that record's day. */
export async function replayUntil(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  until: number,
): Promise<StageState> {
  const start = await readDayStart(kysely, stage, tradingDays(stage.dayStart)(until).name);
  return replayWithoutWriting(kysely, { ...start, until });
}

/**
 * Returns the state at the start of a day, or of the last day with records before it. If an earlier engine stored that
 * state, returns the one before all records.
 */
export async function readDayStart(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  day: string,
): Promise<Start> {
  const stored = await selectCheckpoints(kysely, stage)
    .where("day", "<=", sql<string>`${day}::date`)
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  const state = stored && readState(stored.checkpoint);
  return state && !isOutdated(state)
    ? { stage, from: stored.startsAt, state }
    : { stage, from: BEGINNING, state: initialState(stage.initialBalance) };
}

/**
 * Returns the states at the starts of all days with records, oldest first. If an earlier engine stored any of them, all
 * records are played again.
 */
export async function readDayStarts(
  kysely: Kysely<Tables>,
  stage: RecordStage,
): Promise<{ startsAt: number; state: StageState }[]> {
  const rows = await selectCheckpoints(kysely, stage).orderBy("day").execute();
  const stored = rows.map(({ startsAt, checkpoint }) => ({
    startsAt,
    state: readState(checkpoint),
  }));
  if (!stored.some(({ state }) => isOutdated(state))) return stored;
  const fold = new StageFold(stage, initialState(stage.initialBalance));
  const played: typeof stored = [];
  for await (const groups of readGroups(kysely, { stage, from: BEGINNING })) {
    await playGroups(fold, groups);
    for (const { draft, checkpoint } of fold.takeChanges().days) {
      if (checkpoint) played.push({ startsAt: draft.startsAt, state: checkpoint });
    }
  }
  return played;
}

const selectCheckpoints = (kysely: Kysely<Tables>, stage: RecordStage) =>
  kysely
    .selectFrom("trading_days")
    .select("checkpoint")
    .select(milliseconds("starts_at").as("startsAt"))
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id);

async function replayWithoutWriting(kysely: Kysely<Tables>, start: Start): Promise<StageState> {
  const fold = new StageFold(start.stage, start.state);
  for await (const groups of readGroups(kysely, start)) await playGroups(fold, groups);
  return fold.state;
}
