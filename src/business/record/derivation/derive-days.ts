import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import type { LimitUse } from "../../rulebook/kinds/parts/floor.rule.ts";
import { tradingDays } from "../../rulebook/timeline/trading-day.rule.ts";
import { readGroups, readGroupsOfMany } from "../records/read-records.queries.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import {
  BEGINNING,
  foldFrom,
  type PlayedStage,
  playGroups,
  readBeginning,
  readStoredStates,
  type Start,
} from "./played-stages.queries.ts";
import { StageFold } from "./stage-fold.rule.ts";
import { isFundingDecided, isOutdated, readState, type StageState } from "./stage-state.rule.ts";
import { deleteDaysFrom, writeFolds } from "./write-days.ts";

/** The records of a stage that have changed. */
export interface ChangedRecords {
  stage: RecordStage;
  /** The time of the earliest record that was added or no longer counts; `null` if only sources changed. */
  from: number | null;
  /** Whether only snapshots were added. */
  hasNoBookings?: boolean;
}

/** A stage whose days, curve and state are up to date with its records. */
export interface DerivedStage extends PlayedStage {
  uses: LimitUse[];
  /** The days that were written again, whose trades must be counted again. */
  replayedDays: string[];
  /** Whether the balance may have changed, which snapshots alone do not change. */
  hasBookings: boolean;
}

/**
 * Derives the trading days, the equity curve and the state of stages after their records changed. Records that follow
 * all others are appended; otherwise the record is replayed from the day of the earliest one on.
 * @param kysely a transaction that has locked the accounts
 */
export async function deriveDays(
  kysely: Kysely<Tables>,
  changes: ChangedRecords[],
): Promise<DerivedStage[]> {
  const stored = await readStoredStates(kysely, changes);
  const ways = Map.groupBy(changes, (change) => wayOf(change, stored.get(change.stage.id)));
  const derived = new Map<number, DerivedStage>();
  for (const { stage, from } of ways.get("replay") ?? []) {
    const state = stored.get(stage.id);
    derived.set(stage.id, await replayRecords(kysely, stage, from ?? BEGINNING, state));
  }
  const followed = (ways.get("append") ?? []).map(({ stage, hasNoBookings }) => {
    return { stage, state: stored.get(stage.id)!, hasNoBookings };
  });
  for (const each of await appendRecords(kysely, followed)) derived.set(each.stage.id, each);
  const unchanged = { uses: [], replayedDays: [], hasBookings: true };
  return changes.map(
    ({ stage }) => derived.get(stage.id) ?? { stage, state: stored.get(stage.id), ...unchanged },
  );
}

type Way = "append" | "replay" | "unchanged";

/** @param state the state after the last record, as it is stored */
function wayOf({ stage, from }: ChangedRecords, state: StageState | undefined): Way {
  if (state && isOutdated(state, stage)) return "replay";
  if (from === null) return "unchanged";
  if (state && !isFundingDecided(state, stage)) return "replay";
  return state && state.time !== null && from > state.time ? "append" : "replay";
}

/** A stage that has had records, with the state after the last of them. */
interface FollowedStage {
  stage: RecordStage;
  state: StageState;
  hasNoBookings?: boolean | undefined;
}

/**
 * Plays the records that follow all others of their stages. The number of SQL statements does not depend on the number
 * of stages, because a call of the feed adds a few records to many of them.
 */
async function appendRecords(
  kysely: Kysely<Tables>,
  stages: FollowedStage[],
): Promise<DerivedStage[]> {
  const parts = stages.map(({ stage, state, hasNoBookings }) => ({
    stage,
    from: state.time! + 1,
    hasNoBookings,
  }));
  const groups = await readGroupsOfMany(kysely, parts);
  const folds = stages.map(({ stage, state: before }) => {
    const fold = new StageFold(stage, before);
    for (const group of groups.get(stage.id)!) fold.play(group);
    const { state, uses } = fold;
    const hasBookings = state.lastBooked !== before.lastBooked;
    return { stage, fold, state, uses, replayedDays: [], hasBookings };
  });
  await writeFolds(kysely, folds);
  return folds;
}

/**
 * Derives the days of a stage again, from the day of a time on.
 * @param stored the state after the last record, as it is stored; if an earlier engine stored it, all records are played
 */
async function replayRecords(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  from: number,
  stored: StageState | undefined,
): Promise<DerivedStage> {
  const first = stored && isOutdated(stored, stage) ? BEGINNING : from;
  const start = await rewind(kysely, stage, first, stored);
  const fold = foldFrom(start);
  const days: string[] = [];
  for await (const groups of readGroups(kysely, start)) {
    await playGroups(fold, groups);
    days.push(...(await writeFolds(kysely, [{ stage, fold, state: fold.state }])));
  }
  const { state, uses } = fold;
  const replayed = { stage, state, uses, replayedDays: days, hasBookings: true };
  // No records remain in the deleted days, so the day before them is replayed and becomes the current day again.
  if (state.day !== null || state.time === null) return replayed;
  const rest = await replayRecords(kysely, stage, state.time, state);
  return { ...rest, replayedDays: [...days, ...rest.replayedDays] };
}

/** Deletes the derived days from a time on. @returns the state before them */
async function rewind(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  from: number,
  last: StageState | undefined,
): Promise<Start> {
  const start = from === BEGINNING ? undefined : await rewindToDay(kysely, stage, from, last);
  if (start && isFundingDecided(start.state, stage)) return start;
  await deleteDaysFrom(kysely, stage, undefined);
  return readBeginning(kysely, stage);
}

/** @returns `undefined` if no state is known between the beginning and that day */
async function rewindToDay(
  kysely: Kysely<Tables>,
  stage: RecordStage,
  from: number,
  last: StageState | undefined,
): Promise<Start | undefined> {
  const day = tradingDays(stage.dayStart)(from);
  const checkpoints = await deleteDaysFrom(kysely, stage, day.name);
  const checkpoint = checkpoints.toSorted((a, b) => compareText(a.day, b.day))[0];
  if (checkpoint) return { stage, state: readState(checkpoint.checkpoint), from: day.from };
  if (!last || last.time === null || last.time >= day.from) return undefined;
  return { stage, state: last, from: last.time + 1 };
}
