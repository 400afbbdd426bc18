import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import { tradingDays } from "../timeline/trading-day.rule.ts";
import type { RecordGroup } from "../timeline/timeline.rule.ts";
import { deleteDaysFrom, writeFolds } from "./derived-rows.ts";
import { readGroups, type RecordsFrom } from "./read-records.queries.ts";
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
  const { state } = fold;
  // No records remain in the deleted days, so the day before them is replayed and becomes the current day again.
  if (state.day !== null || state.time === null) return { days, state };
  const rest = await replayRecords(kysely, stage, state.time, state);
  return { days: [...days, ...rest.days], state: rest.state };
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
  const checkpoint = await kysely
    .selectFrom("trading_days")
    .select("checkpoint")
    .select(sql<number>`extract(epoch from starts_at)::float8 * 1000`.as("startsAt"))
    .where("account_id", "=", stage.accountId)
    .where("stage_id", "=", stage.id)
    .where("day", "<=", sql<string>`${tradingDays(stage.dayStart)(until).name}::date`)
    .orderBy("trading_days.day", "desc")
    .executeTakeFirst();
  const stored = checkpoint && readState(checkpoint.checkpoint);
  const start =
    stored && !isOutdated(stored)
      ? { from: checkpoint.startsAt, state: stored }
      : { from: BEGINNING, state: initialState(stage.initialBalance) };
  return replayWithoutWriting(kysely, { stage, ...start, until });
}

async function replayWithoutWriting(kysely: Kysely<Tables>, start: Start): Promise<StageState> {
  const fold = new StageFold(start.stage, start.state);
  for await (const groups of readGroups(kysely, start)) await playGroups(fold, groups);
  return fold.state;
}
